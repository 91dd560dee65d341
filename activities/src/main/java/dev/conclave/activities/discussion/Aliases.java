package dev.conclave.activities.discussion;

import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.text.Digests;
import dev.conclave.workflows.text.WireMapper;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Letters in place of agents' names, so that no agent knows which program said what. The order
 * depends on the call id alone, so the prompt and the reader of the reply agree.
 */
public final class Aliases {
  private static final String LETTERS = "HJLMWGYZ";

  /** Precedes the name of an agent in a sentence. */
  static final String CALLED = "analyst ";

  /** Follows the agent in the id of a statement. */
  private static final String STATEMENT = "(?=\\.\\d+\\.[fcsq]\\d)";

  private static final Pattern REPAIR = Pattern.compile("-repair2?$");

  /** Precedes the letter or name of an analyst or reviewer in a sentence. */
  private static final String OF = "(?:" + CALLED + "|(?:分析员|审查员) ?)";

  /** Words after the bare letter of an analyst in prose. */
  private static final String SAYING =
      "(?= (?:says|said|proposes|proposed|claims|claimed|notes|noted|argues|suggests)\\b"
          + "|['’]s (?:approach|finding|objection|order|point|proposal|variant|version|view|vote)s?\\b"
          + "| ?(?:认为|指出|提出|说))";

  /** For readers that do not vote: agents keep their names. */
  public static final Aliases NONE = new Aliases(List.of());

  private final List<String> agents;

  private Aliases(List<String> agents) {
    this.agents = agents;
  }

  /** Returns the aliases of a call and its repairs. */
  public static Aliases of(String callId, Ledger ledger) {
    String call = REPAIR.matcher(callId).replaceFirst("");
    return new Aliases(
        WireMapper.get().valueToTree(ledger).findValuesAsText("agent").stream()
            .distinct()
            .sorted(Comparator.comparing(agent -> Digests.sha256(call + "\n" + agent)))
            .toList());
  }

  /**
   * Returns an agent's letter: H, J and so on, none of which names a language, a type or an entry.
   */
  public String letter(String agent) {
    int index = agents.indexOf(agent);
    return index < 0
        ? agent
        : index < LETTERS.length() ? LETTERS.substring(index, index + 1) : "H" + (index + 1);
  }

  /** Replaces agents with letters: {@code gemini.1.f3} becomes {@code J.1.f3}. */
  public String hidden(String text) {
    return replaced(text, "(?<![\\w.-])", agents, this::letter, "", "");
  }

  /**
   * Replaces the letters of the prompt with agents, since a letter means nothing in another prompt:
   * {@code J.1.f3} becomes {@code gemini.1.f3}, and "analyst J" or a bare "J" that says something
   * becomes "analyst gemini".
   */
  public String named(String reply) {
    List<String> letters = agents.stream().map(this::letter).toList();
    return replaced(
        reply,
        "(?<![\\w./<-])",
        letters,
        letter -> agents.get(letters.indexOf(letter.toUpperCase(Locale.ROOT))),
        "(?i)",
        "|(?-i:(?<![\\w./<'`-])(" + any(letters) + ")" + SAYING + ")");
  }

  /**
   * Replaces in one pass, so that inserted names are not replaced again.
   *
   * @param bare matches names in further places, as its only group
   */
  private static String replaced(
      String text,
      String before,
      List<String> from,
      UnaryOperator<String> to,
      String flags,
      String bare) {
    if (from.isEmpty()) {
      return text;
    }
    String any = any(from);
    return Pattern.compile(
            (flags + before + "(" + any + ")" + STATEMENT)
                + ("|(" + OF + ")(" + any + ")(?![\\w-])")
                + bare)
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) != null
                        ? to.apply(found.group(1))
                        : found.group(3) != null
                            ? found.group(2) + to.apply(found.group(3))
                            : CALLED + to.apply(found.group(4))));
  }

  private static String any(List<String> names) {
    return names.stream()
        .sorted(Comparator.comparing(String::length).reversed())
        .map(Pattern::quote)
        .collect(Collectors.joining("|"));
  }
}
