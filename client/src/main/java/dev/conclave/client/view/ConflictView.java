package dev.conclave.client.view;

import dev.conclave.workflows.discussion.Ledger.SideVote;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A conflict over the rounds: which agents took which side, and who changed sides.
 *
 * @param why why the positions conflict
 * @param rounds in which an agent took a side, oldest first
 * @param others whether any agent said that both or neither hold
 * @param outcome its state, winner and how it was settled
 */
public record ConflictView(
    String why,
    List<Side> sides,
    List<Round> rounds,
    boolean others,
    boolean open,
    String outcome) {

  /**
   * A side of the conflict.
   *
   * @param wins whether it won; while the conflict is open, whether the voters recommend it
   * @param quotes what its agents said before the vote
   */
  public record Side(int number, String position, boolean wins, List<Voice> quotes) {}

  public record Round(int number, List<AgentPosition> stands) {
    public List<AgentPosition> on(int side) {
      return stands.stream().filter(one -> one.side() == side).toList();
    }

    /** Returns agents that support both sides or neither. */
    public List<AgentPosition> others() {
      return stands.stream().filter(one -> one.side() <= SideVote.BOTH_HOLD).toList();
    }
  }

  /**
   * The sides that an agent took in a conflict.
   *
   * @param sides in chronological order
   */
  public record AgentPath(String agent, List<Integer> sides) {
    public boolean isTurned() {
      return sides.size() > 1;
    }
  }

  /** Returns each agent's sides, in the order in which they first took one. */
  public List<AgentPath> ways() {
    Map<String, List<Integer>> ways = new LinkedHashMap<>();
    for (Round round : rounds) {
      for (AgentPosition stand : round.stands()) {
        List<Integer> way = ways.computeIfAbsent(stand.agent(), any -> new ArrayList<>());
        if (way.isEmpty() || stand.from() != null) {
          way.add(stand.side());
        }
      }
    }
    return ways.entrySet().stream()
        .map(way -> new AgentPath(way.getKey(), way.getValue()))
        .toList();
  }

  /**
   * An agent's side in a round.
   *
   * @param side its number, or as in {@link SideVote#side}
   * @param from its earlier side; null if unchanged or none
   */
  public record AgentPosition(String agent, int side, @Nullable Integer from, Voice voice) {}

  /** Builds the view; until it votes, an agent is on the side of its own statement. */
  static ConflictView of(
      String why, List<Side> sides, List<SideVote> votes, boolean open, String outcome) {
    Map<Integer, List<AgentPosition>> rounds = new TreeMap<>();
    Map<String, Integer> now = new HashMap<>();
    for (Side side : sides) {
      for (Voice quote : side.quotes()) {
        // Count two statements of an agent on a side once.
        if (now.putIfAbsent(quote.who(), side.number()) == null) {
          rounds
              .computeIfAbsent(quote.round(), any -> new ArrayList<>())
              .add(new AgentPosition(quote.who(), side.number(), null, quote));
        }
      }
    }
    votes.stream()
        .sorted(Comparator.comparingInt(SideVote::round))
        .forEach(
            vote -> {
              Integer before = now.put(vote.agent(), vote.side());
              Integer from = before != null && before != vote.side() ? before : null;
              rounds
                  .computeIfAbsent(vote.round(), any -> new ArrayList<>())
                  .add(new AgentPosition(vote.agent(), vote.side(), from, Voice.vote(vote)));
            });
    boolean others = votes.stream().anyMatch(vote -> vote.side() <= SideVote.BOTH_HOLD);
    List<Round> told = new ArrayList<>();
    rounds.forEach((number, stands) -> told.add(new Round(number, stands)));
    return new ConflictView(why, sides, told, others, open, outcome);
  }
}
