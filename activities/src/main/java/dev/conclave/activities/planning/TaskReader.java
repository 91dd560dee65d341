package dev.conclave.activities.planning;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.api.PlanFile;
import dev.conclave.workflows.api.PlanTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one task of a planner's reply. */
final class TaskReader {
  private static final Pattern ID = Pattern.compile("(?i)T(?:ASK)?[-_ ]?0*(\\d{1,3})");
  private static final Pattern PLACE = Pattern.compile("(.+?):(\\d{1,9})(?:[-:]\\d+)?");
  private static final Map<String, String> FILE_ACTIONS =
      Map.ofEntries(
          Map.entry("new", PlanWords.CREATE),
          Map.entry("add", PlanWords.CREATE),
          Map.entry("update", PlanWords.MODIFY),
          Map.entry("edit", PlanWords.MODIFY),
          Map.entry("change", PlanWords.MODIFY),
          Map.entry("refactor", PlanWords.MODIFY),
          Map.entry("", PlanWords.MODIFY),
          Map.entry("remove", PlanWords.DELETE));

  private TaskReader() {}

  /**
   * Reads a task.
   *
   * @param number its place in the plan, from 1: its id when it has none
   * @return with execution group 0 when the reply names none
   */
  static PlanTask read(JsonNode json, int number) {
    Fields fields = new Fields(json);
    String id = fields.text("id", "task_id");
    OptionalInt group = fields.number("execution_group", "executionGroup", "group");
    return new PlanTask(
        id.isBlank() ? PlanWords.taskId(number) : id(id),
        fields.text("title", "name"),
        fields.text("scope"),
        capital(fields.text("action")),
        fields.text("description"),
        files(fields),
        fields.texts("implementation", "implementation_steps", "steps"),
        fields.texts("acceptance", "acceptance_criteria"),
        fields.texts("depends_on", "dependsOn", "dependencies").stream()
            .filter(need -> !need.isBlank())
            .map(TaskReader::id)
            .distinct()
            .toList(),
        group.orElse(0),
        fields.text("verification"),
        fields.statements("risks"),
        fields.text("rationale"));
  }

  /** {@code T1} and {@code task_01} as {@code TASK-001}; anything else as it stands. */
  static String id(String said) {
    Matcher known = ID.matcher(said);
    return known.matches() ? PlanWords.taskId(Integer.parseInt(known.group(1))) : said;
  }

  private static String capital(String word) {
    return PlanWords.TASK_ACTIONS.stream()
        .filter(action -> action.equalsIgnoreCase(word))
        .findFirst()
        .orElse(word);
  }

  private static List<PlanFile> files(Fields task) {
    List<PlanFile> files = new ArrayList<>();
    for (JsonNode item : task.items("files", "modification_points")) {
      Fields fields = new Fields(item);
      String path = item.isTextual() ? item.asText().strip() : fields.text("path", "file");
      OptionalInt line = item.isTextual() ? OptionalInt.empty() : fields.number("line");
      Matcher place = PLACE.matcher(path);
      boolean placed = line.isEmpty() && place.matches();
      String word = item.isTextual() ? "" : fields.text("action").toLowerCase(Locale.ROOT);
      String file = placed ? place.group(1) : path;
      files.add(
          new PlanFile(
              PlanPaths.inside(file).orElse(file),
              placed ? Integer.parseInt(place.group(2)) : line.orElse(0),
              FILE_ACTIONS.getOrDefault(word, word),
              item.isTextual() ? "" : fields.text("change", "description", "reason")));
    }
    return List.copyOf(files);
  }
}
