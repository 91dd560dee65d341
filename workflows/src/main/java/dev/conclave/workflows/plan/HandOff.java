package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.execute.ExecuteRequest;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.execute.ExecuteWorkflow;
import dev.conclave.workflows.gate.Answer.Approve;
import dev.conclave.workflows.gate.Answer.CodeReview;
import dev.conclave.workflows.gate.Answer.ExecutionMethod;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.session.SessionTerms;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.MarkdownEscapes;
import dev.conclave.workflows.text.Words;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.failure.ChildWorkflowFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Starts the execution of a plan as a separate session, which outlives this one. */
final class HandOff {
  private static final int MOST_EXECUTIONS = 20;
  private static final int WHY = 4 << 10;
  private static final int TEXT = 400;
  private static final String CODEX = "codex";
  private static final String WISHED = "Requested later; takes precedence: ";

  private final PlanState state;

  HandOff(PlanState state) {
    this.state = state;
  }

  /**
   * Starts the execution and waits until it runs; returns its id, or empty if it could not start.
   */
  Optional<String> start() {
    ExecuteRequest request = request();
    for (int number = 1; number <= MOST_EXECUTIONS; number++) {
      String first = ExecuteState.KIND.childId(state.session());
      String id = number == 1 ? first : first + "-" + number;
      ExecuteWorkflow child =
          Workflow.newChildWorkflowStub(
              ExecuteWorkflow.class,
              ChildWorkflowOptions.newBuilder()
                  .setWorkflowId(id)
                  .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_ABANDON)
                  .setWorkflowIdReusePolicy(
                      WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)
                  .setMemo(SessionMemo.of(request))
                  .setStaticSummary("execution of " + state.session())
                  .build());
      Async.function(child::run, new SessionInput<>(request, Optional.<ExecuteState>empty()));
      try {
        WorkflowExecution begun = Workflow.getWorkflowExecution(child).get();
        return Optional.of(begun.getWorkflowId());
      } catch (ChildWorkflowFailure taken) {
        // An earlier run of this session used that number: try the next one.
      }
    }
    return Optional.empty();
  }

  ExecuteRequest request() {
    PlanDraft draft = state.plan().orElseThrow();
    PlanRequest own = state.request();
    Approve approval = Decision.approved(state.decisions()).orElseThrow();
    SessionTerms terms =
        own.terms()
            .forChild(own.workspace().on(state.requireWorkspace().host()))
            .withBudget(state.budget().left())
            .withTools(state.modelAnalysts())
            .withYes(own.yes());
    // The drift check of the confirmation has just passed.
    return ExecuteRequest.of(terms, state.session(), draft.plan(), bounds(draft))
        .withAcceptDrift(true)
        .withWhy(why())
        .withContext(state.context().map(GatheredContext::context).orElse(null))
        .withWriters(writers(approval.executionMethod().orElse(ExecutionMethod.AGENT), draft))
        .withReviewers(reviewers(approval.codeReview().orElse(null)));
  }

  /** Returns the terms of the plan, with the changes that the human asked for since. */
  private PlanTerms bounds(PlanDraft draft) {
    Stream<String> wishes = Clarifications.wishes(state.decisions()).stream().map(WISHED::concat);
    return new PlanTerms(
        Stream.concat(draft.terms().constraints().stream(), wishes).toList(),
        draft.terms().scope());
  }

  private List<String> writers(ExecutionMethod method, PlanDraft draft) {
    boolean codex =
        method == ExecutionMethod.CODEX
            || (method == ExecutionMethod.AUTO
                && draft.plan().recommendedExecution().equalsIgnoreCase(CODEX));
    List<String> usable = state.modelAnalysts();
    // With method "agent" people expect Claude first.
    Stream<String> first = Stream.of(codex ? CODEX : "claude").filter(usable::contains);
    return Stream.concat(first, usable.stream()).distinct().toList();
  }

  private @Nullable List<String> reviewers(@Nullable CodeReview wanted) {
    return wanted == null || wanted == CodeReview.AGENT
        ? null
        : wanted == CodeReview.SKIP ? List.of() : List.of(Words.of(wanted));
  }

  private String why() {
    Language language = state.language();
    List<String> lines = new ArrayList<>();
    List<Solution> solutions = state.last().map(Synthesis::solutions).orElse(List.of());
    int chosen = state.selected().orElse(0);
    for (int i = 0; i < solutions.size(); i++) {
      Solution one = solutions.get(i);
      lines.add(
          "- %s: %s: %s"
              .formatted(
                  language.sentence(i == chosen ? "Chosen" : "Not taken"),
                  prose(one.name()),
                  prose(one.summary())));
      one.pros().stream()
          .limit(3)
          .forEach(
              pro -> lines.add("  - **%s**: %s".formatted(language.sentence("For"), prose(pro))));
      one.cons().stream()
          .limit(3)
          .forEach(
              con ->
                  lines.add("  - **%s**: %s".formatted(language.sentence("Against"), prose(con))));
    }
    return Cut.lines(String.join("\n", lines), WHY);
  }

  private static String prose(String text) {
    return MarkdownEscapes.prose(Cut.shorten(text, TEXT));
  }

  static boolean isPossible(PlanState state) {
    return state.modelAnalysts().stream().anyMatch(state.roster()::mayWrite);
  }
}
