package dev.conclave.workflows.gate;

import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.model.BudgetLimits;
import java.util.List;
import java.util.Optional;

/**
 * The content of a gate, bounded. It is digested, so new fields must be written only when set.
 *
 * @param notes for the human, in display order
 * @param drift cited files that changed since the analysis; at a confirmation, new errors of the
 *     plan
 * @param needed at a budget gate, the minimum limits for the next call
 * @param enough at a budget gate, limits for all remaining calls
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
  /** Content of a gate other than a budget gate. */
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
      int cited) {}

  public Optional<Integer> lastOption() {
    return options.isEmpty() ? Optional.empty() : Optional.of(options.size());
  }
}
