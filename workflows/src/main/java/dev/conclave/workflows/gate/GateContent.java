package dev.conclave.workflows.gate;

import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.BudgetLimits;
import java.util.List;
import java.util.Optional;

/**
 * What a human is shown at a gate, bounded. It has a digest: new fields are written only when set.
 *
 * @param notes what the human should know, in the order in which it is shown
 * @param drift cited files that changed since they were analyzed; at a confirmation what no longer
 *     holds of the plan
 * @param needed the least that limits in the way of the next call have to be raised to, at a budget
 *     gate
 * @param enough what they have to be raised to for all that may still follow
 */
public record GateContent(
    String title,
    List<Option> options,
    List<Question> questions,
    List<Note> notes,
    List<String> drift,
    List<String> agents,
    Optional<BudgetLimits> needed,
    Optional<BudgetLimits> enough) {
  /** What a gate shows that no budget has opened. */
  public GateContent(
      String title,
      List<Option> options,
      List<Question> questions,
      List<Note> notes,
      List<String> drift,
      List<String> agents) {
    this(title, options, questions, notes, drift, agents, Optional.empty(), Optional.empty());
  }

  /** A gate without options or questions. */
  public static GateContent of(String title, List<Note> notes) {
    return new GateContent(title, List.of(), List.of(), notes, List.of(), List.of());
  }

  /** The notes as lines of plain text. */
  public List<String> lines() {
    return notes.stream().map(Note::line).toList();
  }

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
    public boolean ofBuiltInAlone() {
      return sources.stream().allMatch(AgentStatus.DIRECT::equals);
    }
  }

  public Optional<Integer> lastOption() {
    return options.isEmpty() ? Optional.empty() : Optional.of(options.size());
  }
}
