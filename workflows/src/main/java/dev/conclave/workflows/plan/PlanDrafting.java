package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanCheck;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.api.PlanningActivities;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.AgentCalls.Outcome;
import dev.conclave.workflows.session.AgentOrder;
import dev.conclave.workflows.session.FallbackChain;
import dev.conclave.workflows.session.FallbackChain.Result;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.Bounds;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The way from an approved solution to a plan that passes its checks: a planner, its repairs, the
 * next planner, and at the end the plan that the rules alone can make.
 */
final class PlanDrafting {
  /** How often one planner is sent its errors. */
  static final int REPAIRS = 2;

  /** How often when its plan passes with warnings: after that it is shown with them. */
  private static final int REPAIRS_OF_WARNINGS = 1;

  private final PlanState session;
  private final HostCalls host;
  private final RoundDocuments rounds;
  private final AgentCalls agents;

  PlanDrafting(PlanState session, HostCalls host, RoundDocuments rounds, AgentCalls agents) {
    this.session = session;
    this.host = host;
    this.rounds = rounds;
    this.agents = agents;
  }

  /**
   * What is to be planned.
   *
   * @param wish how the plan before is to be changed
   */
  /**
   * What a plan is to be made of.
   *
   * @param number tells draftings apart: it grows with every wish of the human, and stays while a
   *     budget gate is open between a call's reservation and the call
   */
  private record Wanted(int number, PlanTerms terms, Solution solution, Optional<String> wish) {}

  /**
   * What a planner came to.
   *
   * @param draft empty when it gave no plan that passes
   * @param reasons why not, one sentence each
   */
  private record Planned(Optional<PlanDraft> draft, List<String> reasons) {}

  Phase draftPlan() {
    GateAnswer approval = Decision.approval(session.decisions()).orElseThrow().answer();
    Wanted wanted =
        new Wanted(
            session.decisions().size(),
            PlanTerms.of(Kept.of(session.decisions()).constraints(), approval.scope()),
            session.last.orElseThrow().solutions().get(session.selected.orElse(0)),
            session.feedback);
    AgentCalls calls = agents.ofNewPhase();
    host.nameTree(" · plan");
    List<String> passedOver = new ArrayList<>();
    Optional<PlanDraft> draft = Optional.empty();
    Optional<String> failed = Optional.empty();
    for (String planner : planners()) {
      // Looked at when its turn comes: the session may have moved to a host with other agents.
      Optional<String> unusable =
          session.roster().whyDropped(planner).or(() -> session.roster().unusable(planner));
      if (unusable.isPresent()) {
        passedOver.add(planner + " could not be asked (" + Bounds.topic(unusable.get()) + ")");
        continue;
      }
      failed.ifPresent(before -> session.callLog().passOn(before, planner));
      Planned planned = ask(planner, wanted, calls);
      if (planned.draft().isPresent()) {
        PlanDraft made = planned.draft().get().passing(passedOver);
        draft =
            Optional.of(wanted.wish().flatMap(text -> session.plan).map(made::after).orElse(made));
        break;
      }
      passedOver.addAll(planned.reasons());
      failed = Optional.of(planner);
    }
    if (draft.isEmpty()) {
      draft =
          wanted.wish().isPresent() && session.plan.isPresent()
              ? session.plan.map(stood -> stood.unchanged(passedOver))
              : degraded(wanted).map(made -> made.passing(passedOver));
    }
    // Only now: a session that is cancelled while it drafts keeps the wish for its resume.
    session.feedback = Optional.empty();
    return draft.isPresent() ? drafted(draft) : withoutPlan(wanted.solution(), approval);
  }

  private Phase drafted(Optional<PlanDraft> draft) {
    session.plan = draft;
    return Phase.AWAITING_CONFIRMATION;
  }

  private Phase withoutPlan(Solution solution, GateAnswer approval) {
    Scope scope = approval.scope().orElse(Scope.UNSAID);
    String why =
        scope.included().isEmpty() && scope.excluded().isEmpty()
            ? "it names neither files nor tasks"
            : "your scope leaves nothing of it but its tests, if that ("
                + Stream.of(said("included", scope.included()), said("excluded", scope.excluded()))
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining("; "))
                + "); approve with another one";
    String reason = "no plan can be made of \"" + solution.name() + "\": " + why;
    if (session.request().yes()) {
      session.ending(reason);
      return Phase.FAILED;
    }
    session.note(reason);
    return Phase.AWAITING_DECISION;
  }

  private static String said(String what, List<String> texts) {
    return texts.isEmpty() ? "" : what + ": " + String.join(", ", Bounds.paths(texts));
  }

  /** The analysts, then the chain; {@code direct} plans nothing. */
  private List<String> planners() {
    Set<String> planners = new LinkedHashSet<>(session.analysts);
    planners.addAll(AgentOrder.chain(session.request()));
    planners.remove(AgentStatus.DIRECT);
    return List.copyOf(planners);
  }

  /** Asks one planner, and sends it its errors, until its plan passes or it has failed. */
  private Planned ask(String planner, Wanted wanted, AgentCalls calls) {
    // It has no stand-in of its own: the next planner is asked with a clean sheet.
    Set<String> nobodyElse = new LinkedHashSet<>(AgentOrder.all(session.request()));
    Result seat =
        new FallbackChain(session, calls)
            .ask(planner, nobodyElse, (agent, attempt) -> question(agent, attempt, wanted));
    List<AgentRun> runs = new ArrayList<>(seat.runs());
    if (seat.answer().isEmpty()) {
      return new Planned(Optional.empty(), reasons(planner, runs, List.of()));
    }
    AskReply reply = seat.answer().get().reply();
    Supplier<AskRequest> question = seat.answer().get().question();
    Optional<PlanDraft> passed = Optional.empty();
    for (int repairs = 0; ; repairs++) {
      List<String> errors = new ArrayList<>(reply.errors());
      if (errors.isEmpty()) {
        if (reply.plan().isPresent()) {
          PlanDraft draft = draft(reply.plan().get(), planner, repairs, wanted.terms());
          errors.addAll(draft.errors());
          errors.addAll(draft.warnings());
          passed = draft.errors().isEmpty() ? Optional.of(draft) : passed;
        } else {
          errors.add("the reply holds no plan");
        }
      }
      Planned planned = new Planned(passed, reasons(planner, runs, errors));
      if (errors.isEmpty()) {
        return planned;
      }
      // Its call is over, but only its checks say what is wrong: whoever watches is told.
      session.callLog().found(reply.receipt().callId(), AskReply.first(errors).orElseThrow());
      if (repairs >= (passed.isPresent() ? REPAIRS_OF_WARNINGS : REPAIRS)) {
        return planned;
      }
      question = calls.repair(question, errors, reply);
      Outcome outcome = calls.ask(question, repairs + 2);
      if (outcome instanceof Outcome.Failed failure) {
        runs.add(FallbackChain.failed(planner, planner, failure.failure()));
        return new Planned(passed, reasons(planner, runs, errors));
      }
      if (!(outcome instanceof Outcome.Answered answered)) {
        return planned;
      }
      reply = answered.reply();
    }
  }

  private AskRequest question(String agent, int attempt, Wanted wanted) {
    Optional<DocumentRef> previous = wanted.wish().flatMap(text -> rounds.plan());
    return AgentQuestions.plan(
        session,
        wanted.number(),
        agent,
        attempt,
        wanted.solution(),
        wanted.terms(),
        wanted.wish(),
        rounds.round(),
        previous);
  }

  private static List<String> reasons(String planner, List<AgentRun> runs, List<String> errors) {
    List<String> reasons = new ArrayList<>();
    runs.stream()
        .filter(run -> !run.answered())
        .map(RoundReport::reason)
        .distinct()
        .forEach(reasons::add);
    AskReply.first(errors)
        .map(error -> planner + " gave no plan that passes: " + error)
        .ifPresent(reasons::add);
    return reasons;
  }

  private Optional<PlanDraft> degraded(Wanted wanted) {
    return rules(
            "degraded plan",
            rules ->
                rules.degraded(
                    session.request().task(),
                    wanted.solution(),
                    wanted.terms(),
                    session.opened(),
                    session.named().id()))
        .map(made -> draft(made, "rules", 0, wanted.terms()));
  }

  /** A plan with what its checks say. */
  private PlanDraft draft(Plan plan, String author, int repairs, PlanTerms terms) {
    PlanCheck check = check(plan, terms);
    return new PlanDraft(
        plan,
        check.document(),
        check.errors(),
        author,
        repairs,
        session.named().id(),
        terms,
        List.of(),
        List.of(),
        RoundReport.unsettled(session),
        Optional.of(SessionState.now()),
        check.warnings());
  }

  private PlanCheck check(Plan plan, PlanTerms terms) {
    return rules(
        "check the plan",
        rules -> rules.check(plan, terms, session.opened(), session.named().id()));
  }

  /** What of a plan no longer holds in the workspace as it is now, beyond what was shown of it. */
  List<String> drifted(PlanDraft draft) {
    host.nameTree(" · plan");
    if (session.named().id().equals(draft.tree())) {
      return List.of();
    }
    List<String> fresh = new ArrayList<>(check(draft.plan(), draft.terms()).errors());
    fresh.removeAll(draft.errors());
    return fresh;
  }

  private <R> R rules(String summary, Function<PlanningActivities, R> work) {
    return host.call(PlanningActivities.class, ActivityProfile.RULES, summary, work);
  }
}
