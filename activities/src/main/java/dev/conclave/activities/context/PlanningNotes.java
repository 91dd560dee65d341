package dev.conclave.activities.context;

import dev.conclave.activities.artifact.MarkdownText;
import dev.conclave.activities.context.MarkdownLines.Heading;
import dev.conclave.activities.context.WorkspaceFiles.Refused;
import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.context.ContextActivities.AssembleRequest;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextActivities.Intent;
import dev.conclave.workflows.context.Resolution;
import dev.conclave.workflows.context.Resolution.ResolutionKind;
import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A session's planning notes: what the user wants is read from them, what the gathering came to is
 * entered. What stands in them stays, and nothing is entered twice.
 */
record PlanningNotes(UnaryOperator<String> filter) {
  static final String FILE = "planning-notes.md";

  private static final String FINDINGS = "Context Findings (Phase 2)";
  private static final String DECISIONS = "Conflict Decisions (Phase 2)";
  private static final String CONSOLIDATED = "Consolidated Constraints (Phase 3 Input)";

  private static final int MOST_CONSTRAINTS = 20;
  private static final int LONGEST_GOAL = 2000;

  /** A field with a value behind it, or a list below. */
  private static final Pattern FIELD =
      Pattern.compile(
          "(?m)^\\s*(?:[-*+]\\s+)?\\*\\*([A-Z_]+)(?::\\*\\*|\\*\\*\\s*[:：])[ \\t]*"
              + "(\\S.*|(?:\\R+\\s*(?:[-*+]|\\d{1,6}[.)])\\s+(?!\\*\\*).*)*)");

  private static final Pattern SEPARATOR =
      Pattern.compile("[;；]|(?:^|\\R+)\\s*(?:[-*+]|\\d{1,6}[.)])\\s+");
  private static final Pattern NUMBERED = Pattern.compile("\\s*(\\d{1,6})[.)]\\s+(.*)");
  private static final Pattern NOTHING =
      Pattern.compile("|-|none\\.?|n/a|\\(to be filled.*\\)", Pattern.CASE_INSENSITIVE);
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\s*\\(To be filled.*\\)\\s*", Pattern.CASE_INSENSITIVE);

  /**
   * What the user wants: the first {@code **GOAL**: …} and {@code **SCOPE**: …}, and all {@code
   * **KEY_CONSTRAINTS**: …}, parted by semicolons or as a list below. The task is the goal where
   * none is named.
   *
   * @param notes empty without any
   */
  Intent intent(String task, String notes) {
    return new Intent(
        first(notes, "GOAL").orElseGet(() -> filter.apply(task)),
        first(notes, "SCOPE").orElse(""),
        values(notes, "KEY_CONSTRAINTS")
            .flatMap(SEPARATOR::splitAsStream)
            .map(String::strip)
            .filter(one -> !NOTHING.matcher(one).matches())
            .map(one -> Bounds.message(Optional.of(one)))
            .distinct()
            .limit(MOST_CONSTRAINTS)
            .toList());
  }

  private Optional<String> first(String notes, String name) {
    return values(notes, name).findFirst().map(value -> Cut.shown(value, LONGEST_GOAL));
  }

  private Stream<String> values(String notes, String name) {
    return FIELD
        .matcher(notes)
        .results()
        .filter(field -> field.group(1).equals(name))
        .map(field -> field.group(2).strip())
        .filter(value -> !NOTHING.matcher(value).matches())
        .map(filter);
  }

  /** Enters a package into the notes of its session, which are made when there are none. */
  Assembled entered(AssembleRequest request, Assembled assembled) {
    Workspace workspace = request.gathering().workspace();
    Path top = ContextActivitiesImpl.top(workspace);
    Path file =
        SessionKind.CONTEXT.folder(workspace).resolve(request.gathering().session()).resolve(FILE);
    LocalDate day = LocalDate.ofInstant(request.at(), ZoneOffset.UTC);
    try {
      boolean there = WorkspaceFiles.isThere(top, file);
      String before = there ? WorkspaceFiles.text(top, file) : "# Planning Notes\n";
      String after = entered(before, assembled, request.resolutions(), day);
      if (!there) {
        AtomicFiles.write(file, after.getBytes(StandardCharsets.UTF_8));
      } else if (!after.equals(before)) {
        AtomicFiles.replace(file, after.getBytes(StandardCharsets.UTF_8));
      }
      return assembled;
    } catch (Refused | IOException e) {
      List<String> notes = new ArrayList<>(assembled.notes());
      notes.add(FILE + " is not written: it " + Refused.why(e));
      return WireMapper.with(assembled, Map.of("notes", notes));
    }
  }

  /** The notes with the outcome in them. */
  String entered(String notes, Assembled assembled, List<Resolution> resolutions, LocalDate day) {
    List<String> constraints = assembled.constraints().stream().map(this::line).toList();
    String angles =
        assembled.angles().isEmpty() ? "the plain search" : String.join(", ", assembled.angles());
    String text =
        entered(
            notes,
            FINDINGS,
            List.of(
                bullet("CRITICAL_FILES", assembled.critical().stream().map(this::line), ", "),
                bullet("ARCHITECTURE", Stream.of(line(assembled.architecture())), ""),
                bullet("CONFLICT_RISK", Stream.of(line(assembled.risk())), ""),
                bullet("CONSTRAINTS", of("[Context] ", constraints), "; ")),
            "### [Context-Search Agent] " + day,
            Words.counted(assembled.files(), "file") + " found from " + angles);
    if (!resolutions.isEmpty()) {
      List<String> bullets = new ArrayList<>();
      bullets.add(bullet("RESOLVED", of(ResolutionKind.STRATEGY, resolutions), "; "));
      bullets.add(bullet("CUSTOM_HANDLING", of(ResolutionKind.CUSTOM, resolutions), "; "));
      if (of(ResolutionKind.UNRESOLVED, resolutions).findAny().isPresent()) {
        bullets.add(bullet("UNRESOLVED", of(ResolutionKind.UNRESOLVED, resolutions), "; "));
      }
      bullets.add(bullet("CONSTRAINTS", of("[Conflict] ", constraints), "; "));
      text =
          entered(
              text,
              DECISIONS,
              bullets,
              "### [Conflict-Resolution Agent] " + day,
              "%d of %s resolved by a strategy"
                  .formatted(
                      of(ResolutionKind.STRATEGY, resolutions).count(),
                      Words.counted(resolutions.size(), "conflict")));
    }
    return numbered(text, constraints);
  }

  private Stream<String> of(ResolutionKind kind, List<Resolution> resolutions) {
    String between = kind == ResolutionKind.STRATEGY ? " → " : " ";
    return resolutions.stream()
        .filter(one -> one.kind() == kind)
        .map(one -> line(one.conflict().id() + between + one.sentence()));
  }

  /** Constraints of a kind, without its name. */
  private static Stream<String> of(String kind, List<String> constraints) {
    return constraints.stream()
        .filter(one -> one.startsWith(kind))
        .map(one -> one.substring(kind.length()));
  }

  private static String bullet(String name, Stream<String> values, String between) {
    String value = values.collect(Collectors.joining(between));
    return "- **%s**: %s".formatted(name, value.isEmpty() ? "none" : value);
  }

  private String line(String text) {
    return MarkdownText.prose(Bounds.message(Optional.of(filter.apply(text))));
  }

  private static String entered(
      String text, String title, List<String> bullets, String heading, String note) {
    List<String> standing = section(text, title);
    List<String> missing = bullets.stream().filter(one -> !standing.contains(one)).toList();
    String noted = "- **Note**: " + note;
    List<String> dated = standing.contains(noted) ? List.of() : List.of(heading, noted);
    return under(under(text, title, missing), title, dated);
  }

  /** Constraints go on behind the last number; one that stands there has its number already. */
  private static String numbered(String text, List<String> constraints) {
    int last = 0;
    Set<String> standing = new HashSet<>();
    for (String line : section(text, CONSOLIDATED)) {
      Matcher numbered = NUMBERED.matcher(line);
      if (numbered.matches()) {
        last = Math.max(last, Integer.parseInt(numbered.group(1)));
        standing.add(numbered.group(2));
      }
    }
    List<String> missing = new ArrayList<>();
    for (String one : constraints) {
      if (standing.add(one)) {
        missing.add(++last + ". " + one);
      }
    }
    return under(text, CONSOLIDATED, missing);
  }

  /** The first heading of a title above those of dated notes. */
  private static Optional<Heading> heading(MarkdownLines lines, String title) {
    return lines.titled(title).stream().filter(one -> one.level() < 3).findFirst();
  }

  /** The lines of a section; none without it. */
  private static List<String> section(String text, String title) {
    MarkdownLines lines = MarkdownLines.of(text);
    return heading(lines, title).map(lines::below).orElse(List.of());
  }

  /** The text with lines in a section, which is made when it is missing; its placeholder goes. */
  private static String under(String text, String title, List<String> added) {
    if (added.isEmpty()) {
      return text;
    }
    MarkdownLines lines = MarkdownLines.of(text);
    Optional<Heading> section = heading(lines, title);
    if (section.isEmpty()) {
      return under(lines.appended("## " + title), title, added);
    }
    String rest = lines.without(section.get(), PLACEHOLDER.asMatchPredicate());
    return rest.equals(text)
        ? lines.added(section.get(), String.join("\n", added))
        : under(rest, title, added);
  }
}
