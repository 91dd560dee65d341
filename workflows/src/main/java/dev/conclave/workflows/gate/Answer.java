package dev.conclave.workflows.gate;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.model.BudgetLimits;
import java.util.List;
import java.util.Optional;

/**
 * The data of an answer, apart from text, which every kind may have. {@link AnswerForm} defines how
 * it is entered.
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public sealed interface Answer {
  record InWords() implements Answer {}

  /**
   * An approval of a solution, a configuration or tasks.
   *
   * @param acceptDrift continue even if cited files changed
   * @param mode of an analysis; defaults to the one shown
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
      // Drop empty texts, for example from an unset shell variable.
      constraints = said(constraints);
    }
  }

  /**
   * Executes a plan.
   *
   * @param acceptDrift continue even if the plan no longer fits the workspace
   */
  record Execute(@JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean acceptDrift)
      implements Answer {}

  record Raise(Optional<BudgetLimits> budget) implements Answer {}

  /** An agent that is no longer asked. */
  record DropAgent(String agent) implements Answer {}

  record Choose(Optional<Integer> strategy) implements Answer {}

  record Ask(List<String> questions) implements Answer {
    public Ask {
      questions = said(questions);
    }
  }

  /** The numbers of the commands that may run; empty for all. */
  record Allow(List<Integer> numbers) implements Answer {}

  /**
   * Merges the branch.
   *
   * @param squash as one commit
   */
  record Merge(@JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean squash) implements Answer {}

  /**
   * Opens a pull request.
   *
   * @param draft not ready for review
   */
  record PullRequest(@JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean draft)
      implements Answer {}

  record Patch(String file) implements Answer {
    public Patch {
      file = file.strip();
    }
  }

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

  default Optional<Integer> chosen() {
    return this instanceof Approve approve
        ? approve.solution
        : this instanceof Choose choose ? choose.strategy : Optional.empty();
  }

  /** Returns the numbers of the commands that may run; empty for all. */
  default List<Integer> numbers() {
    return List.of();
  }

  private static List<String> said(List<String> texts) {
    return texts.stream().map(String::strip).filter(words -> !words.isEmpty()).toList();
  }
}
