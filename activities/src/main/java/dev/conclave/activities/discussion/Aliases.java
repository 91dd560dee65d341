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
 * Letters in the place of agents' names, so that nobody who is asked knows which program said what.
 * Each call has an order of its own, which its id gives: the prompt and the reader of the reply
 * need not tell each other.
 */
public final class Aliases {
  private static final String LETTERS = "HJLMWGYZ";

  /** Before the name of an agent in a sentence. */
  static final String CALLED = "analyst ";

  /** What follows the agent in the id of a statement. */
  private static final String STATEMENT = "(?=\\.\\d+\\.[fcsq]\\d)";

  private static final Pattern REPAIR = Pattern.compile("-repair2?$");

  /** For who does not vote: every agent by its name. */
  public static final Aliases NONE = new Aliases(List.of());

  private final List<String> agents;

  private Aliases(List<String> agents) {
    this.agents = agents;
  }

  /** The aliases of one call and of its repairs. */
  public static Aliases of(String callId, Ledger ledger) {
    String call = REPAIR.matcher(callId).replaceFirst("");
    return new Aliases(
        WireMapper.get().valueToTree(ledger).findValuesAsText("agent").stream()
            .distinct()
            .sorted(Comparator.comparing(agent -> Digests.sha256(call + "\n" + agent)))
            .toList());
  }

  /** The letter of an agent: H, J and so on; none that a language, a type or an entry is called. */
  public String letter(String agent) {
    int index = agents.indexOf(agent);
    return index < 0
        ? agent
        : index < LETTERS.length() ? LETTERS.substring(index, index + 1) : "H" + (index + 1);
  }

  /** A text with letters for agents: {@code gemini.1.f3} becomes {@code J.1.f3}. */
  public String hidden(String text) {
    return replaced(text, "(?<![\\w.-])", agents, this::letter, "");
  }

  /**
   * A reply with agents for the letters of its prompt: {@code J.1.f3} becomes {@code gemini.1.f3},
   * and "analyst J" "analyst gemini".
   */
  public String named(String reply) {
    List<String> letters = agents.stream().map(this::letter).toList();
    return replaced(
        reply,
        "(?<![\\w./<-])",
        letters,
        letter -> agents.get(letters.indexOf(letter.toUpperCase(Locale.ROOT))),
        "(?i)");
  }

  /** All in one pass, so that what was put in is not taken for what is to be replaced. */
  private static String replaced(
      String text, String before, List<String> from, UnaryOperator<String> to, String flags) {
    if (from.isEmpty()) {
      return text;
    }
    String any = any(from);
    return Pattern.compile(
            flags + before + "(" + any + ")" + STATEMENT + "|" + CALLED + "(" + any + ")(?![\\w-])")
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) != null
                        ? to.apply(found.group(1))
                        : CALLED + to.apply(found.group(2))));
  }

  private static String any(List<String> names) {
    return names.stream()
        .sorted(Comparator.comparing(String::length).reversed())
        .map(Pattern::quote)
        .collect(Collectors.joining("|"));
  }
}
