package dev.conclave.activities.discussion.ledger;

import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.wire.Digests;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Letters in the place of agents' names, so that nobody who is asked knows which program said what.
 * Each call has an order of its own, which its id gives: the prompt and the reader of the reply
 * need not tell each other.
 */
public final class Aliases {
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

  /** The letter of an agent: A, B and so on, then A27. */
  public String letter(String agent) {
    int index = agents.indexOf(agent);
    return index < 26 ? String.valueOf((char) ('A' + index)) : "A" + (index + 1);
  }

  /** {@code gemini.1.f3} as {@code B.1.f3}. */
  public String alias(String statement) {
    for (String agent : agents) {
      if (statement.startsWith(agent + ".")) {
        return letter(agent) + statement.substring(agent.length());
      }
    }
    return statement;
  }

  /** A text with the aliases of statements in place of their ids. */
  public String aliased(String text) {
    String aliased = text;
    for (String agent : agents) {
      aliased =
          aliased.replaceAll(
              "(?<![\\w.-])" + Pattern.quote(agent) + "(?=\\.\\d+\\.[fcsq]\\d)", letter(agent));
    }
    return aliased;
  }

  /** The id of a statement that is named by its alias; what is none stays as it is. */
  public String real(String alias) {
    for (String agent : agents) {
      String letter = letter(agent) + ".";
      if (alias.regionMatches(true, 0, letter, 0, letter.length())) {
        return agent + alias.substring(letter.length() - 1);
      }
    }
    return alias;
  }
}
