package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.api.PlanningActivities;
import dev.conclave.workflows.api.PlanningActivities.PlanCheck;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.gate.Answer.Approve;
import dev.conclave.workflows.gate.ConstraintPreset;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.AgentCalls.Outcome;
import dev.conclave.workflows.session.AgentQuestion;
import dev.conclave.workflows.session.FallbackChain;
import dev.conclave.workflows.session.FallbackChain.Answer;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.ReplyDocuments;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.text.Bounds;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Drafts a plan from an approved solution: each planner in turn with repairs, then the rules. */
final class PlanDrafting {
  static final int REPAIRS = 2;

  /** Repair attempts for a plan that passes with warnings. */
  private static final int REPAIRS_OF_WARNINGS = 1;

  private final PlanState state;
  private final HostCalls host;
  private final ReplyDocuments documents;
  private final AgentCalls calls;

  /** Part of call ids: distinguishes drafts, and does not change at a budget gate. */
  private final int number;

  private final Solution solution;
  private final Scope scope;
  private final PlanTerms terms;
  private final @Nullable String wish;

  /** For each planner that was asked, why it produced no valid plan; one sentence each. */
  private final List<String> passedOver = new ArrayList<>();

  PlanDrafting(PlanState state, HostCalls host, ReplyDocuments documents, AgentCalls calls) {
    this.state = state;
    this.host = host;
    this.documents = documents;
    this.calls = calls;
    Approve approval = Decision.approved(state.decisions()).orElseThrow();
    number = state.decisions().size();
    solution = state.last().orElseThrow().solutions().get(state.selected().orElse(0));
    scope = approval.scope().orElse(Scope.NONE);
    List<String> constraints =
        new ArrayList<>(approval.constraints().stream().map(ConstraintPreset::explained).toList());
    // Only the human's decisions bind; explorers' findings may be wrong or overruled.
    state.fullContext().map(Assembled::decided).ifPresent(constraints::addAll);
    terms = PlanTerms.of(constraints, approval.scope());
    wish = state.feedback().orElse(null);
  }

  Phase draftPlan() {
    PlanDraft draft = null;
    String failed = "";
    List<String> unasked = new ArrayList<>();
    for (String planner : planners()) {
      // Checked here and not before the loop: the session may have moved to another host.
      Optional<String> unusable =
          state.roster().whyDropped(planner).or(() -> state.roster().unusable(planner));
      if (unusable.isPresent()) {
        unasked.add(planner + " (" + Bounds.topic(unusable.get()) + ")");
        continue;
      }
      state.callLog().markReplaced(failed, planner);
      draft = ask(planner);
      if (draft != null) {
        break;
      }
      failed = planner;
    }
    if (!unasked.isEmpty()) {
      passedOver.add("not available: " + String.join(", ", unasked));
    }
    if (draft == null && wish != null && state.plan != null) {
      draft = state.plan.unchanged(passedOver);
    } else {
      draft = draft == null ? degraded() : draft;
      draft = draft == null ? null : draft.withPassedOver(List.copyOf(passedOver));
      if (draft != null && wish != null && state.plan != null) {
        draft = draft.revising(state.plan.plan());
      }
    }
    // Cleared only now: a session that is cancelled while drafting needs it to resume.
    state.setFeedback(null);
    if (draft == null) {
      return withoutPlan();
    }
    state.plan = draft;
    return Phase.AWAITING_CONFIRMATION;
  }

  private Phase withoutPlan() {
    String why =
        scope.equals(Scope.NONE)
            ? "the option names no files and no tasks"
            : "your scope leaves only its tests ("
                + Stream.of(said("included", scope.included()), said("excluded", scope.excluded()))
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining("; "))
                + "); approve it with a different scope";
    String reason = "cannot make a plan from \"" + solution.name() + "\": " + why;
    if (state.request().yes()) {
      state.setEnding(reason);
      return Phase.FAILED;
    }
    state.note(reason);
    return Phase.AWAITING_DECISION;
  }

  private static String said(String what, List<String> texts) {
    return texts.isEmpty() ? "" : what + ": " + String.join(", ", Bounds.paths(texts));
  }

  /** Returns the analysts, then the fallback chain; {@code direct} cannot plan. */
  private Set<String> planners() {
    Set<String> planners = new LinkedHashSet<>(state.analysts());
    planners.addAll(state.request().chain());
    planners.remove(AgentStatus.DIRECT);
    return planners;
  }

  /** Asks one planner, without a fallback, and returns its errors to it until its plan passes. */
  private @Nullable PlanDraft ask(String planner) {
    FallbackChain chain = new FallbackChain(state, calls);
    Answer seat = chain.ask(chain.withoutFallbacks(planner), question());
    Set<String> failures = new LinkedHashSet<>(RoundReport.failures(seat.runs()));
    AskReply reply = seat.good();
    Supplier<AskRequest> question = seat.question();
    PlanDraft passed = null;
    List<String> errors = List.of();
    for (int repairs = 0; reply != null; repairs++) {
      errors = new ArrayList<>(reply.errors());
      if (errors.isEmpty() && reply.plan().isEmpty()) {
        errors.add("the reply has no plan");
      } else if (errors.isEmpty()) {
        PlanDraft draft = checked(reply.plan().get(), planner, repairs);
        errors.addAll(draft.errors());
        errors.addAll(draft.warnings());
        passed = draft.errors().isEmpty() ? draft : passed;
      }
      if (errors.isEmpty()) {
        return passed;
      }
      // The call itself succeeded; record the failed check, so that watchers see it.
      String callId = reply.receipt().callId();
      state.callLog().markInvalid(callId, AskReply.first(errors).orElseThrow());
      if (repairs >= (passed != null ? REPAIRS_OF_WARNINGS : REPAIRS)) {
        break;
      }
      question = calls.repair(question, errors, reply);
      Outcome outcome = calls.ask(question, repairs + 2);
      reply = outcome.reply();
      if (outcome.failure() != null) {
        failures.add(FallbackChain.failed(planner, planner, outcome.failure()).describe());
      }
    }
    if (passed == null) {
      passedOver.addAll(failures);
      AskReply.first(errors)
          .map(error -> planner + "'s plan failed its checks: " + error)
          .ifPresent(passedOver::add);
    }
    return passed;
  }

  private AgentQuestion question() {
    return AgentQuestions.plan(
        state,
        number,
        solution,
        terms,
        wish,
        () -> state.roundDocument(documents),
        () -> wish == null ? Optional.empty() : state.planDocument(documents));
  }

  private @Nullable PlanDraft degraded() {
    String task = state.effectiveTask();
    return rules(
            host,
            "degraded plan",
            rules ->
                rules.degraded(
                    task,
                    solution,
                    terms,
                    state.requireWorkspace(),
                    state.requireTree().id(),
                    state.request().languages()))
        .map(made -> checked(made, "rules", 0))
        .orElse(null);
  }

  private PlanDraft checked(Plan plan, String author, int repairs) {
    PlanCheck check = check(state, host, plan, terms);
    return new PlanDraft(
        plan,
        check.document(),
        check.errors(),
        author,
        repairs,
        state.requireTree().id(),
        terms,
        List.of(),
        List.of(),
        RoundReport.unsettled(state),
        SessionState.now(),
        check.warnings(),
        List.of());
  }

  private static PlanCheck check(PlanState state, HostCalls host, Plan plan, PlanTerms terms) {
    return rules(
        host,
        "check the plan",
        rules -> rules.check(plan, terms, state.requireWorkspace(), state.requireTree().id()));
  }

  /** Returns the check errors in the current workspace that the draft did not have. */
  static List<String> drifted(PlanState state, HostCalls host, PlanDraft draft) {
    host.nameTree(" · plan");
    if (state.requireTree().id().equals(draft.tree())) {
      return List.of();
    }
    List<String> fresh = new ArrayList<>(check(state, host, draft.plan(), draft.terms()).errors());
    fresh.removeAll(draft.errors());
    return fresh;
  }

  private static <R> R rules(HostCalls host, String summary, Function<PlanningActivities, R> work) {
    return host.call(PlanningActivities.class, ActivityProfile.RULES, summary, work);
  }
}
