package dev.conclave.client.page;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Point;
import dev.conclave.workflows.discussion.Position;
import dev.conclave.workflows.discussion.Synthesis;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where the agents of a round agree and where not, with each side's evidence. */
public final class DiscussionPage {
  /** So many points of each agent are shown in short that nobody else has made. */
  private static final int SHOWN_OF_EACH = 3;

  /** The pages of a terminal are English. */
  private static final List<String> LANGUAGES = List.of("en");

  private DiscussionPage() {}

  /** Writes agreements and disagreements, and all that one agent alone has found. */
  public static void write(Page page, Synthesis synthesis) {
    CrossVerification verification = synthesis.crossVerification(LANGUAGES);
    compared(page, synthesis, verification);
    List<Point> alone = verification.unique();
    if (!alone.isEmpty()) {
      page.heading("Found by one agent alone, and unconfirmed");
      alone.forEach(point -> alone(page, point));
    }
    considered(page, synthesis);
  }

  /**
   * The same, but only some of what one agent alone has found.
   *
   * @param more the command that shows the rest
   */
  public static void writeShort(Page page, Synthesis synthesis, String more) {
    CrossVerification verification = synthesis.crossVerification(LANGUAGES);
    compared(page, synthesis, verification);
    considered(page, synthesis);
    Map<String, List<Point>> alone =
        verification.unique().stream()
            .collect(
                Collectors.groupingBy(DiscussionPage::agents, TreeMap::new, Collectors.toList()));
    alone.forEach(
        (agents, points) -> {
          page.gap().text("Only " + agents + " found, and nobody confirmed:");
          points.stream().limit(SHOWN_OF_EACH).forEach(point -> said(page, point));
        });
    int left =
        alone.values().stream()
            .mapToInt(points -> points.size() - SHOWN_OF_EACH)
            .filter(n -> n > 0)
            .sum();
    if (left > 0) {
      page.text(Ink.FAINT, 0, "And " + left + " more:");
      page.verbatim(2, more);
    }
  }

  private static void said(Page page, Point point) {
    page.item(1, "·", bare(point.statement(), places(point)) + evidence(point));
  }

  private static void alone(Page page, Point point) {
    page.item(
        Ink.NAME, 0, agents(point) + ":", bare(point.statement(), places(point)) + evidence(point));
  }

  private static String agents(Point point) {
    return point.positions().stream().map(Position::agent).collect(Collectors.joining(" and "));
  }

  private static void considered(Page page, Synthesis synthesis) {
    if (!synthesis.alsoConsidered().isEmpty()) {
      page.gap().field("Considered", String.join("; ", synthesis.alsoConsidered()));
    }
  }

  private static void compared(Page page, Synthesis synthesis, CrossVerification verification) {
    if (synthesis.notCrossVerified()) {
      page.gap()
          .item(
              Ink.CAREFUL,
              0,
              "!",
              "Not cross-verified: nobody could compare what the agents said.");
    }
    if (!verification.agreements().isEmpty()) {
      page.heading("Agreements");
      verification.agreements().forEach(point -> write(page, Ink.GOOD, "=", point));
    }
    if (!verification.partial().isEmpty()) {
      page.heading("Said by several, and not confirmed by all");
      verification.partial().forEach(point -> write(page, Ink.FAINT, "~", point));
    }
    if (!verification.disagreements().isEmpty()) {
      page.heading("Disagreements");
      verification.disagreements().forEach(disagreement -> write(page, disagreement));
    }
  }

  private static void write(Page page, Ink ink, String mark, Point point) {
    page.item(
        ink,
        0,
        mark,
        bare(point.statement(), places(point))
            + evidence(point)
            + (point.uncited() ? " [no place cited]" : ""));
    point.ownWords().forEach(side -> page.item(Ink.FAINT, 2, side.agent() + ":", bare(side)));
  }

  private static void write(Page page, Disagreement disagreement) {
    page.item(
        disagreement.open() ? Ink.CAREFUL : Ink.FAINT,
        0,
        disagreement.open() ? "?" : "·",
        disagreement.id() + " " + disagreement.topic());
    for (Position side : disagreement.positions()) {
      page.item(Ink.NAME, 2, side.agent() + ":", bare(side) + evidence(side));
    }
    page.text(Ink.FAINT, 2, disagreement.resolution());
  }

  /** The places that support an agreement, each once, with the best that was found there. */
  private static String evidence(Point point) {
    Map<String, Evidence> places = new LinkedHashMap<>();
    places(point)
        .forEach(
            place ->
                places.merge(
                    where(place),
                    place.verdict(),
                    (one, other) -> one.compareTo(other) <= 0 ? one : other));
    return places.isEmpty()
        ? ""
        : places.entrySet().stream()
            .map(place -> place.getKey() + " " + place.getValue().shown())
            .collect(Collectors.joining(", ", " [", "]"));
  }

  private static List<CheckedLocation> places(Point point) {
    return point.positions().stream().flatMap(side -> side.evidence().stream()).toList();
  }

  /** The statement without the places at its end, which follow with their verdicts. */
  private static String bare(Position side) {
    return bare(side.statement(), side.evidence());
  }

  private static String bare(String said, List<CheckedLocation> evidence) {
    String statement = said.strip();
    int bracket = statement.lastIndexOf('[');
    boolean cites =
        bracket > 0
            && statement.endsWith("]")
            && Stream.of(statement.substring(bracket + 1, statement.length() - 1).split("[,;] *"))
                .allMatch(cited -> evidence.stream().anyMatch(e -> where(e).equals(cited.strip())));
    return cites ? statement.substring(0, bracket).strip() : statement;
  }

  private static String evidence(Position side) {
    return side.evidence().isEmpty()
        ? " [no place cited]"
        : side.evidence().stream()
            .map(DiscussionPage::place)
            .collect(Collectors.joining(", ", " [", "]"));
  }

  private static String place(CheckedLocation place) {
    return where(place) + " " + place.verdict().shown();
  }

  private static String where(CheckedLocation place) {
    return place.file() + (place.line() > 0 ? ":" + place.line() : "");
  }
}
