package dev.conclave.activities.discussion.reply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.Citations;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.temporal.Cut;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes an analysis of whatever an agent replied; docs/discussion.md, section 2. Pure, and never
 * throws: a text without any JSON goes through fallback extraction.
 */
public final class ReplyParser {
  static final String PERSPECTIVE = "fallback-extraction";
  private static final int MAX_LINE = 2_000;
  private static final int MAX_LINES = 100_000;
  private static final int MAX_KEPT = ReplyBounds.READ.entries();
  private static final int SENTENCE = 120;
  private static final Pattern BULLET =
      Pattern.compile(
          "^\\s{0,40}(?:[-*•+·▪]|\\d{1,3}[.)、]|[(（]\\d{1,3}[)）]|[一二三四五六七八九十]、)\\s*(\\S.*)$");

  /**
   * Bold words; {@code __init__.py} and {@code **kwargs} are names, however Markdown reads them.
   */
  private static final Pattern EMPHASIS =
      Pattern.compile(
          "(?<![\\w*/.])\\*\\*(?=\\S)([^*]+)(?<=\\S)\\*\\*(?![\\w*])"
              + "|(?<![\\w/.])__(?=\\S)([^_]*\\s[^_]*)(?<=\\S)__(?![\\w/.])");

  private static final Pattern RULE = Pattern.compile("[-*_=\\s|:]*");

  private ReplyParser() {}

  /**
   * Parses a reply.
   *
   * @param text what the agent's output channel gave, or all it printed
   * @param tool the agent
   * @param perspective what it was asked to look from; a reply that only fallback extraction could
   *     read has {@code fallback-extraction} instead
   */
  public static Analysis parse(String text, String tool, String perspective) {
    return JsonReplies.find(text, AnalysisReader::known)
        .map(found -> new AnalysisReader().read(found, text, tool, perspective))
        .orElseGet(() -> extract(text, tool));
  }

  /**
   * What is wrong with an analysis, one sentence each, fit to be quoted back to its agent; empty
   * when it is sound.
   */
  public static List<String> validate(Analysis analysis) {
    List<String> errors = new ArrayList<>();
    analysis.parseNotes().stream()
        .filter(note -> note.startsWith(ParseNotes.UNREAD))
        .map(note -> note.substring(ParseNotes.UNREAD.length()))
        .findFirst()
        .ifPresent(errors::add);
    analysis.parseNotes().stream()
        .filter(note -> note.endsWith(ParseNotes.OUT_OF_RANGE))
        .map(note -> note.replace(ParseNotes.OUT_OF_RANGE, ": give a number from 0.0 to 1.0"))
        .forEach(errors::add);
    if (analysis.parseNotes().contains(ParseNotes.MISSING_SCORE)) {
      errors.add("feasibility_score is missing: give a number from 0.0 to 1.0");
    }
    if (analysis.findings().isEmpty() && analysis.ballot().isEmpty()) {
      errors.add("findings is empty: give at least one");
    }
    for (int i = 0; i < analysis.implementationApproaches().size(); i++) {
      validate(analysis.implementationApproaches().get(i), i, errors);
    }
    analysis.parseNotes().stream()
        .filter(note -> note.startsWith(ParseNotes.UNKNOWN_EFFORT))
        .forEach(note -> errors.add(note + "; give low, medium or high"));
    return List.copyOf(errors);
  }

  private static void validate(Approach approach, int index, List<String> errors) {
    String which = "implementation_approaches[" + index + "]";
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

  /**
   * The better of a reply and the one that was to mend it: read from JSON before extracted, then
   * with fewer errors, then with more in it; the second when neither is.
   */
  public static Analysis better(Analysis first, Analysis second) {
    if (first.fallback() != second.fallback()) {
      return first.fallback() ? second : first;
    }
    int errors = Integer.compare(validate(first).size(), validate(second).size());
    if (errors != 0) {
      return errors < 0 ? first : second;
    }
    return substance(first) > substance(second) ? first : second;
  }

  private static int substance(Analysis analysis) {
    return analysis.findings().size()
        + analysis.implementationApproaches().size()
        + analysis.technicalConcerns().size()
        + analysis.codeLocations().size();
  }

  static Analysis extract(String text, String tool) {
    Set<String> findings = new LinkedHashSet<>();
    Map<String, CodeLocation> places = new LinkedHashMap<>();
    ParseNotes notes = new ParseNotes();
    ReplyBounds.noteLeftOut(text, notes);
    notes.add(ParseNotes.UNREAD + unread(text));
    notes.add("findings were taken from bullet and numbered lines");
    text.lines().limit(MAX_LINES).forEach(line -> line(bounded(line, notes), findings, places));
    if (findings.isEmpty()) {
      notes.add("the reply has no bullet or numbered line");
    }
    if (findings.size() > MAX_KEPT) {
      notes.add("only the first " + MAX_KEPT + " of " + findings.size() + " lines were kept");
    }
    return new Analysis(
        tool,
        PERSPECTIVE,
        Values.UNSAID,
        findings.stream().limit(MAX_KEPT).toList(),
        List.of(),
        List.of(),
        places.values().stream().limit(MAX_KEPT).toList(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        notes.list(),
        true,
        false,
        List.of(),
        Optional.empty());
  }

  /** What the reply is instead, with its own words if it is short. */
  private static String unread(String text) {
    String words = text.strip().replaceAll("\\s+", " ");
    Optional<ObjectNode> other =
        words.startsWith("{") || words.startsWith("```")
            ? JsonReplies.find(text, any -> true).map(JsonReplies.Found::json)
            : Optional.empty();
    if (other.isPresent()) {
      return other.get().isEmpty()
          ? AskReply.UNREAD + "an empty JSON object, {}"
          : AskReply.UNREAD + "a JSON object with none of the fields that were asked for";
    }
    return words.length() > SENTENCE
        ? AskReply.UNREAD + "no JSON object, but text"
        : AskReply.UNREAD + "no JSON object: it says “" + words + "”";
  }

  private static String bounded(String line, ParseNotes notes) {
    if (line.length() <= MAX_LINE) {
      return line;
    }
    notes.add("a line of more than " + MAX_LINE + " characters was cut");
    return Cut.head(line, MAX_LINE);
  }

  private static void line(String line, Set<String> findings, Map<String, CodeLocation> places) {
    Matcher bullet = BULLET.matcher(line);
    if (bullet.matches() && !RULE.matcher(line).matches()) {
      findings.add(EMPHASIS.matcher(bullet.group(1)).replaceAll("$1$2").strip());
    }
    for (CodeLocation place : Citations.in(line)) {
      places.putIfAbsent(
          place.file() + ":" + place.line(),
          new CodeLocation(place.file(), place.line(), Values.withoutBullet(line)));
    }
  }
}
