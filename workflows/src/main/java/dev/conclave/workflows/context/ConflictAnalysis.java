package dev.conclave.workflows.context;

import dev.conclave.workflows.context.ContextState.Pending;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.FallbackChain;
import dev.conclave.workflows.session.FallbackChain.Answer;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Lets an agent find conflicts and apply the human's answers to a strategy. */
final class ConflictAnalysis {
  static final String NOT_ASKED = "the budget allows no agent call";

  /** Limit of the reason for an updated strategy at a gate, in characters. */
  private static final int REASON = 1_500;

  private static final List<String> SEVERITIES = List.of("Critical", "High", "Medium");

  private final ContextState state;
  private final HostCalls host;
  private final FallbackChain chain;
  private final ContextFindings findings;

  ConflictAnalysis(ContextState state, HostCalls host, AgentCalls calls, ContextFindings findings) {
    this.state = state;
    this.host = host;
    chain = new FallbackChain(state, calls);
    this.findings = findings;
  }

  private record Conflicts(List<PlanningConflict> conflicts) {}

  ContextPhase analyze() {
    host.refresh(" again");
    Answer answer =
        chain.ask(
            order(),
            findings.question(
                "conflicts",
                Role.CONFLICT_ANALYST,
                () -> {
                  Map<String, DocumentRef> given = findings.planningDocuments();
                  findings
                      .explored()
                      .forEach(one -> given.put("exploration " + one.angle(), one.document()));
                  return given;
                },
                Map.of("decided", String.join("\n", state.decided()))));
    answer
        .failure(NOT_ASKED)
        .ifPresent(why -> state.note("the conflicts were not analyzed: " + why));
    state.conflictsBy = answer.reply().map(said -> said.receipt().agent()).orElse(null);
    state.conflicts =
        answer.as(Conflicts.class).stream()
            .flatMap(said -> said.conflicts().stream())
            .sorted(Comparator.comparingInt(one -> SEVERITIES.indexOf(one.severity())))
            .map(PlanningConflict::recommendedFirst)
            .collect(Collectors.toCollection(ArrayList::new));
    return state.afterResolution();
  }

  private record Clarified(
      Strategy updatedStrategy, String rationale, List<String> remainingQuestions) {}

  /** Applies the answers to the strategy and shows it to the human again. */
  ContextPhase clarify() {
    host.refresh(" again");
    PlanningConflict conflict = state.conflict().orElseThrow();
    Pending pending = state.pending;
    Answer answer =
        chain.ask(
            order(),
            findings.question(
                "clarify-%s-%d".formatted(conflict.id(), pending.exchanges() - 1),
                Role.CONFLICT_CLARIFIER,
                findings::planningDocuments,
                Map.of(
                    "decided", String.join("\n", state.decided()),
                    "conflict", conflict.withoutStrategies(),
                    "strategy", json(state.chosen()),
                    "answers", json(pending.said()))));
    Clarified clarified =
        answer.as(Clarified.class).orElseGet(() -> new Clarified(state.chosen(), "", List.of()));
    String reason = Cut.shorten(clarified.rationale(), REASON);
    answer
        .failure(NOT_ASKED)
        .ifPresentOrElse(
            why -> state.note("your answers were not applied to the strategy: " + why),
            () ->
                state.tell(
                    "strategy %d was updated with your answers: %s"
                        .formatted(pending.strategy() + 1, reason)));
    state.pending =
        new Pending(
            pending.strategy(),
            pending.said(),
            pending.exchanges(),
            reason.isBlank() ? pending.remark() : reason);
    Strategy updated = clarified.updatedStrategy();
    List<Strategy> strategies = new ArrayList<>(conflict.strategies());
    strategies.set(
        pending.strategy(), updated.withClarificationNeeded(clarified.remainingQuestions()));
    state.conflicts.set(state.resolutions.size(), conflict.with(strategies));
    state.touch();
    return state.hasNextQuestions()
        ? ContextPhase.AWAITING_CONFLICT_QUESTIONS
        : ContextPhase.AWAITING_CONFLICT;
  }

  private FallbackChain.Order order() {
    return chain.firstOf(
        state.request().moderators(state.modelAnalysts()), said -> said.structured().isPresent());
  }

  private static String json(Object value) {
    return WireMapper.get().valueToTree(value).toString();
  }
}
