package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanCheck;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.api.PlanningActivities;
import dev.conclave.workflows.api.Tree;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.session.Agents;
import dev.conclave.workflows.session.Asking;
import dev.conclave.workflows.session.Hosting;
import dev.conclave.workflows.session.Session;
import dev.conclave.workflows.session.Site;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.Bounds;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The way from an approved solution to a plan that passes its checks: a planner, its repairs, the
 * next planner, and at the end the plan that the rules alone can make.
 */
final class Drafting {
  private final PlanSession session;
  private final Hosting hosting;
  private final Site site;
  private final Recalled recalled;
  private final Asking asking;

  Drafting(PlanSession session, Hosting hosting, Site site, Recalled recalled, Asking asking) {
    this.session = session;
    this.hosting = hosting;
    this.site = site;
    this.recalled = recalled;
    this.asking = asking;
  }

  /**
   * Drafts a plan; when a wish cannot be met, the plan that stood. Empty when not even the rules
   * can make one of the solution.
   */
  Optional<PlanDraft> draft(GateAnswer approval, Solution solution, Optional<String> wish) {
    site.nameTreeFor("plan");
    PlanTerms terms = PlanTerms.of(Kept.of(session.decisions()).constraints(), approval.scope());
    Planner.Wanted wanted = new Planner.Wanted(terms, solution, wish);
    List<String> passedOver = new ArrayList<>();
    Optional<String> failed = Optional.empty();
    for (String agent : planners()) {
      Optional<String> unusable = unusable(agent);
      if (unusable.isPresent()) {
        passedOver.add(agent + " could not be asked (" + Bounds.topic(unusable.get()) + ")");
        continue;
      }
      failed.ifPresent(before -> session.calls().passOn(before, agent));
      Planner planner = new Planner(session, recalled, asking, plan -> check(plan, terms));
      Optional<Planner.Planned> planned = planner.ask(agent, wanted);
      if (planned.isPresent()) {
        Planner.Planned plan = planned.get();
        PlanDraft draft =
            draft(plan.plan(), plan.check(), agent, plan.repairs(), terms, passedOver);
        return Optional.of(wish.flatMap(text -> session.plan).map(draft::after).orElse(draft));
      }
      passedOver.addAll(planner.reasons());
      failed = Optional.of(agent);
    }
    return wish.isPresent() && session.plan.isPresent()
        ? session.plan.map(stood -> stood.unchanged(passedOver))
        : degraded(wanted, passedOver);
  }

  /** What of a plan no longer holds in the workspace as it is now. */
  List<String> drifted(PlanDraft draft) {
    site.nameTreeFor("plan");
    return tree().id().equals(draft.tree())
        ? List.of()
        : PlanDrift.between(draft, check(draft.plan(), draft.terms()));
  }

  /** The analysts, then the chain; {@code direct} plans nothing. */
  private List<String> planners() {
    Set<String> planners = new LinkedHashSet<>(session.analysts);
    planners.addAll(Agents.chain(session.request()));
    planners.remove(AgentStatus.DIRECT);
    return List.copyOf(planners);
  }

  /** Looked at when its turn comes: the session may have moved to a host with other agents. */
  private Optional<String> unusable(String agent) {
    return session.roster().whyDropped(agent).or(() -> session.roster().unusable(agent));
  }

  private Optional<PlanDraft> degraded(Planner.Wanted wanted, List<String> passedOver) {
    Optional<Plan> plan =
        rules(
            "degraded plan",
            rules ->
                rules.degraded(
                    session.request().task(),
                    wanted.solution(),
                    wanted.terms(),
                    session.whereabouts().opened(),
                    tree().id()));
    return plan.map(
        made -> draft(made, check(made, wanted.terms()), "rules", 0, wanted.terms(), passedOver));
  }

  private PlanDraft draft(
      Plan plan,
      PlanCheck check,
      String author,
      int repairs,
      PlanTerms terms,
      List<String> passedOver) {
    return new PlanDraft(
        plan,
        check.document(),
        check.errors(),
        author,
        repairs,
        tree().id(),
        terms,
        List.copyOf(passedOver),
        List.of(),
        Unsettled.of(session),
        Optional.of(Session.now()),
        check.warnings());
  }

  private PlanCheck check(Plan plan, PlanTerms terms) {
    return rules(
        "check the plan",
        rules -> rules.check(plan, terms, session.whereabouts().opened(), tree().id()));
  }

  private Tree tree() {
    return session.whereabouts().named();
  }

  private <R> R rules(String summary, Function<PlanningActivities, R> work) {
    return hosting.call(PlanningActivities.class, ActivityProfile.RULES, summary, work);
  }
}
