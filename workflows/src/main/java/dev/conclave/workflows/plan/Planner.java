package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanCheck;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.session.Agents;
import dev.conclave.workflows.session.Asking;
import dev.conclave.workflows.session.Seat;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One planner's chance: it is asked, and sent its errors, until its plan passes or it has failed.
 */
final class Planner {
  /** How often one planner is sent its errors. */
  static final int REPAIRS = 2;

  /** How often when its plan passes with warnings: after that it is shown with them. */
  private static final int REPAIRS_OF_WARNINGS = 1;

  private final PlanSession session;
  private final Recalled recalled;
  private final Asking asking;
  private final Function<Plan, PlanCheck> checks;
  private final List<AgentRun> runs = new ArrayList<>();
  private List<String> errors = List.of();

  Planner(PlanSession session, Recalled recalled, Asking asking, Function<Plan, PlanCheck> checks) {
    this.session = session;
    this.recalled = recalled;
    this.asking = asking;
    this.checks = checks;
  }

  /**
   * What is to be planned.
   *
   * @param wish how the plan before is to be changed
   */
  record Wanted(PlanTerms terms, Solution solution, Optional<String> wish) {}

  /**
   * A plan that passes.
   *
   * @param repairs so often its planner was sent its errors
   */
  record Planned(Plan plan, PlanCheck check, int repairs) {}

  /** Asks; empty when the planner gave no plan that passes. */
  Optional<Planned> ask(String planner, Wanted wanted) {
    // A planner that fails has no stand-in of its own: the next planner is asked with a clean
    // sheet.
    Set<String> used = new LinkedHashSet<>(Agents.all(session.request()));
    Seat seat = new Seat(session, asking, planner, used, runs);
    return seat.ask(questions(wanted)).flatMap(answer -> judge(planner, answer));
  }

  private Seat.Requests questions(Wanted wanted) {
    int number = session.decisions().size();
    return (agent, attempt) -> {
      Optional<DocumentRef> previous = wanted.wish().flatMap(text -> recalled.plan());
      return Requested.plan(
          session,
          session.whereabouts().named(),
          agent,
          number,
          attempt,
          PlanNotes.of(session, wanted),
          recalled.round(),
          previous);
    };
  }

  private Optional<Planned> judge(String planner, Seat.Answer answer) {
    Supplier<AskRequest> question = answer.question();
    AskReply reply = answer.reply();
    Optional<Planned> passed = Optional.empty();
    for (int repairs = 0; ; repairs++) {
      Optional<PlanCheck> check = check(reply);
      if (check.isPresent()) {
        passed = Optional.of(new Planned(reply.plan().orElseThrow(), check.get(), repairs));
      }
      if (errors.isEmpty()) {
        return passed;
      }
      found(reply);
      if (repairs >= (passed.isPresent() ? REPAIRS_OF_WARNINGS : REPAIRS)) {
        return passed;
      }
      question = asking.repair(question, errors, reply);
      Asking.Outcome outcome = asking.ask(question, repairs + 2);
      if (outcome instanceof Asking.Outcome.Failed failed) {
        runs.add(Seat.failed(planner, planner, failed.failure()));
      }
      if (!(outcome instanceof Asking.Outcome.Answered answered)) {
        return passed;
      }
      reply = answered.reply();
    }
  }

  /** The verdict on a plan that passes; {@link #errors} says what should be otherwise. */
  private Optional<PlanCheck> check(AskReply reply) {
    errors = new ArrayList<>(reply.errors());
    if (reply.plan().isPresent() && errors.isEmpty()) {
      PlanCheck check = checks.apply(reply.plan().get());
      errors.addAll(check.errors());
      errors.addAll(check.warnings());
      return Optional.of(check).filter(PlanCheck::passes);
    }
    if (errors.isEmpty()) {
      errors.add("the reply holds no plan");
    }
    return Optional.empty();
  }

  /** Its call is over, but only its checks say what is wrong: whoever watches is told. */
  private void found(AskReply reply) {
    String flaw = AskReply.first(errors).orElseThrow();
    session.calls().found(reply.receipt().agent(), flaw);
    session.ledger().found(reply.receipt().callId(), flaw);
  }

  /** Why there is no plan of this planner's, one sentence each. */
  List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    runs.stream()
        .filter(run -> !run.answered())
        .map(StandIns::reason)
        .distinct()
        .forEach(reasons::add);
    AskReply.first(errors)
        .map(error -> runs.get(0).agent() + " gave no plan that passes: " + error)
        .ifPresent(reasons::add);
    return reasons;
  }
}
