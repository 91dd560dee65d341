package dev.conclave.workflows.context;

import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.FallbackChain;
import dev.conclave.workflows.session.FallbackChain.Answer;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.text.Bounds;
import io.temporal.workflow.Functions.Func;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks for an existing context, else lets agents explore the task, one angle each. */
final class Exploring {
  private final ContextState state;
  private final HostCalls host;
  private final FallbackChain chain;
  private final ContextFindings findings;

  Exploring(ContextState state, HostCalls host, AgentCalls calls, ContextFindings findings) {
    this.state = state;
    this.host = host;
    chain = new FallbackChain(state, calls);
    this.findings = findings;
  }

  ContextPhase detect() {
    findings.found().notes().forEach(state::note);
    state.assembled = findings.found().existing().orElse(null);
    if (state.assembled != null) {
      state.setEnding("the context of this session is still current: nothing was gathered");
      return ContextPhase.COMPLETE;
    }
    return ContextPhase.EXPLORING;
  }

  /** Explores each angle with an agent; a resumed session retries failed angles. */
  ContextPhase explore() {
    host.refresh(" again");
    List<String> usable = state.modelAnalysts();
    if (usable.isEmpty()) {
      return unexplored(
          "no agent is available to explore; `conclave doctor` shows how to set one up");
    }
    state.explorations.removeIf(made -> made.failure().isPresent());
    List<Func<Exploration>> parts = new ArrayList<>();
    List<String> names = state.angles().names();
    for (int i = 0; i < names.size(); i++) {
      String angle = names.get(i);
      int index = i + 1;
      String seat = usable.get(i % usable.size());
      if (state.exploration(angle).isEmpty()) {
        parts.add(
            () -> {
              Answer answer =
                  chain.ask(
                      chain.firstOf(
                          state.request().moderators(List.of(seat)),
                          said -> said.structured().isPresent()),
                      findings.question(
                          "angle-" + angle,
                          Role.CONTEXT_EXPLORER,
                          () -> ContextFindings.given("sources", findings.found().sources()),
                          Map.of("angle", angle)));
              return keep(angle, index, answer);
            });
      }
    }
    AgentCalls.inParallel(parts);
    List<String> failures = findings.unexplored();
    if (failures.size() == names.size()) {
      return unexplored(String.join("; ", failures));
    }
    failures.forEach(state::note);
    return state.questions().isEmpty() || state.request().yes()
        ? state.afterExplorations()
        : ContextPhase.AWAITING_QUESTIONS;
  }

  /** Fails the session: search results alone are not a full context. */
  private ContextPhase unexplored(String why) {
    state.setEnding(Bounds.message(Optional.of(why)));
    return ContextPhase.FAILED;
  }

  private Exploration keep(String angle, int index, Answer answer) {
    Exploration made =
        new Exploration(
            angle,
            index,
            answer.reply(),
            answer.failure(ConflictAnalysis.NOT_ASKED),
            SessionState.now());
    state.explorations.add(made);
    state.explorations.sort(Comparator.comparingInt(Exploration::index));
    state.touch();
    return made;
  }
}
