package dev.conclave.activities.planning;

import java.util.List;
import java.util.regex.Pattern;

/** The closed vocabularies of a plan, in the spelling that files and prompts have. */
final class PlanWords {
  static final List<String> EXECUTIONS = List.of("Agent", "Codex");

  static final List<String> TASK_ACTIONS =
      List.of(
          "Create", "Update", "Implement", "Refactor", "Add", "Delete", "Configure", "Test", "Fix");

  static final String MODIFY = "modify";
  static final String CREATE = "create";
  static final String DELETE = "delete";
  static final List<String> FILE_ACTIONS = List.of(MODIFY, CREATE, DELETE);

  static final Pattern TASK_ID = Pattern.compile("TASK-\\d{3}");

  private PlanWords() {}

  /** The id of the n-th task, from 1. */
  static String taskId(int number) {
    return "TASK-%03d".formatted(number);
  }
}
