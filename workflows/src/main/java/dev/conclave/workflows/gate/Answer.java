package dev.conclave.workflows.gate;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.model.BudgetLimits;
import java.util.List;
import java.util.Optional;

/**
 * What an answer carries: a record for each thing that a kind can carry beside words, which may go
 * along with every kind. {@link AnswerForm} says how it is worded.
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public sealed interface Answer {
  /** Nothing but words. */
  record InWords() implements Answer {}

  /**
   * An approval of a solution, a configuration or tasks.
   *
   * @param acceptDrift go on although cited files changed
   * @param mode of an analysis; the one that is shown when absent
   */
  record Approve(
      Optional<Integer> solution,
      Optional<ExecutionMethod> executionMethod,
      Optional<CodeReview> codeReview,
      List<String> constraints,
      Optional<Scope> scope,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean acceptDrift,
      Optional<AnalysisMode> mode)
      implements Answer {
    public Approve {
      // A shell's unset variable is no constraint: no task could keep it.
      constraints = said(constraints);
    }
  }

  /**
   * The order to carry out a plan.
   *
   * @param acceptDrift go on although the plan no longer fits the workspace
   */
  record Execute(@JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean acceptDrift)
      implements Answer {}

  /** Higher limits of the budget. */
  record Raise(Optional<BudgetLimits> budget) implements Answer {}

  /** An agent that is not asked any more. */
  record DropAgent(String agent) implements Answer {}

  /** The strategy that resolves a conflict. */
  record Choose(Optional<Integer> strategy) implements Answer {}

  /** Questions of the human's own. */
  record Ask(List<String> questions) implements Answer {
    public Ask {
      questions = said(questions);
    }
  }

  /** The commands that may run, by their numbers; all of them when it names none. */
  record Allow(List<Integer> numbers) implements Answer {}

  /**
   * The order to merge.
   *
   * @param squash as one commit
   */
  record Merge(@JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean squash) implements Answer {}

  /**
   * The order to open a pull request.
   *
   * @param draft not ready for review
   */
  record PullRequest(@JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean draft)
      implements Answer {}

  /** The file that a patch is written to. */
  record Patch(String file) implements Answer {
    public Patch {
      file = file.strip();
    }
  }

  /** The directory that the results are written to. */
  record Export(String target) implements Answer {
    public Export {
      target = target.strip();
    }
  }

  enum AnalysisMode {
    QUICK,
    STANDARD,
    DEEP
  }

  enum CodeReview {
    SKIP,
    GEMINI,
    CODEX,
    AGENT
  }

  enum ExecutionMethod {
    AGENT,
    CODEX,
    AUTO
  }

  /** The number of the option that it chooses. */
  default Optional<Integer> chosen() {
    return this instanceof Approve approve
        ? approve.solution
        : this instanceof Choose choose ? choose.strategy : Optional.empty();
  }

  private static List<String> said(List<String> texts) {
    return texts.stream().map(String::strip).filter(words -> !words.isEmpty()).toList();
  }
}
