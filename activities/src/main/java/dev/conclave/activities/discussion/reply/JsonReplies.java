package dev.conclave.activities.discussion.reply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.reply.LenientJson.Broken;
import dev.conclave.activities.discussion.reply.LenientJson.Whole;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Finds the JSON object that answers a question in what an agent printed: bare, in a code fence,
 * between sentences, among other objects, leniently written, or cut off. See docs/discussion.md,
 * section 2. Pure; never throws whatever the text.
 */
public final class JsonReplies {
  /** Characters looked at, per character of the text, before the search gives up. */
  private static final int EFFORT = 16;

  private static final int LEAST_EFFORT = 1 << 20;

  /** What an attempt costs in characters, however short it is. */
  private static final long ATTEMPT = 500;

  private static final int MENDED_AT_MOST = 8;
  private static final Pattern FENCE = Pattern.compile("(?is).*```[ \\t]*(jsonc?|json5)?\\s*");
  private static final int FENCE_LENGTH = 32;

  private JsonReplies() {}

  /**
   * The object that was found.
   *
   * @param notes what had to be repaired or passed over to read it, one sentence each
   */
  public record Found(ObjectNode json, List<String> notes) {}

  private record Candidate(
      ObjectNode json, int start, int length, boolean fenced, boolean whole, List<String> notes) {
    boolean within(Candidate other) {
      return start > other.start && start + length <= other.start + other.length;
    }
  }

  private record Break(int start, Broken broken) {}

  /**
   * Finds the object that {@code known} accepts: one in a fence before others, complete before
   * mended, then the largest.
   *
   * @param known whether an object could be the answer, such as having one of its fields
   */
  public static Optional<Found> find(String text, Predicate<ObjectNode> known) {
    List<Candidate> candidates = new ArrayList<>();
    List<Break> breaks = new ArrayList<>();
    boolean searchedAll = scan(text, known, candidates, breaks);
    List<Candidate> mended = mend(text, known, breaks);
    candidates.removeIf(inner -> mended.stream().anyMatch(inner::within));
    candidates.addAll(mended);
    return candidates.stream()
        .max(
            Comparator.comparing(Candidate::whole)
                .thenComparing(Candidate::fenced)
                .thenComparing(Candidate::length)
                .thenComparing(Candidate::start, Comparator.reverseOrder()))
        .map(best -> found(best, candidates.size(), searchedAll));
  }

  private static Found found(Candidate best, int candidates, boolean searchedAll) {
    List<String> notes = new ArrayList<>(best.notes);
    if (candidates > 1) {
      notes.add("the reply holds " + candidates + " JSON objects: one was taken for the answer");
    }
    if (!searchedAll) {
      notes.add("the reply has too many braces: not all of it was searched");
    }
    ObjectNode json = (ObjectNode) ReplyBounds.READ.cut(best.json, ReplyBounds.READ.entries());
    // A lone surrogate that was replaced is no cut.
    if (!json.toString().equals(ReplyBounds.wellFormed(best.json.toString()))) {
      notes.add(ReplyBounds.EXCEEDED);
    }
    return new Found(json, List.copyOf(notes));
  }

  private static boolean scan(
      String text, Predicate<ObjectNode> known, List<Candidate> candidates, List<Break> breaks) {
    char[] characters = text.toCharArray();
    long effort = Math.max(LEAST_EFFORT, (long) EFFORT * characters.length);
    int at = text.indexOf('{');
    while (at >= 0) {
      LenientJson.Read read = LenientJson.read(characters, at);
      effort -= read.length() + ATTEMPT;
      int next = at + 1;
      if (read instanceof Whole whole && known.test(whole.json())) {
        candidates.add(candidate(text, at, whole));
        next = at + Math.max(1, whole.length());
      } else if (read instanceof Broken broken) {
        breaks.add(new Break(at, broken));
      }
      if (effort < 0) {
        return false;
      }
      at = text.indexOf('{', next);
    }
    return true;
  }

  private static Candidate candidate(String text, int start, Whole whole) {
    List<String> notes =
        whole.lenient() ? List.of("the JSON was not strict and was read leniently") : List.of();
    return new Candidate(whole.json(), start, whole.length(), fenced(text, start), true, notes);
  }

  /** Mends what went furthest before it broke: a real answer that was cut off did. */
  private static List<Candidate> mend(
      String text, Predicate<ObjectNode> known, List<Break> breaks) {
    List<Candidate> mended = new ArrayList<>();
    breaks.stream()
        .sorted(
            Comparator.comparing((Break at) -> at.broken.length())
                .reversed()
                .thenComparing(Break::start))
        .limit(MENDED_AT_MOST)
        .forEach(
            at ->
                LenientJson.mend(text, at.start)
                    .filter(result -> known.test(result.json()))
                    .map(
                        result ->
                            new Candidate(
                                result.json(),
                                at.start,
                                at.broken.length(),
                                fenced(text, at.start),
                                false,
                                result.notes()))
                    .ifPresent(mended::add));
    return mended;
  }

  private static boolean fenced(String text, int start) {
    return FENCE.matcher(text.substring(Math.max(0, start - FENCE_LENGTH), start)).matches();
  }
}
