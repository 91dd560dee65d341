package dev.conclave.workflows.plan;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.temporal.Bounds;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the human has set for plans so far, in approvals and in wishes for changes: to go back to
 * the decision does not take it back. Pure.
 *
 * @param constraints of all approvals, each once, without those that a later one left out
 * @param wishes of all answers {@code modify}, likewise
 */
public record Kept(List<String> constraints, List<String> wishes) {
  /** Each of the two lists in bytes of JSON; the newest are kept. */
  static final int BYTES = 16 << 10;

  /** At most so many of each. */
  static final int MOST = 30;

  /** The constraint that leaves one out by its number among {@link #all}, or all of them. */
  private static final Pattern WITHOUT = Pattern.compile("(?i)without (\\d{1,3}|all)");

  /** What is kept after these decisions. */
  public static Kept of(List<Decision> decisions) {
    Kept kept = new Kept(List.of(), List.of());
    for (Decision decision : decisions) {
      if (decision.kind() == AnswerKind.APPROVE) {
        kept = kept.approved(decision.answer().constraints());
      } else if (decision.kind() == AnswerKind.MODIFY) {
        kept =
            new Kept(
                kept.constraints, joined(kept.wishes, decision.answer().text().stream().toList()));
      }
    }
    return kept;
  }

  /** The constraints, then the wishes: as they are numbered for the human. */
  public List<String> all() {
    return distinct(constraints, wishes);
  }

  /** What was said as a constraint, without the words that only leave out earlier ones. */
  public static List<String> constraints(List<String> said) {
    return said.stream().filter(words -> !WITHOUT.matcher(words).matches()).toList();
  }

  private Kept approved(List<String> said) {
    List<String> out = new ArrayList<>();
    for (String words : said) {
      Matcher without = WITHOUT.matcher(words);
      if (!without.matches()) {
        continue;
      }
      if (without.group(1).equalsIgnoreCase("all")) {
        out.addAll(all());
      } else {
        all().stream()
            .skip(Math.max(0, Integer.parseInt(without.group(1)) - 1L))
            .limit(1)
            .forEach(out::add);
      }
    }
    return new Kept(joined(less(constraints, out), constraints(said)), less(wishes, out));
  }

  private static List<String> less(List<String> texts, List<String> out) {
    return texts.stream().filter(text -> !out.contains(text)).toList();
  }

  /** Each once; where they are too many the newest. */
  private static List<String> joined(List<String> before, List<String> more) {
    List<String> joined = new ArrayList<>(distinct(before, more));
    while (joined.size() > MOST || Bounds.bytes(joined) > BYTES) {
      joined.remove(0);
    }
    return List.copyOf(joined);
  }

  private static List<String> distinct(List<String> before, List<String> more) {
    return Stream.concat(before.stream(), more.stream()).distinct().toList();
  }
}
