package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.WorkspaceSpec;
import dev.conclave.workflows.config.BudgetConfiguration;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.session.DeadlinePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Requests that differ from a plain one in a single thing. */
final class Requests {
  private Requests() {}

  static PlanRequest named(PlanRequest r, List<String> tools) {
    return make(r, tools, true, List.of(), r.mode(), false, false, r.budget(), Optional.empty());
  }

  static PlanRequest fallback(PlanRequest r, List<String> fallback) {
    return make(
        r, r.tools(), false, fallback, r.mode(), false, false, r.budget(), Optional.empty());
  }

  static PlanRequest serial(PlanRequest r) {
    return make(
        r,
        r.tools(),
        false,
        r.fallback(),
        DiscussionMode.SERIAL,
        false,
        false,
        r.budget(),
        Optional.empty());
  }

  static PlanRequest yes(PlanRequest r) {
    return make(
        r, r.tools(), false, r.fallback(), r.mode(), false, true, r.budget(), Optional.empty());
  }

  static PlanRequest yes(PlanRequest r, List<String> named) {
    return make(r, named, true, List.of(), r.mode(), false, true, r.budget(), Optional.empty());
  }

  static PlanRequest autoExecute(PlanRequest r) {
    return make(
        r, r.tools(), false, r.fallback(), r.mode(), true, false, r.budget(), Optional.empty());
  }

  static PlanRequest calls(PlanRequest r, int calls) {
    return make(
        r,
        r.tools(),
        false,
        r.fallback(),
        r.mode(),
        false,
        false,
        new BudgetConfiguration(Optional.empty(), Optional.of(calls), Optional.empty()),
        Optional.empty());
  }

  static PlanRequest usd(PlanRequest r, double usd) {
    return make(
        r,
        r.tools(),
        false,
        r.fallback(),
        r.mode(),
        false,
        false,
        new BudgetConfiguration(Optional.of(usd), Optional.empty(), Optional.empty()),
        Optional.empty());
  }

  static PlanRequest deadline(PlanRequest r, DeadlinePolicy policy) {
    return deadline(r, new Deadline(Duration.ofDays(3), policy));
  }

  static PlanRequest deadline(PlanRequest r, Deadline deadline) {
    return make(
        r,
        r.tools(),
        false,
        r.fallback(),
        r.mode(),
        false,
        false,
        r.budget(),
        Optional.of(deadline));
  }

  static PlanRequest workspace(PlanRequest r, WorkspaceSpec workspace) {
    return new PlanRequest(
        r.task(),
        workspace,
        r.tools(),
        r.toolsNamed(),
        r.fallback(),
        r.moderator(),
        r.maxRounds(),
        r.mode(),
        r.autoExecute(),
        r.yes(),
        r.saveContext(),
        r.budget(),
        r.deadline(),
        r.languages(),
        r.contextBytes(),
        r.searchAttributes(),
        r.by());
  }

  static PlanRequest moderator(PlanRequest r, String moderator) {
    return new PlanRequest(
        r.task(),
        r.workspace(),
        r.tools(),
        r.toolsNamed(),
        r.fallback(),
        Optional.of(moderator),
        r.maxRounds(),
        r.mode(),
        r.autoExecute(),
        r.yes(),
        r.saveContext(),
        r.budget(),
        r.deadline(),
        r.languages(),
        r.contextBytes(),
        r.searchAttributes(),
        r.by());
  }

  private static PlanRequest make(
      PlanRequest r,
      List<String> tools,
      boolean named,
      List<String> fallback,
      DiscussionMode mode,
      boolean autoExecute,
      boolean yes,
      BudgetConfiguration budget,
      Optional<Deadline> deadline) {
    return new PlanRequest(
        r.task(),
        r.workspace(),
        tools,
        named,
        fallback,
        r.moderator(),
        r.maxRounds(),
        mode,
        autoExecute,
        yes,
        r.saveContext(),
        budget,
        deadline,
        r.languages(),
        r.contextBytes(),
        r.searchAttributes(),
        r.by());
  }
}
