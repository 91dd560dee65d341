package dev.conclave.workflows.analyze;

import dev.conclave.workflows.session.SessionView.TaskLine;
import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A row of the task table of an analysis.
 *
 * @param perspective of the task; {@code general} for none in particular
 * @param discussionRound from 1; 0 before the discussion
 * @param deps ids of the tasks that it depends on
 * @param contextFrom ids of the tasks whose findings it gets, or {@link #ALL}
 * @param wave from 1; 0 before it is computed
 * @param findings at most {@link #SHOWN} characters; the full text is in the discoveries
 * @param error why it failed or was skipped
 */
@RecordBuilder
public record AnalysisTask(
    String id,
    String title,
    String description,
    TaskRole role,
    String perspective,
    List<String> dimensions,
    int discussionRound,
    Optional<DiscussionType> discussionType,
    List<String> deps,
    List<String> contextFrom,
    ExecMode execMode,
    int wave,
    Status status,
    String findings,
    String error)
    implements AnalysisTaskBuilder.With {
  /** In {@link #contextFrom}: all tasks of earlier waves. */
  public static final String ALL = "all";

  /** Limit of findings and of errors, in characters. */
  public static final int SHOWN = 500;

  public AnalysisTask {
    dimensions = words(dimensions);
    deps = words(deps);
    contextFrom = words(contextFrom);
  }

  /** Splits values that the table stores in one cell, separated by semicolons. */
  private static List<String> words(List<String> words) {
    return words.stream()
        .flatMap(word -> Stream.of(word.split(";")))
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .toList();
  }

  public enum TaskRole {
    EXPLORER,
    ANALYST,
    DISCUSSANT,
    SYNTHESIZER
  }

  public enum ExecMode {
    /** Run by an agent. */
    CSV_WAVE,
    /** Done by the human, at a gate. */
    INTERACTIVE
  }

  public enum Status {
    PENDING,
    COMPLETED,
    FAILED,
    SKIPPED
  }

  public enum DiscussionType {
    INITIAL,
    DEEPEN,
    DIRECTION_ADJUSTED,
    SPECIFIC_QUESTIONS
  }

  /** Whether it investigates the human's questions or direction. */
  public boolean answers() {
    return role == TaskRole.ANALYST && discussionRound > 0;
  }

  /** Whether prompts have its findings in full: as discoveries, or as what the human decided. */
  boolean isShownElsewhere() {
    return role == TaskRole.ANALYST || role == TaskRole.DISCUSSANT;
  }

  public boolean interactive() {
    return execMode == ExecMode.INTERACTIVE;
  }

  public boolean concluded() {
    return role == TaskRole.SYNTHESIZER && status == Status.COMPLETED;
  }

  boolean concludes() {
    return role == TaskRole.SYNTHESIZER && status == Status.PENDING;
  }

  boolean is(Status other) {
    return status == other;
  }

  TaskLine line() {
    String said = findings.isEmpty() ? error : findings;
    return new TaskLine(id, title, perspective, wave, Words.of(status), said);
  }

  AnalysisTask pending() {
    return ended(Status.PENDING, "", "");
  }

  AnalysisTask ended(Status how, String found, String why) {
    return withStatus(how).withFindings(shown(found)).withError(shown(why));
  }

  AnalysisTask in(int round, DiscussionType type) {
    return withDiscussionRound(round).withDiscussionType(Optional.of(type));
  }

  /** Returns it as a task of the human after a round of the discussion. */
  AnalysisTask byHuman(int round) {
    return withDiscussionRound(round).withExecMode(ExecMode.INTERACTIVE);
  }

  private static String shown(String text) {
    return Cut.shorten(ControlCharacters.removed(text).strip(), SHOWN);
  }
}
