package dev.conclave.workflows.gate;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.config.BudgetLimits;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Level;
import java.util.List;
import java.util.Optional;

/**
 * What a human is shown at a gate, bounded. Its digest is of what is written, and a gate outlives
 * the worker that opened it: what is added here later is written only where there is some.
 *
 * @param title one sentence
 * @param options solutions to choose from, best first; empty when there is nothing to choose
 * @param questions to answer by number, from 1, each with its options
 * @param notes what the human should know: first what the gate is about, then uncertainty,
 *     degradation, why more rounds are not offered
 * @param drift cited files that changed since they were analyzed; at a confirmation what no longer
 *     holds of the plan
 * @param agents those that may be dropped, at a budget gate
 * @param needed the least that limits in the way of the next call have to be raised to, at a budget
 *     gate
 * @param enough what they have to be raised to for all that may still follow
 */
public record GateContent(
    String title,
    List<Option> options,
    List<Question> questions,
    List<String> notes,
    List<String> drift,
    List<String> agents,
    Optional<BudgetLimits> needed,
    Optional<BudgetLimits> enough) {
  /** What a gate shows that no budget has opened. */
  public GateContent(
      String title,
      List<Option> options,
      List<Question> questions,
      List<String> notes,
      List<String> drift,
      List<String> agents) {
    this(title, options, questions, notes, drift, agents, Optional.empty(), Optional.empty());
  }

  /** How the note begins that says that only the built-in analyst answered. */
  public static final String DEGRADED = "degraded";

  /** How the note begins that says which option is recommended, and why. */
  public static final String RECOMMENDED = "recommended: ";

  /** How a note begins that names a conflict or a point that nobody has settled. */
  public static final String OPEN = "open: ";

  /** How notes begin that tell what is so, and warn of nothing. */
  private static final List<String> PLAIN =
      List.of(
          RECOMMENDED,
          OPEN,
          "decided: ",
          "said by ",
          "new direction: ",
          "settled since ",
          "kept ",
          "included: ",
          "excluded: ",
          "constraint ");

  /** How a note of a constraint ends for which the planner does not even claim a task. */
  public static final String UNKEPT = "the planner names no task for it";

  /** How a note of a constraint ends when nobody can say whether the plan keeps it. */
  public static final String UNSHOWN = "not shown by a plan made by rules; check it yourself";

  /**
   * Whether a note is one to beware of.
   *
   * @param index among the notes, from 0
   */
  public static boolean warns(int index, String note) {
    return index > 0
        && (PLAIN.stream().noneMatch(note::startsWith)
            || note.endsWith(UNKEPT)
            || note.endsWith(UNSHOWN));
  }

  /**
   * A solution to choose, in short.
   *
   * @param number from 1
   * @param sources agents that proposed it
   * @param feasibility of the task, 0 to 1; empty when no model among the sources says one
   * @param there of the lines that it names, those that are there
   * @param cited lines that it names
   */
  public record Option(
      int number,
      String name,
      String summary,
      List<String> sources,
      Optional<Double> feasibility,
      Level effort,
      Level risk,
      double score,
      List<String> pros,
      List<String> cons,
      int files,
      int there,
      int cited) {
    /** Whether no model proposed it. */
    public boolean ofBuiltInAlone() {
      return sources.stream().allMatch(AgentStatus.DIRECT::equals);
    }
  }

  /** The number of the last option. */
  public Optional<Integer> lastOption() {
    return options.isEmpty() ? Optional.empty() : Optional.of(options.size());
  }
}
