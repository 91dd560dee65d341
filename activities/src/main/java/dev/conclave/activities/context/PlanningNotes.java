package dev.conclave.activities.context;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.activities.artifact.MarkdownText;
import dev.conclave.activities.context.MarkdownLines.Heading;
import dev.conclave.activities.context.WorkspaceFiles.Refused;
import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.workflows.context.ContextActivities.AssembleRequest;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextActivities.Intent;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.context.Resolution;
import dev.conclave.workflows.context.Resolution.ResolutionKind;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A session's planning notes. The user's intent is read from them and the outcome of the gathering
 * is entered. Existing lines are kept, and no line is entered twice.
 */
record PlanningNotes(UnaryOperator<String> filter, Language language) {
  static final String FILE = "planning-notes.md";

  private static final int MOST_CONSTRAINTS = 20;
  private static final int LONGEST_GOAL = 2000;

  private static final Pattern FIELD =
      Pattern.compile(
          "(?m)^[ \\t]*(?:[-*+]\\s+)?\\*\\*([A-Z_]+)(?::\\*\\*|\\*\\*\\s*[:：])[ \\t]*"
              + "(\\S.*|(?:\\s*\\n\\s*(?:[-*+]|\\d{1,6}[.)])\\s+(?:[^*\\s].*|\\*(?:[^*\\n].*|$)))*)");

  private static final Pattern SEPARATOR =
      Pattern.compile("[;；]|(?:^|\\n)\\s*(?:[-*+]|\\d{1,6}[.)])\\s+");
  private static final Pattern NUMBERED = Pattern.compile("\\s*(\\d{1,6})[.)]\\s+(.*)");
  private static final Pattern NOTHING =
      Pattern.compile("|-|none\\.?|无。?|n/a|\\(to be filled.*\\)", Pattern.CASE_INSENSITIVE);
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\s*\\(To be filled.*\\)\\s*", Pattern.CASE_INSENSITIVE);

  PlanningNotes(UnaryOperator<String> filter) {
    this(filter, Language.EN);
  }

  /**
   * Returns the user's intent: the first {@code **GOAL**: …} and {@code **SCOPE**: …}, and all
   * {@code **KEY_CONSTRAINTS**: …}, separated by semicolons or listed below. The goal defaults to
   * the task.
   *
   * @param notes empty if there are none
   */
  Intent intent(String task, String notes) {
    return new Intent(
        first(notes, "GOAL").orElseGet(() -> filter.apply(task)),
        first(notes, "SCOPE").orElse(""),
        values(notes, "KEY_CONSTRAINTS")
            .flatMap(value -> Stream.of(SEPARATOR.split(value)))
            .map(String::strip)
            .filter(one -> !NOTHING.matcher(one).matches())
            .map(one -> Bounds.message(Optional.of(one)))
            .distinct()
            .limit(MOST_CONSTRAINTS)
            .toList());
  }

  static boolean hasIntent(String notes) {
    Intent said = new PlanningNotes(UnaryOperator.identity()).intent("", notes);
    return !said.equals(new Intent("", "", List.of()));
  }

  private Optional<String> first(String notes, String name) {
    return values(notes, name).findFirst().map(value -> Cut.shorten(value, LONGEST_GOAL));
  }

  private Stream<String> values(String notes, String name) {
    List<String> values = new ArrayList<>();
    Matcher field = FIELD.matcher(notes);
    while (field.find()) {
      if (field.group(1).equals(name)) {
        values.add(field.group(2).strip());
      }
    }
    return values.stream().filter(value -> !NOTHING.matcher(value).matches()).map(filter);
  }

  /** Enters a package into the notes of its session, creating them if missing. */
  Assembled withPackage(AssembleRequest request, Assembled assembled) {
    Workspace workspace = request.gathering().workspace();
    Path top = ContextActivitiesImpl.top(workspace);
    Path file =
        ContextState.KIND.folder(workspace).resolve(request.gathering().session()).resolve(FILE);
    LocalDate day = LocalDate.ofInstant(request.at(), ZoneOffset.UTC);
    try {
      boolean there = WorkspaceFiles.isThere(top, file);
      String before = there ? WorkspaceFiles.text(top, file) : "# Planning Notes\n";
      String after = withPackage(before, assembled, request.resolutions(), day);
      if (!there) {
        hide(file.resolveSibling(".gitignore"));
        AtomicFiles.write(file, after);
      } else if (!after.equals(before)) {
        AtomicFiles.replace(file, after.getBytes(StandardCharsets.UTF_8));
      }
      return assembled;
    } catch (Refused | IOException e) {
      List<String> notes = new ArrayList<>(assembled.notes());
      notes.add(FILE + " was not written: it " + Refused.why(e));
      return assembled.withNotes(notes);
    }
  }

  /** Hides created notes from Git, and so from snapshots: they are not part of the repository. */
  private static void hide(Path ignore) throws IOException {
    if (!Files.exists(ignore, LinkOption.NOFOLLOW_LINKS)) {
      AtomicFiles.write(ignore, "/.gitignore\n/" + FILE + "\n");
    }
  }

  String withPackage(
      String notes, Assembled assembled, List<Resolution> resolutions, LocalDate day) {
    Map<String, Object> model = new HashMap<>();
    model.put("found", assembled);
    model.put("day", day.toString());
    model.put("nothing", language.word("none"));
    model.put("risk", language.word(assembled.risk()));
    String files = Words.counted(assembled.files(), "file");
    String angles =
        assembled.angles().isEmpty() ? "none, plain search" : String.join(", ", assembled.angles());
    model.put("files", language.sentence("%s found (angles: %s)".formatted(files, angles)));
    String conflicts = Words.counted(resolutions.size(), "conflict");
    long resolved =
        resolutions.stream().filter(one -> one.kind() == ResolutionKind.STRATEGY).count();
    model.put(
        "conflicts",
        resolutions.isEmpty()
            ? ""
            : language.sentence("%d of %s resolved by a strategy".formatted(resolved, conflicts)));
    for (ResolutionKind kind : ResolutionKind.values()) {
      model.put(Words.of(kind), became(kind, resolutions));
    }
    model.put("constraints", assembled.constraints());
    model.put("decided", numbered("[Conflict]", assembled.constraints()));
    model.put("context", numbered("[Context]", assembled.constraints()));
    MarkdownLines outcome =
        MarkdownLines.of(
            filter.apply(MarkdownText.render("planning-notes.md.peb", model, Language.EN)));
    String text = notes;
    for (Heading section : outcome.headings()) {
      if (section.level() == 2) {
        text = merged(text, outcome.lines().get(section.line()).strip(), outcome.below(section));
      }
    }
    return text;
  }

  private List<String> became(ResolutionKind kind, List<Resolution> resolutions) {
    String between = kind == ResolutionKind.STRATEGY ? " → " : " ";
    return resolutions.stream()
        .filter(one -> one.kind() == kind)
        .map(one -> Bounds.message(Optional.of(one.conflict().id() + between + told(one))))
        .toList();
  }

  private String told(Resolution one) {
    return one.kind() == ResolutionKind.STRATEGY
        ? one.sentence()
        : language.sentence(one.sentence());
  }

  private String numbered(String kind, List<String> constraints) {
    long many = constraints.stream().filter(one -> one.startsWith(kind + " ")).count();
    return language.sentence(many == 0 ? "none" : "%d, numbered below as %s".formatted(many, kind));
  }

  /**
   * Adds the missing lines to a section. Numbering continues after the last number. A dated note
   * that exists under another date is not repeated.
   */
  private static String merged(String text, String title, List<String> outcome) {
    int last = 0;
    Set<String> existing = new HashSet<>();
    for (String line : section(text, title)) {
      Matcher numbered = NUMBERED.matcher(line);
      last = numbered.matches() ? Math.max(last, Integer.parseInt(numbered.group(1))) : last;
      existing.add(numbered.matches() ? numbered.group(2) : line);
    }
    List<String> own = new ArrayList<>();
    List<String> dated = new ArrayList<>();
    for (String line : outcome) {
      Matcher numbered = NUMBERED.matcher(line);
      if (line.startsWith("### ")) {
        dated.add(line);
      } else if (numbered.matches() && existing.add(numbered.group(2))) {
        own.add(++last + ". " + numbered.group(2));
      } else if (!numbered.matches() && !line.isEmpty() && existing.add(line)) {
        (dated.isEmpty() ? own : dated).add(line);
      }
    }
    String entered = under(text, title, own);
    return dated.size() > 1 ? under(entered, title, dated) : entered;
  }

  private static Optional<Heading> heading(MarkdownLines lines, String title) {
    return lines.titled(title).stream().filter(one -> one.level() < 3).findFirst();
  }

  private static List<String> section(String text, String title) {
    MarkdownLines lines = MarkdownLines.of(text);
    return heading(lines, title).map(lines::below).orElse(List.of());
  }

  /** Adds lines to a section, creating it if missing, and removes its placeholder. */
  private static String under(String text, String title, List<String> added) {
    if (added.isEmpty()) {
      return text;
    }
    MarkdownLines lines = MarkdownLines.of(text);
    Optional<Heading> section = heading(lines, title);
    if (section.isEmpty()) {
      return under(lines.appended(title), title, added);
    }
    String rest = lines.without(section.get(), PLACEHOLDER::matches);
    return rest.equals(text)
        ? lines.added(section.get(), String.join("\n", added))
        : under(rest, title, added);
  }
}
