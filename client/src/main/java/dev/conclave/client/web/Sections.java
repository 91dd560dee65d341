package dev.conclave.client.web;

import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.view.AgentCard;
import dev.conclave.client.view.AgentRow;
import dev.conclave.client.view.SessionSummary;
import dev.conclave.client.view.Step;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.Cut;
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

  private static final int TITLE = 160;

  private Sections() {}

  /** Those that change without a step of the session: they need no more than a look at it. */
  static List<Section> live(SessionSnapshot now, Optional<String> ui, Instant at) {
    SessionView view = now.view();
    String task = view.task().strip();
    return List.of(
        new Section(
            "header",
            Map.of(
                "view", view,
                "kind", SessionKinds.ofId(view.session()).command(),
                "title", Cut.shorten(task.lines().findFirst().orElse("").strip(), TITLE),
                "steps", Step.of(view),
                "cards", AgentCard.of(now, at),
                "summary", SessionSummary.of(now, ui, at),
                "ui", ui.orElse(""),
                "linked", true)),
        new Section(
            "live",
            Map.of(
                "agents",
                now.live().isEmpty() ? List.of() : AgentRow.of(now, at),
                "other",
                now.otherWork())));
  }

  /**
   * All of them but those that are live.
   *
   * @param language of the page
   * @param round whose ledger is shown; 0 for the last
   */
  static List<Section> of(
      SessionState<?> state, SessionSnapshot now, SessionFiles files, String language, int round) {
    List<Section> sections = new ArrayList<>();
    sections.addAll(KindSections.of(state, now, files, language, round));
    return sections;
  }
}
