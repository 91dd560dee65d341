package dev.conclave.client.web;

import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.view.AgentRow;
import dev.conclave.client.view.SessionSummary;
import dev.conclave.workflows.session.SessionState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the page of a session shows, from top to bottom: a template of folder {@code sections} each,
 * with what it shows. Which sections there are depends on the kind of session and on how far it is.
 */
final class Sections {
  /**
   * A part of a page that is replaced by itself when it changes.
   *
   * @param template of folder {@code sections}
   * @param name its id on the page
   */
  record Section(String template, String name, Map<String, Object> model) {
    /** One that has the name of its template. */
    Section(String name, Map<String, Object> model) {
      this(name, name, model);
    }
  }

  private Sections() {}

  /** Those that change without a step of the session: they need no more than a look at it. */
  static List<Section> live(SessionSnapshot now, Optional<String> ui, Instant at) {
    return List.of(
        new Section(
            "header",
            Map.of("view", now.view(), "summary", SessionSummary.of(now, ui, at), "now", now)),
        new Section("live", Map.of("view", now.view(), "agents", AgentRow.of(now, at))));
  }

  /** All of them but those that are live. */
  static List<Section> of(SessionState<?> state, SessionSnapshot now) {
    List<Section> sections = new ArrayList<>();
    if (!now.view().rounds().isEmpty()) {
      sections.add(
          new Section("rounds", Map.of("view", now.view(), "rounds", now.view().rounds())));
    }
    return sections;
  }
}
