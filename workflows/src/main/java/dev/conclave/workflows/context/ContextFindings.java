package dev.conclave.workflows.context;

import dev.conclave.workflows.context.ContextActivities.Detected;
import dev.conclave.workflows.context.ContextActivities.DraftedEdits;
import dev.conclave.workflows.context.ContextActivities.Explored;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.session.AgentQuestion;
import dev.conclave.workflows.session.AgentQuestion.Given;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.ReplyDocuments;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Provides the parts of a context on the session's current host. */
final class ContextFindings {
  private final ContextState state;
  private final HostCalls host;
  private final ReplyDocuments documents;

  ContextFindings(ContextState state, HostCalls host, ReplyDocuments documents) {
    this.state = state;
    this.host = host;
    this.documents = documents;
  }

  <R> R rules(String summary, Function<ContextActivities, R> work) {
    return host.call(ContextActivities.class, ActivityProfile.RULES, summary, work);
  }

  /** Returns what was found before asking agents; detected again on a new host. */
  Detected found() {
    if (state.found == null) {
      state.found = rules("look for an earlier context", rules -> rules.detect(state.gathering()));
    }
    return state.found;
  }

  /** Returns the modifications; computed again on a new host, where none is written. */
  DraftedEdits draftedEdits() {
    if (state.drawnUp == null) {
      DraftedEdits now =
          rules(
              "compute the modifications",
              rules -> rules.draftEdits(state.gathering(), state.undrafted()));
      state.drawnUp = state.earlier == null ? now : now.after(state.earlier);
    }
    return state.drawnUp;
  }

  List<Explored> explored() {
    List<Explored> sound = new ArrayList<>();
    for (Exploration made : state.explorations) {
      documents
          .analyses(made.reply().stream().toList())
          .forEach(document -> sound.add(new Explored(made.angle(), made.index(), document)));
    }
    return sound;
  }

  /** Returns a sentence with the reason for each unexplored angle. */
  List<String> unexplored() {
    return state.explorations.stream()
        .filter(made -> made.failure().isPresent())
        .map(made -> "no agent explored %s: %s".formatted(made.angle(), made.summary()))
        .toList();
  }

  /**
   * Creates a request.
   *
   * @param documents collected again for each attempt
   */
  AgentQuestion question(
      String call,
      Role role,
      Supplier<Map<String, DocumentRef>> documents,
      Map<String, String> notes) {
    // The number must not change while a request waits at a budget gate.
    return new AgentQuestion(
        "%s.%d".formatted(call, state.decisions().size()),
        0,
        role,
        () -> new Given(Words.of(role) + "-1", documents.get(), notes));
  }

  static Map<String, DocumentRef> given(String name, Optional<DocumentRef> document) {
    Map<String, DocumentRef> given = new LinkedHashMap<>();
    document.ifPresent(there -> given.put(name, there));
    return given;
  }

  /**
   * Returns the documents that strategies may change; the agents' snapshot lacks files ignored by
   * Git.
   */
  Map<String, DocumentRef> planningDocuments() {
    return given("planning", found().planning());
  }
}
