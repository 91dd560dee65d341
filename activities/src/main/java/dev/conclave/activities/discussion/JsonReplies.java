package dev.conclave.activities.discussion;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the JSON object that answers a prompt in an agent's output: bare, in a code fence, between
 * sentences, among other objects, in lenient syntax, or truncated; docs/discussion.md, section 3.
 * Pure; never throws.
 */
public final class JsonReplies {
  /** Characters examined per character of the text before the search gives up. */
  private static final int EFFORT = 16;

  private static final int LEAST_EFFORT = 1 << 20;

  /** Minimum cost of an attempt, in characters. */
  private static final int ATTEMPT = 500;

  private static final int MENDED_AT_MOST = 8;
  private static final int MOST_EDITS = 64;
  private static final Pattern FENCE = Pattern.compile("(?is).*```[ \\t]*(jsonc?|json5)?\\s*");
  private static final int FENCE_LENGTH = 32;
  private static final Pattern THINKING =
      Pattern.compile("(?i)</?(?:think|thinking|thoughts?|reasoning)>");

  /** Real replies are never this deep; a flood of braces is. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(100).build())
          .build();

  private static final JsonMapper LENIENT =
      JsonMapper.builder(FACTORY).enable(JsonReadFeature.values()).build();

  private JsonReplies() {}

  public record Found(ObjectNode json, List<String> notes) {}

  /**
   * Outcome of reading from a brace.
   *
   * @param length characters examined, up to the object's end or the error
   * @param commaExpected whether a comma was expected at the error
   * @param mends notes on repairs; empty for an intact object
   */
  private record ReadAttempt(
      int start,
      int length,
      @Nullable ObjectNode json,
      boolean commaExpected,
      boolean ended,
      Set<String> mends) {}

  /**
   * Removes a model's reasoning: blocks in {@code <think>} tags, and everything before a lone
   * closing tag. Ignores tags in JSON strings.
   */
  public static String withoutReasoning(String text) {
    StringBuilder said = new StringBuilder();
    Matcher tags = THINKING.matcher(text);
    int from = 0;
    int open = 0;
    int looked = 0;
    boolean quoted = false;
    while (tags.find()) {
      for (; looked < tags.start(); looked++) {
        char c = text.charAt(looked);
        quoted = c != '\n' && (c == '"') != quoted;
        looked += c == '\\' ? 1 : 0;
      }
      if (quoted) {
        continue;
      }
      boolean closes = text.charAt(tags.start() + 1) == '/';
      if (open == 0 && !closes) {
        said.append(text, from, tags.start());
      } else if (open == 0) {
        said.setLength(0);
      }
      open = Math.max(0, closes ? open - 1 : open + 1);
      from = tags.end();
    }
    said.append(text, from, text.length());
    return said.toString().isBlank() ? text : said.toString();
  }

  /**
   * Finds the object that {@code known} accepts: the last complete one. Among repaired objects,
   * prefers one in a fence, then the largest, then the first.
   */
  public static Optional<Found> find(String text, Predicate<ObjectNode> known) {
    char[] characters = text.toCharArray();
    List<ReadAttempt> found = new ArrayList<>();
    List<ReadAttempt> broken = new ArrayList<>();
    long effort = Math.max(LEAST_EFFORT, (long) EFFORT * characters.length);
    int at = text.indexOf('{');
    while (at >= 0 && effort >= 0) {
      ReadAttempt read = read(characters, at);
      effort -= read.length + ATTEMPT;
      boolean answers = read.json != null && known.test(read.json);
      if (answers) {
        found.add(read);
      } else if (read.json == null) {
        broken.add(read);
      }
      at = text.indexOf('{', answers ? at + Math.max(1, read.length) : at + 1);
    }
    // The longest first: a truncated real answer is the longest.
    List<ReadAttempt> mended =
        broken.stream()
            .sorted(Comparator.comparing(one -> -one.length))
            .limit(MENDED_AT_MOST)
            .map(one -> mended(text, one))
            .filter(one -> one.json != null && known.test(one.json))
            .toList();
    found.removeIf(inner -> mended.stream().anyMatch(outer -> isWithin(inner, outer)));
    found.addAll(mended);
    boolean searchedAll = at < 0;
    return found.stream()
        .max(
            Comparator.comparing((ReadAttempt one) -> one.mends.isEmpty())
                .thenComparing(one -> one.mends.isEmpty() ? one.start : 0)
                .thenComparing(one -> isFenced(text, one.start))
                .thenComparing(ReadAttempt::length)
                .thenComparing(one -> -one.start))
        .map(best -> found(best, found.size(), searchedAll));
  }

  private static boolean isWithin(ReadAttempt inner, ReadAttempt outer) {
    return inner.start > outer.start && inner.start + inner.length <= outer.start + outer.length;
  }

  private static boolean isFenced(String text, int start) {
    return FENCE.matcher(text.substring(Math.max(0, start - FENCE_LENGTH), start)).matches();
  }

  private static Found found(ReadAttempt best, int candidates, boolean searchedAll) {
    List<String> notes = new ArrayList<>(best.mends);
    if (candidates > 1) {
      notes.add("the reply has " + candidates + " JSON objects: one was used as the answer");
    }
    if (!searchedAll) {
      notes.add("the reply has too many braces: only a part was searched");
    }
    ObjectNode json = Objects.requireNonNull(best.json);
    ObjectNode bounded = (ObjectNode) ReplyBounds.READ.cut(json, ReplyBounds.READ.entries());
    // A replaced lone surrogate does not count as truncation.
    if (!bounded.toString().equals(ReplyBounds.wellFormed(json.toString()))) {
      notes.add(ReplyBounds.EXCEEDED);
    }
    return new Found(bounded, List.copyOf(notes));
  }

  private static ReadAttempt read(char[] text, int start) {
    int most = text.length - start;
    try (JsonParser parser = LENIENT.createParser(text, start, most)) {
      try {
        JsonNode node = LENIENT.readTree(parser);
        int length = within(parser.currentLocation().getCharOffset(), most);
        ObjectNode json = node instanceof ObjectNode object ? object : null;
        return new ReadAttempt(start, length, json, false, false, Set.of());
      } catch (JsonEOFException stopped) {
        return new ReadAttempt(start, most, null, false, true, Set.of());
      } catch (JsonProcessingException broken) {
        var at = broken.getLocation() == null ? parser.currentLocation() : broken.getLocation();
        boolean comma = broken.getOriginalMessage().contains("was expecting comma");
        int length = within(at.getCharOffset(), most);
        return new ReadAttempt(start, length, null, comma, false, Set.of());
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException("characters in memory cannot be read", impossible);
    }
  }

  private static int within(long offset, int most) {
    return (int) Math.max(0, Math.min(offset, most));
  }

  /** Inserts missing commas, escapes inner quotes and closes open brackets. */
  private static ReadAttempt mended(String text, ReadAttempt broken) {
    StringBuilder edited = new StringBuilder(text.substring(broken.start));
    Set<String> mends = new LinkedHashSet<>();
    for (int edit = 0; edit < MOST_EDITS; edit++) {
      ReadAttempt read = read(edited.toString().toCharArray(), 0);
      int at = read.length;
      if (read.json != null) {
        return new ReadAttempt(broken.start, broken.length, read.json, false, false, mends);
      }
      int before = edited.substring(0, at).stripTrailing().length() - 1;
      if (read.commaExpected && at < edited.length() && "\"{[".indexOf(edited.charAt(at)) >= 0) {
        edited.insert(at, ',');
        mends.add("a missing comma was inserted");
      } else if (read.commaExpected && before >= 0 && edited.charAt(before) == '"') {
        edited.insert(before, '\\');
        mends.add("a quote inside a string was escaped");
      } else {
        mends.add(
            (read.ended ? "the reply is truncated" : "the JSON is broken")
                + ": the part before was kept");
        ObjectNode closed = closed(edited.substring(0, at));
        return new ReadAttempt(broken.start, broken.length, closed, false, false, mends);
      }
    }
    return broken;
  }

  private static @Nullable ObjectNode closed(String head) {
    Deque<String> closers = new ArrayDeque<>();
    boolean inString = false;
    int structural = 0;
    for (int i = 0; i < head.length(); i++) {
      char c = head.charAt(i);
      if (c == '\\' && inString) {
        i++;
      } else if (c == '"') {
        inString = !inString;
      } else if (!inString && (c == '}' || c == ']')) {
        closers.poll();
      } else if (!inString && (c == '{' || c == '[')) {
        closers.push(c == '{' ? "}" : "]");
        structural = i;
      } else if (!inString && c == ',') {
        structural = i;
      }
    }
    String end = closers.stream().collect(Collectors.joining());
    String until = head.substring(0, Math.min(head.length(), structural + 1));
    List<String> endings = new ArrayList<>(List.of(head, head + "null", until));
    if (inString) {
      String whole = head.replaceFirst("\\\\(u[0-9a-fA-F]{0,3})?$", "");
      endings.addAll(0, List.of(whole + "…\"", whole + "…\":null"));
    }
    return endings.stream()
        .flatMap(ending -> Stream.ofNullable(read((ending + end).toCharArray(), 0).json))
        .findFirst()
        .orElse(null);
  }
}
