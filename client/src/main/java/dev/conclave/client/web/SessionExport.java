package dev.conclave.client.web;

import dev.conclave.client.page.SessionMarkdown;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.web.Sections.Section;
import dev.conclave.workflows.session.DiscussionState;
import dev.conclave.workflows.session.SessionState;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A session or one of its rounds as a self-contained document. */
public final class SessionExport {
  /** The sections of a round; all others belong to the session. */
  private static final Set<String> OF_ROUND =
      Set.of("header", "decision", "rounds", "conflicts", "ledger", "topic", "files", "planning");

  public enum Format {
    MD("text/markdown; charset=utf-8"),
    HTML("text/html; charset=utf-8");

    private final String type;

    Format(String type) {
      this.type = type;
    }

    String type() {
      return type;
    }
  }

  private SessionExport() {}

  /**
   * Writes the document.
   *
   * @param round 0 for the whole session
   * @param language of the labels in HTML
   * @throws UsageException if the session has no such round
   */
  public static String of(
      SessionState<?> state,
      SessionSnapshot now,
      SessionFiles files,
      Format format,
      int round,
      String language) {
    if (round > 0 && !(state instanceof DiscussionState<?> it && round <= it.rounds().size())) {
      throw new UsageException("Session %s has no round %d.".formatted(state.handle(), round));
    }
    return format == Format.MD
        ? SessionMarkdown.of(state, now, round, files::round) + report(state, files, round)
        : html(state, now, files, round, Locale.forLanguageTag(language));
  }

  /** Returns the report with a session's result; a plan is in the document already. */
  private static String report(SessionState<?> state, SessionFiles files, int round) {
    return (round > 0
            ? Stream.<String>empty()
            : Stream.of("context.md", "planning-notes.md", "EXECUTION.md"))
        .flatMap(name -> files.of(state).text(name).stream())
        .map(text -> "\n---\n\n" + text)
        .collect(Collectors.joining());
  }

  private static String html(
      SessionState<?> state, SessionSnapshot now, SessionFiles files, int round, Locale language) {
    List<Section> sections =
        new ArrayList<>(Sections.live(now, Optional.empty(), state.updatedAt()));
    sections.addAll(KindSections.of(state, now, files, language.getLanguage(), round));
    sections.removeIf(one -> List.of("live", KindSections.FILES).contains(one.name()));
    sections.removeIf(one -> round > 0 && !OF_ROUND.contains(one.name()));
    sections.replaceAll(SessionExport::withoutLinks);
    return Templates.render(
        "export",
        Map.of(
            "view", now.view(),
            "round", round,
            "lang", language.getLanguage(),
            "style", style(),
            "sections", Pages.rendered(sections, language)),
        language);
  }

  /** Removes links to other pages, which a saved document cannot open. */
  private static Section withoutLinks(Section section) {
    Map<String, Object> model = new HashMap<>(section.model());
    model.put("linked", false);
    return new Section(section.template(), section.name(), model);
  }

  private static String style() {
    try (InputStream css =
        Objects.requireNonNull(PageServer.class.getResourceAsStream("static/page.css"))) {
      return new String(css.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
