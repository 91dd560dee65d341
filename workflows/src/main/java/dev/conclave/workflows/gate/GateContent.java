package dev.conclave.workflows.gate;

import com.google.re2j.Pattern;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.BudgetLimits;
import java.util.List;
import java.util.Optional;

/**
 * What a human is shown at a gate, bounded. It has a digest: new fields are written only when set.
 *
 * @param notes what the human should know: first what the gate is about, then uncertainty,
 *     degradation, why more rounds are not offered
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

  /** A gate without options or questions. */
  public static GateContent of(String title, List<String> notes) {
    return new GateContent(title, List.of(), List.of(), notes, List.of(), List.of());
  }

  /** How the note begins that says that only the built-in analyst answered. */
  public static final String DEGRADED = "degraded";

  /** How the note begins that says which option is recommended, and why. */
  public static final String RECOMMENDED = "recommended: ";

  /** How the note of a wish begins that the plan should honour. */
  public static final String WISH = "asked with modify: ";

  /** How a note begins that names a conflict or a point that nobody has settled. */
  public static final String OPEN = "open: ";

  /** How a note begins that says what was found for the human's question. */
  public static final String ANSWERED = "answered: ";

  /** The note where a sandbox holds back all agents. */
  public static final String SANDBOXED = "agent calls: sandboxed";

  /** How notes begin that tell what is so, and warn of nothing. */
  private static final Pattern PLAIN =
      Pattern.compile(
          "(recommended: |agent calls: |conflict: |answered: |configured by |choose |wave |conclusion: |discussion |open: |decided: |updated: |said|new direction: |asked with modify: |settled|kept |report: |more: |included: |excluded: |constraint ).*",
          Pattern.DOTALL);

  /** How a note of a constraint ends for which the planner does not even claim a task. */
  public static final String UNKEPT = "the planner names no task for it";

  /** How a note of a constraint ends when nobody can say whether the plan keeps it. */
  public static final String UNSHOWN =
      "rules cannot tell whether the plan keeps it; check it yourself";

  /** Whether a note is one to beware of. */
  public static boolean warns(int index, String note) {
    return index > 0
        && (!PLAIN.matcher(note).matches() || note.endsWith(UNKEPT) || note.endsWith(UNSHOWN));
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
