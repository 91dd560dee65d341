package dev.conclave.activities.discussion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.AnalysisBuilder;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.ApproachBuilder;
import dev.conclave.workflows.discussion.Ballot;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Finding;
import dev.conclave.workflows.discussion.Ledger.Conflict.SettledBy;
import dev.conclave.workflows.discussion.Ledger.Point.Changes;
import dev.conclave.workflows.discussion.Ledger.Point.PointKind;
import dev.conclave.workflows.discussion.Ledger.Side;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.discussion.Requirements;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.discussion.Severity;
import dev.conclave.workflows.discussion.SolutionTask;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Parses any reply of an agent into an analysis; docs/discussion.md, section 3. Pure; never throws.
 * A text without JSON, or one that only repeats the example of its prompt, goes through fallback
 * extraction.
 */
public final class ReplyParser {
  /** An object with any of these may be an analysis. */
  private static final Set<String> KNOWN =
      Set.of(
          "feasibility_score",
          "findings",
          "implementation_approaches",
          "technical_concerns",
          "code_locations",
          "votes");

  private static final Set<String> MODERATION =
      Set.of("points", "conflicts", "approaches", "single", "questions");

  private static final String UNREAD = "unreadable JSON: ";

  private static final String UNKNOWN_EFFORT = "unknown effort ";
  private static final Set<String> REVIEW = Set.of("findings", "votes", "criteria");
  private static final String BROKEN = "does not match the schema: ";

  /** Words below the scale of severities. */
  private static final Set<String> NITS =
      Set.of("nit", "nitpick", "tiny", "trivial", "minor", "style", "cosmetic", "info", "note");

  /** Maximum findings of a reviewer, and characters of each text. */
  private static final int FAULTS = 20;

  private static final int TITLE = 200;
  private static final int DETAIL = 1_500;
  private static final int SUGGESTION = 1_000;
  private static final int PROOFS = 10;
  private static final int PROOF = 400;
  private static final double ASSUMED_FEASIBILITY = 0.5;
  private static final Set<String> PRIORITIES = Set.of("critical", "high", "medium", "low");
  private static final int NOTES = 60;
  private static final int NOTE = 300;
  private static final int LONGEST_LINE = 2_000;
  private static final Pattern BULLET =
      Pattern.compile(
          "^\\s{0,40}(?:[-*•+·▪]|\\d{1,3}[.)、]|[(（]\\d{1,3}[)）]|[一二三四五六七八九十]、)\\s*(\\S.*)$");

  private static final Pattern RULE = Pattern.compile("[-*_=\\s|:]*");

  private ReplyParser() {}

  /**
   * Parses a reply.
   *
   * @param text the agent's output channel, or everything it printed
   * @param perspective the agent's perspective; replaced by {@code fallback-extraction} if only
   *     that could read the reply
   */
  public static Analysis parse(String text, String tool, String perspective) {
    Set<String> notes = new LinkedHashSet<>();
    ReplyBounds.noteLeftOut(text, notes);
    return JsonReplies.find(text, ReplyParser::isAnalysis)
        .map(found -> analysis(found, notes, tool, perspective))
        .orElseGet(() -> extracted(text, notes, tool));
  }

  private static boolean isAnalysis(ObjectNode json) {
    return new LenientJson(json).hasAny(KNOWN) && !ReplySchemas.isExample(json);
  }

  private static Analysis analysis(
      JsonReplies.Found found, Set<String> notes, String tool, String perspective) {
    notes.addAll(found.notes());
    ReplySchemas.deviations(found.json()).stream()
        .limit(10)
        .forEach(deviation -> notes.add(BROKEN + deviation));
    LenientJson reply = new LenientJson(found.json(), notes);
    Optional<Double> feasibility = reply.score("feasibility_score", "feasibility", "score");
    if (feasibility.isEmpty()) {
      notes.add(Analysis.FEASIBILITY_UNSAID);
    }
    Optional<Ballot> ballot = BallotReader.read(reply);
    List<Approach> approaches =
        reply.objects("name", "implementation_approaches", "approaches").stream()
            .map(ReplyParser::approach)
            .toList();
    return AnalysisBuilder.builder()
        .tool(tool)
        .perspective(perspective)
        .feasibilityScore(feasibility.orElse(ASSUMED_FEASIBILITY))
        .findings(reply.texts("findings", "key_findings"))
        .implementationApproaches(approaches)
        .technicalConcerns(reply.texts("technical_concerns", "concerns", "risks"))
        .codeLocations(reply.places("code_locations", "locations"))
        .requirements(reply.object("requirements").map(ReplyParser::requirements))
        .scope(
            reply
                .object("scope")
                .map(
                    one ->
                        new Scope(
                            one.texts("included", "in_scope"),
                            one.texts("excluded", "out_of_scope"))))
        .zh(Optional.of(reply.get("zh")).filter(JsonNode::isObject))
        .parseNotes(kept(notes))
        .openQuestions(
            reply.objects("question", "open_questions").stream()
                .map(ReplyParser::question)
                .toList())
        .ballot(ballot)
        .build();
  }

  /**
   * Parses a reviewer's reply, whose findings are faults of a change.
   *
   * @param changed the files of the change
   */
  public static Analysis review(
      String text, String tool, String perspective, Collection<String> changed) {
    Set<String> notes = new LinkedHashSet<>();
    ReplyBounds.noteLeftOut(text, notes);
    return JsonReplies.find(
            text, json -> new LenientJson(json).hasAny(REVIEW) && !ReplySchemas.isExample(json))
        .map(
            found -> {
              notes.addAll(found.notes());
              notes.add(Analysis.FEASIBILITY_UNSAID);
              ReplySchemas.errors(ReplySchemas.REVIEW, found.json()).stream()
                  .limit(10)
                  .forEach(error -> notes.add(BROKEN + error));
              LenientJson reply = new LenientJson(found.json(), notes);
              return AnalysisBuilder.builder()
                  .tool(tool)
                  .perspective(perspective)
                  .faults(faults(reply, changed))
                  .parseNotes(kept(notes))
                  // A review without findings is an answer, too.
                  .ballot(Optional.of(BallotReader.ofReview(reply)))
                  .build();
            })
        .orElseGet(() -> extracted(text, notes, tool));
  }

  private static List<Finding> faults(LenientJson reply, Collection<String> changed) {
    List<Finding> faults = new ArrayList<>();
    for (LenientJson one : reply.objects("title", "findings", "issues")) {
      CodeLocation place = one.place();
      String file = fileOf(place.file(), changed);
      boolean there = changed.contains(file);
      String level = one.text("severity", "level").strip().toLowerCase(Locale.ROOT);
      Severity said =
          Words.parse(Severity.class, level)
              .orElse(NITS.contains(level) ? Severity.LOW : Severity.MEDIUM);
      String title = one.text("title", "summary", "finding").replaceAll("\\s+", " ");
      String detail = one.text("detail", "details", "description", "why");
      if (title.isEmpty() && detail.isEmpty()) {
        continue;
      }
      faults.add(
          new Finding(
              there || said != Severity.CRITICAL ? said : Severity.HIGH,
              there,
              file,
              place.line(),
              Cut.shorten(title.isEmpty() ? detail : title, TITLE),
              Cut.shorten(detail, DETAIL),
              Cut.shorten(one.text("suggestion", "fix"), SUGGESTION),
              one.texts("evidence").stream()
                  .limit(PROOFS)
                  .map(text -> Cut.shorten(text, PROOF))
                  .toList()));
    }
    return faults.stream().limit(FAULTS).toList();
  }

  /**
   * Returns the changed file that a cited path means: the path itself, its form in a diff, or the
   * only match.
   */
  private static String fileOf(String cited, Collection<String> changed) {
    if (changed.contains(cited)) {
      return cited;
    }
    List<String> meant =
        changed.stream()
            .filter(file -> file.endsWith("/" + cited) || cited.endsWith("/" + file))
            .toList();
    return meant.size() == 1 ? meant.get(0) : cited;
  }

  private static Requirements requirements(LenientJson one) {
    Map<String, String> priorities = new LinkedHashMap<>();
    return new Requirements(
        wanted(one, "functional", priorities),
        wanted(one, "non_functional", priorities),
        one.texts("acceptance", "acceptance_criteria"),
        priorities);
  }

  /** Returns the texts of requirements; adds the priorities that the agent states. */
  private static List<String> wanted(
      LenientJson requirements, String name, Map<String, String> priorities) {
    List<String> wanted = new ArrayList<>();
    for (LenientJson one : requirements.objects("description", name)) {
      String text = one.text("description", "requirement", "text", "name");
      String priority = one.text("priority").toLowerCase(Locale.ROOT);
      if (!text.isEmpty()) {
        wanted.add(text);
      }
      if (PRIORITIES.contains(priority)) {
        priorities.put(text, priority);
      }
    }
    return wanted;
  }

  private static Analysis.OpenQuestion question(LenientJson one) {
    return new Analysis.OpenQuestion(
        one.text("question"), one.texts("options"), one.option("recommended"), one.text("why"));
  }

  private static List<String> kept(Set<String> notes) {
    return notes.stream().limit(NOTES).map(note -> Cut.shorten(note, NOTE)).toList();
  }

  private static Approach approach(LenientJson one) {
    // One line, so that an agent cannot forge lines of a gate.
    String name = one.text("name", "title").replaceAll("\\s+", " ");
    return ApproachBuilder.builder()
        .name(name)
        .description(one.text("description", "summary", "details"))
        .pros(one.texts("pros", "advantages", "benefits"))
        .cons(one.texts("cons", "disadvantages", "drawbacks"))
        .effort(one.level(name, "effort", "complexity", "estimated_effort"))
        .risk(one.level(name, "risk", "risk_level"))
        .affectedFiles(one.places("affected_files", "files"))
        .tasks(tasks(one))
        .maintainability(one.text("maintainability"))
        .performanceImpact(one.text("performance_impact", "performance"))
        .dependencies(one.texts("dependencies", "external_dependencies"))
        .milestones(one.texts("milestones"))
        .build();
  }

  private static List<SolutionTask> tasks(LenientJson approach) {
    List<SolutionTask> tasks = new ArrayList<>();
    for (LenientJson one : approach.objects("name", "tasks", "steps", "implementation_steps")) {
      String id = one.text("id");
      tasks.add(
          new SolutionTask(
              id.isEmpty() ? "T" + (tasks.size() + 1) : id,
              one.text("name", "title", "description"),
              one.texts("depends_on", "dependencies"),
              one.places("files", "file").stream().map(CodeLocation::file).toList(),
              one.text("key_point", "key_points", "details")));
    }
    return List.copyOf(tasks);
  }

  /** Returns the errors of an analysis, one sentence each, for a repair prompt. */
  public static List<String> validate(Analysis analysis) {
    List<String> errors = new ArrayList<>();
    for (String note : analysis.parseNotes()) {
      if (note.startsWith(UNREAD)) {
        errors.add(0, note.substring(UNREAD.length()));
      } else if (note.endsWith(LenientJson.OUT_OF_RANGE)) {
        errors.add(note.replace(LenientJson.OUT_OF_RANGE, ": give a number from 0.0 to 1.0"));
      } else if (note.equals(Analysis.FEASIBILITY_UNSAID)) {
        errors.add("feasibility_score is missing: give a number from 0.0 to 1.0");
      } else if (note.startsWith(UNKNOWN_EFFORT)) {
        errors.add(note + "; give low, medium or high");
      }
    }
    if (analysis.findings().isEmpty() && analysis.ballot().isEmpty()) {
      errors.add("findings is empty: give at least one");
    }
    for (int i = 0; i < analysis.implementationApproaches().size(); i++) {
      Approach approach = analysis.implementationApproaches().get(i);
      String which = "implementation_approaches[" + i + "]";
      if (approach.name().isBlank()) {
        errors.add(which + " has no name");
      }
      if (approach.description().isBlank()) {
        errors.add(which + " has no description");
      }
      if (approach.effort() == Level.UNKNOWN) {
        errors.add(which + " has no effort: give low, medium or high");
      }
    }
    return List.copyOf(errors);
  }

  public static List<String> validateReview(Analysis review) {
    return review.parseNotes().stream()
        .flatMap(
            note ->
                Stream.of(UNREAD, BROKEN)
                    .filter(note::startsWith)
                    .map(begin -> note.substring(begin.length())))
        .toList();
  }

  private static Analysis extracted(String text, Set<String> notes, String tool) {
    Set<String> findings = new LinkedHashSet<>();
    Map<String, CodeLocation> places = new LinkedHashMap<>();
    notes.add(UNREAD + AskReply.UNREAD + inPlaceOfAnalysis(text));
    notes.add("findings were extracted from bullets and numbered lines");
    text.lines()
        .map(line -> Cut.head(line, LONGEST_LINE))
        .forEach(
            line -> {
              Matcher bullet = BULLET.matcher(line);
              if (bullet.matches() && !RULE.matcher(line).matches()) {
                findings.add(bullet.group(1).strip());
              }
              for (CodeLocation place : EvidenceRules.citedIn(line)) {
                String reason = LenientJson.withoutBullet(line);
                places.putIfAbsent(
                    place.file() + ":" + place.line(),
                    new CodeLocation(place.file(), place.line(), reason));
              }
            });
    int most = ReplyBounds.READ.entries();
    if (findings.size() > most) {
      notes.add("only the first " + most + " of " + findings.size() + " lines were kept");
    }
    return AnalysisBuilder.builder()
        .tool(tool)
        .perspective("fallback-extraction")
        .feasibilityScore(ASSUMED_FEASIBILITY)
        .findings(findings.stream().limit(most).toList())
        .codeLocations(places.values().stream().limit(most).toList())
        .parseNotes(kept(notes))
        .fallback(true)
        .build();
  }

  private static String inPlaceOfAnalysis(String text) {
    return JsonReplies.find(text, ReplySchemas::isExample).isPresent()
        ? "the example from the prompt"
        : "not an object in the required format; it reads " + LenientJson.quoted(text);
  }

  /** Reads a moderator's reply; empty if it has no object with any of the fields. */
  public static Optional<Moderation> moderation(String text) {
    return JsonReplies.find(text, json -> new LenientJson(json).hasAny(MODERATION))
        .map(found -> moderation(new LenientJson(found.json())));
  }

  private static Moderation moderation(LenientJson reply) {
    return new Moderation(
        reply.objects("statement", "points").stream()
            .map(
                one ->
                    new Moderation.SamePoint(
                        one.id("id"),
                        one.label("statement"),
                        one.ids("members"),
                        one.word(PointKind.FACT, "kind"),
                        one.word(Changes.PLAN, "changes")))
            .toList(),
        reply.objects("id", "single", "singles").stream()
            .map(
                one ->
                    new Moderation.Single(
                        one.id("id").orElse(""),
                        one.word(PointKind.FACT, "kind"),
                        one.word(Changes.PLAN, "changes")))
            .toList(),
        reply.objects("question", "conflicts").stream()
            .map(
                one ->
                    new Moderation.Clash(
                        one.id("id"),
                        one.label("question"),
                        one.objects("position", "sides").stream()
                            .map(side -> new Side(side.label("position"), side.ids("members")))
                            .toList(),
                        one.word(SettledBy.CODE, "settled_by"),
                        one.text("why")))
            .toList(),
        reply.objects("name", "approaches").stream()
            .map(
                one ->
                    new Moderation.SameApproach(
                        one.id("id"),
                        one.label("name"),
                        one.ids("members"),
                        one.texts("differences"),
                        one.texts("pros"),
                        one.texts("cons")))
            .toList(),
        reply.objects("question", "questions").stream()
            .map(
                one ->
                    new Moderation.Asked(
                        one.label("question"),
                        options(one.texts("options"), one.texts("options_zh")),
                        one.option("recommended"),
                        one.ids("from")))
            .toList(),
        reply.objects("statement", "against").stream()
            .map(
                one ->
                    new Moderation.Against(
                        one.id("statement", "id").orElse(""), one.text("decision")))
            .toList());
  }

  private static List<LocalizedText> options(List<String> english, List<String> chinese) {
    return IntStream.range(0, english.size())
        .mapToObj(i -> new LocalizedText(english.get(i), i < chinese.size() ? chinese.get(i) : ""))
        .toList();
  }
}
