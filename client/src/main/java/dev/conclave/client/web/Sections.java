package dev.conclave.client.web;

import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.view.AgentCard;
import dev.conclave.client.view.AgentRow;
import dev.conclave.client.view.SessionSummary;
import dev.conclave.client.view.Step;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.Cut;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sections at the top of every session page. */
final class Sections {
  /**
   * A part of a page that is updated separately.
   *
   * @param template in folder {@code sections}
   * @param name its id on the page
   */
  record Section(String template, String name, Map<String, Object> model) {
    /** The key of a model's flag that keeps its section out of the list of sections if false. */
    static final String LISTED = "listed";

    /** Creates a section named after its template. */
    Section(String name, Map<String, Object> model) {
      this(name, name, model);
    }

    /** Adds a value to its model. */
    Section with(String key, Object value) {
      model.put(key, value);
      return this;
    }
  }

  private static final int TITLE = 320;

  private Sections() {}

  /** Returns the sections that change between steps; they need only a snapshot. */
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
                Section.LISTED,
                false,
                "agents",
                now.live().isEmpty() ? List.of() : AgentRow.of(now, at),
                "other",
                now.otherWork())));
  }
}
