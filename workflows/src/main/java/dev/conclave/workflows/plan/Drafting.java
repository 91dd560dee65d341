package dev.conclave.workflows.plan;

import dev.conclave.workflows.agent.AskReply;
import dev.conclave.workflows.agent.AskRequest;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.host.ActivityProfile;
import dev.conclave.workflows.planning.Plan;
import dev.conclave.workflows.planning.PlanCheck;
import dev.conclave.workflows.planning.PlanningActivities;
import dev.conclave.workflows.workspace.Tree;
import dev.conclave.workflows.workspace.WorkspaceActivities;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The way from an approved solution to a plan that passes its checks: a planner, its repairs, the
 * next planner, and at the end the plan that the rules alone can make.
 */
final class Drafting {
  /** How often one planner is sent its errors. */
  static final int REPAIRS = 2;

  private final Session session;
  private final Hosting hosting;
  private final Documents documents;
  private final Asking asking;

  Drafting(Session session, Hosting hosting, Documents documents, Asking asking) {
    this.session = session;
    this.hosting = hosting;
    this.documents = documents;
    this.asking = asking;
  }

  /** Drafts a plan; empty when not even the rules can make one of the solution. */
  Optional<PlanDraft> draft(GateAnswer approval, Solution solution, Optional<String> wish) {
    nameTree();
    Optional<String> failed = Optional.empty();
    for (String planner : planners()) {
      if (!mayPlan(planner)) {
        continue;
      }
      failed.ifPresent(before -> session.calls.passOn(before, planner));
      Optional<PlanDraft> draft = ask(planner, approval, solution, wish);
      if (draft.isPresent()) {
        return draft;
      }
      failed = Optional.of(planner);
    }
    return degraded(approval, solution);
  }

  /** The analysts, then the chain; {@code direct} plans nothing. */
  private List<String> planners() {
    Set<String> planners = new LinkedHashSet<>(session.analysts);
    planners.addAll(Agents.chain(session.request));
    planners.remove(Agents.DIRECT);
    return List.copyOf(planners);
  }

  /** Looked at when its turn comes: the session may have moved to a host with other agents. */
  private boolean mayPlan(String agent) {
    return !session.dropped(agent) && Agents.unusable(session.roster, agent).isEmpty();
  }

  private Optional<PlanDraft> ask(
      String planner, GateAnswer approval, Solution solution, Optional<String> wish) {
    int number = session.decisions.size();
    Map<String, String> notes = notes(approval, solution, wish);
    List<AgentRun> runs = new ArrayList<>();
    // A planner that fails has no stand-in of its own: the next planner is asked with a clean
    // sheet.
    Set<String> used = new LinkedHashSet<>(Agents.all(session.request));
    Seat seat = new Seat(session, asking, planner, used, runs);
    Seat.Requests questions =
        (agent, attempt) -> {
          Optional<DocumentRef> previous = wish.flatMap(text -> documents.plan());
          return Requested.plan(session, tree(), agent, number, attempt, notes, previous);
        };
    Optional<Seat.Answer> answer = seat.ask(questions);
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    Supplier<AskRequest> question = answer.get().question();
    Optional<AskReply> reply = Optional.of(answer.get().reply());
    for (int repairs = 0; reply.isPresent(); repairs++) {
      List<String> errors = new ArrayList<>(reply.get().errors());
      Optional<Plan> plan = reply.get().plan();
      if (plan.isPresent() && errors.isEmpty()) {
        PlanCheck check = check(plan.get());
        if (check.passes()) {
          return Optional.of(
              new PlanDraft(
                  plan.get(), check.document(), List.of(), planner, repairs, tree().id()));
        }
        errors.addAll(check.errors());
      }
      if (plan.isEmpty() && errors.isEmpty()) {
        errors.add("the reply holds no plan");
      }
      if (repairs == REPAIRS) {
        return Optional.empty();
      }
      question = asking.repair(question, errors, reply.get());
      reply =
          asking.ask(question, repairs + 2) instanceof Asking.Outcome.Answered answered
              ? Optional.of(answered.reply())
              : Optional.empty();
    }
    return Optional.empty();
  }

  private Optional<PlanDraft> degraded(GateAnswer approval, Solution solution) {
    Optional<Plan> plan =
        rules(
            "degraded plan",
            rules ->
                rules.degraded(
                    session.request.task(),
                    solution,
                    approval.constraints(),
                    session.openWorkspace(),
                    tree().id()));
    if (plan.isEmpty()) {
      return Optional.empty();
    }
    PlanCheck check = check(plan.get());
    return Optional.of(
        new PlanDraft(plan.get(), check.document(), check.errors(), "rules", 0, tree().id()));
  }

  private PlanCheck check(Plan plan) {
    return rules(
        "check the plan", rules -> rules.check(plan, session.openWorkspace(), tree().id()));
  }

  private void nameTree() {
    session.tree =
        Optional.of(
            hosting.call(
                WorkspaceActivities.class,
                ActivityProfile.TREE,
                "name the tree · plan",
                workspaces -> workspaces.nameTree(session.openWorkspace())));
  }

  private Tree tree() {
    return session.tree.orElseThrow();
  }

  private Map<String, String> notes(GateAnswer approval, Solution solution, Optional<String> wish) {
    Map<String, String> notes = new LinkedHashMap<>();
    notes.put("solution", solution.name());
    if (!approval.constraints().isEmpty()) {
      notes.put("constraints", String.join("\n", approval.constraints()));
    }
    approval
        .scope()
        .ifPresent(
            scope -> {
              notes.put("scope-included", String.join("\n", scope.included()));
              notes.put("scope-excluded", String.join("\n", scope.excluded()));
            });
    List<String> words = new ArrayList<>();
    for (Decision decision : session.decisions) {
      if (decision.kind().asksForRound() && !decision.answer().words().isBlank()) {
        words.add(decision.answer().words());
      }
    }
    if (!words.isEmpty()) {
      notes.put("clarifications", String.join("\n", words));
    }
    wish.ifPresent(text -> notes.put("modify", text));
    return notes;
  }

  private <R> R rules(String summary, Function<PlanningActivities, R> work) {
    return hosting.call(PlanningActivities.class, ActivityProfile.RULES, summary, work);
  }
}
