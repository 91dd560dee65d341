package dev.conclave.activities.discussion.ledger;

import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.wire.Digests;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Letters in the place of agents' names, so that nobody who is asked knows which program said what.
 * Each call has an order of its own, which its id gives: the prompt and the reader of the reply
 * need not tell each other.
 */
public final class Aliases {
  private static final String LETTERS = "HJLMWGYZ";
  private static final String CALLED = "analyst ";

  /** What follows the agent in the id of a statement. */
  private static final String STATEMENT = "(?=\\.\\d+\\.[fcsq]\\d)";

  private final List<String> agents;

  private Aliases(List<String> agents) {
    this.agents = agents;
  }

  private static final Pattern REPAIR = Pattern.compile("-repair2?$");

  /** The aliases of one call and of its repairs. */
  public static Aliases of(String callId, Ledger ledger) {
    String call = REPAIR.matcher(callId).replaceFirst("");
    return new Aliases(
        ledger.statements().stream()
            .map(Statement::agent)
            .distinct()
            .sorted(Comparator.comparing(agent -> Digests.sha256(call + "\n" + agent)))
            .toList());
  }

  /** The letter of an agent: H, J and so on; none that a language, a type or an entry is called. */
  public String letter(String agent) {
    int index = agents.indexOf(agent);
    return index < LETTERS.length() ? LETTERS.substring(index, index + 1) : "H" + (index + 1);
  }

  /** A text with letters for agents: {@code gemini.1.f3} becomes {@code J.1.f3}. */
  public String hidden(String text) {
    String hidden = text;
    for (String agent : agents) {
      String name = Pattern.quote(agent);
      hidden =
          hidden
              .replaceAll("(?<![\\w.-])" + name + STATEMENT, letter(agent))
              .replaceAll(CALLED + name + "(?![\\w-])", letter(agent));
    }
    return hidden;
  }

  /**
   * A reply with agents for the letters of its prompt: {@code J.1.f3} becomes {@code gemini.1.f3},
   * and a letter alone "analyst gemini".
   */
  public String named(String reply) {
    String named = reply;
    for (String agent : agents) {
      String letter = "(?<![\\w./<-])" + letter(agent);
      String name = Matcher.quoteReplacement(agent);
      named =
          named
              .replaceAll("(?i)" + letter + STATEMENT, name)
              .replaceAll("(?:[Aa]nalyst )?" + letter + "(?=[\\s,;.:)'’](?!\\d))", CALLED + name);
    }
    return named;
  }
}
