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
 * One row of an analysis's table of tasks.
 *
 * @param perspective whose eyes the task looks with; {@code general} where it is nobody's
 * @param discussionRound from 1; 0 before the discussion
 * @param deps ids of the tasks that it waits for
 * @param contextFrom ids of the tasks whose findings it is given, or {@link #ALL}
 * @param wave from 1; 0 before it is computed
 * @param findings at most {@link #SHOWN} characters; the whole text is in the discoveries
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
  /** In {@link #contextFrom}: every task of an earlier wave. */
  public static final String ALL = "all";

  /** Longest findings and longest error, in characters. */
  public static final int SHOWN = 500;

  public AnalysisTask {
    dimensions = words(dimensions);
    deps = words(deps);
    contextFrom = words(contextFrom);
  }

  /** The table has them in one cell, between semicolons. */
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
    /** By an agent. */
    CSV_WAVE,
    /** By the human, at a gate. */
    INTERACTIVE
  }

  public enum Status {
    PENDING,
    COMPLETED,
    FAILED,
    SKIPPED
  }

  /** What makes a round of discussion another than the one before. */
  public enum DiscussionType {
    INITIAL,
    DEEPEN,
    DIRECTION_ADJUSTED,
    SPECIFIC_QUESTIONS
  }

  /** Whether it looks into questions or a direction of the human. */
  public boolean answers() {
    return role == TaskRole.ANALYST && discussionRound > 0;
  }

  /** Whether the human carries it out, at a gate. */
  public boolean interactive() {
    return execMode == ExecMode.INTERACTIVE;
  }

  /** Whether it has concluded the analysis. */
  public boolean concluded() {
    return role == TaskRole.SYNTHESIZER && status == Status.COMPLETED;
  }

  /** Whether it is a synthesis that is still to be made. */
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

  /** The same in a round of the discussion. */
  AnalysisTask in(int round, DiscussionType type) {
    return withDiscussionRound(round).withDiscussionType(Optional.of(type));
  }

  /** The same, carried out by the human after a round of the discussion. */
  AnalysisTask byHuman(int round) {
    return withDiscussionRound(round).withExecMode(ExecMode.INTERACTIVE);
  }

  private static String shown(String text) {
    return Cut.shown(ControlCharacters.removed(text).strip(), SHOWN);
  }
}
