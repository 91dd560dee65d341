package dev.conclave.activities.planning;

import dev.conclave.workflows.temporal.Cut;
import java.util.List;
import java.util.regex.Pattern;

/** The closed vocabularies of a plan, in the spelling that files and prompts have. */
public final class PlanWords {
  public static final List<String> EXECUTIONS = List.of("Agent", "Codex");
  public static final List<String> TASK_ACTIONS =
      List.of(
          "Create", "Update", "Implement", "Refactor", "Add", "Delete", "Configure", "Test", "Fix");
  public static final String MODIFY = "modify";
  public static final String CREATE = "create";
  public static final String DELETE = "delete";
  static final List<String> FILE_ACTIONS = List.of(MODIFY, CREATE, DELETE);
  static final Pattern TASK_ID = Pattern.compile("TASK-\\d{3}");
  private static final int LONGEST_LINE = 400;

  private PlanWords() {}

  /** The id of the n-th task, from 1. */
  public static String taskId(int number) {
    return "TASK-%03d".formatted(number);
  }

  static String oneLine(String text) {
    String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    return Cut.shown(line, LONGEST_LINE);
  }

  static String oneLineOr(String text, String otherwise) {
    String line = oneLine(text);
    return line.isEmpty() ? otherwise : line;
  }
}
