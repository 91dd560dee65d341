package dev.conclave.activities.discussion.reply;

import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes an analysis of whatever an agent replied; docs/discussion.md, section 2. Pure, and never
 * throws: a text without any JSON goes through fallback extraction.
 */
public final class ReplyParser {
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
        .orElseGet(() -> FallbackExtraction.extract(text, tool));
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
}
