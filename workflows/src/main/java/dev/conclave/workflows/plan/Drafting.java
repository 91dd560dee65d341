package dev.conclave.workflows.plan;

import dev.conclave.workflows.agent.AskReply;
import dev.conclave.workflows.agent.AskRequest;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.host.ActivityProfile;
import dev.conclave.workflows.host.TaskQueues;
import dev.conclave.workflows.planning.Plan;
import dev.conclave.workflows.planning.PlanCheck;
import dev.conclave.workflows.planning.PlanningActivities;
import dev.conclave.workflows.workspace.Tree;
import dev.conclave.workflows.workspace.WorkspaceActivities;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The way from an approved solution to a plan that passes its checks: a planner, its repairs, the
 * next planner, and at the end the plan that the rules alone can make.
 */
final class Drafting {
  /** How often one planner is sent its errors. */
  static final int REPAIRS = 2;

  private final Session session;
  private final Asking asking;

  Drafting(Session session, Asking asking) {
    this.session = session;
    this.asking = asking;
  }

  /** Drafts a plan; empty when not even the rules can make one of the solution. */
  Optional<PlanDraft> draft(GateAnswer approval, Solution solution, Optional<String> wish) {
    Tree tree = nameTree();
    Optional<String> failed = Optional.empty();
    for (String planner : planners()) {
      failed.ifPresent(before -> session.calls.passOn(before, planner));
      Optional<PlanDraft> draft = ask(planner, tree, approval, solution, wish);
      if (draft.isPresent()) {
        return draft;
      }
      failed = Optional.of(planner);
    }
    return degraded(tree, approval, solution);
  }

  /** The analysts, then the chain; {@code direct} plans nothing. */
  private List<String> planners() {
    Set<String> planners = new LinkedHashSet<>(session.analysts);
    planners.addAll(Agents.chain(session.request));
    planners.remove(Agents.DIRECT);
    planners.removeIf(
        agent ->
            session.dropped(agent)
                || Agents.find(session.roster, agent).filter(a -> a.usable()).isEmpty());
    return List.copyOf(planners);
  }

  private Optional<PlanDraft> ask(
      String planner, Tree tree, GateAnswer approval, Solution solution, Optional<String> wish) {
    int number = session.decisions.size();
    Optional<DocumentRef> previous =
        wish.isPresent() ? session.plan.map(PlanDraft::document) : Optional.empty();
    Map<String, String> notes = notes(approval, solution, wish);
    List<AgentRun> runs = new ArrayList<>();
    // A planner that fails has no stand-in of its own: the next planner is asked with a clean
    // sheet.
    Set<String> used = new LinkedHashSet<>(Agents.all(session.request));
    Seat seat = new Seat(session, asking, planner, used, runs);
    Optional<AskReply> reply =
        seat.ask(
            (agent, attempt) ->
                Requested.plan(session, tree, agent, number, attempt, notes, previous));
    AskRequest request = Requested.plan(session, tree, planner, number, 1, notes, previous);
    for (int repairs = 0; reply.isPresent(); repairs++) {
      List<String> errors = new ArrayList<>(reply.get().errors());
      Optional<Plan> plan = reply.get().plan();
      if (plan.isPresent() && errors.isEmpty()) {
        PlanCheck check = check(plan.get(), tree);
        if (check.passes()) {
          return Optional.of(
              new PlanDraft(plan.get(), check.document(), List.of(), planner, repairs, tree.id()));
        }
        errors.addAll(check.errors());
      }
      if (plan.isEmpty() && errors.isEmpty()) {
        errors.add("the reply holds no plan");
      }
      if (repairs == REPAIRS) {
        return Optional.empty();
      }
      request = Requested.repair(request, errors, reply.get().raw());
      reply =
          asking.ask(request, repairs + 2) instanceof Asking.Outcome.Answered answered
              ? Optional.of(answered.reply())
              : Optional.empty();
    }
    return Optional.empty();
  }

  private Optional<PlanDraft> degraded(Tree tree, GateAnswer approval, Solution solution) {
    Optional<Plan> plan =
        rules("degraded plan")
            .degraded(
                session.request.task(),
                solution,
                approval.constraints(),
                session.openWorkspace(),
                tree.id());
    if (plan.isEmpty()) {
      return Optional.empty();
    }
    PlanCheck check = check(plan.get(), tree);
    return Optional.of(
        new PlanDraft(plan.get(), check.document(), check.errors(), "rules", 0, tree.id()));
  }

  private PlanCheck check(Plan plan, Tree tree) {
    return rules("check the plan").check(plan, session.openWorkspace(), tree.id());
  }

  private Tree nameTree() {
    Tree tree =
        Workflow.newActivityStub(
                WorkspaceActivities.class,
                ActivityProfile.TREE.on(hostQueue(), "name the tree · plan"))
            .nameTree(session.openWorkspace());
    session.tree = Optional.of(tree);
    return tree;
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

  private PlanningActivities rules(String summary) {
    return Workflow.newActivityStub(
        PlanningActivities.class, ActivityProfile.RULES.on(hostQueue(), summary));
  }

  private String hostQueue() {
    return TaskQueues.host(session.openWorkspace().host());
  }
}
