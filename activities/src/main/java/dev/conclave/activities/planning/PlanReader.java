package dev.conclave.activities.planning;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.activities.discussion.JsonReplies;
import dev.conclave.activities.discussion.LenientJson;
import dev.conclave.activities.discussion.ReplyBounds;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.Plan.Complexity;
import dev.conclave.workflows.api.Plan.PlanConstraint;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.api.TaskGraph;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads a planner's reply, tolerant of wrapping and spelling; see docs/plan.md, section 1. Never
 * throws.
 */
public final class PlanReader {
  static final List<String> EXECUTIONS = List.of("Agent", "Codex");
  static final List<String> TASK_ACTIONS =
      List.of(
          "Create", "Update", "Implement", "Refactor", "Add", "Delete", "Configure", "Test", "Fix");

  private static final Pattern ID = Pattern.compile("(?i)T(?:ASK)?[-_ ]?0*(\\d{1,3})");

  private static final Pattern FENCE = Pattern.compile("\\s*```\\w*\\s*");
  private static final Pattern COMMAND = Pattern.compile("`*(?:\\$ )?([^`]+?)`*");

  private PlanReader() {}

  /**
   * Returns the plan if the reply contains an object with tasks.
   *
   * @param codex whether Codex can be recommended; otherwise Codex is read as Agent
   * @param errors receives one sentence for each part that could not be read
   */
  public static Optional<Plan> read(String text, boolean codex, List<String> errors) {
    Optional<JsonReplies.Found> found =
        JsonReplies.find(text, object -> object.path("tasks").isArray());
    if (found.isEmpty()) {
      errors.add("The reply has no JSON object with a list \"tasks\".");
    }
    return found.map(object -> plan(object, codex, errors));
  }

  private static Plan plan(JsonReplies.Found found, boolean codex, List<String> errors) {
    found.notes().stream().filter(ReplyBounds.EXCEEDED::equals).forEach(errors::add);
    LenientJson plan = new LenientJson(found.json());
    String complexity = plan.text("complexity");
    Optional<Complexity> known = Words.parse(Complexity.class, complexity);
    if (known.isEmpty()) {
      errors.add("complexity is \"%s\"; it must be Low, Medium or High.".formatted(complexity));
    }
    String execution = oneOf(EXECUTIONS, plan.text("recommended_execution"));
    List<PlanConstraint> constraints = new ArrayList<>();
    for (LenientJson one : plan.objects("tasks", "constraints")) {
      // Constraints are identified by number; without numbers they are in the prompt's order.
      int number = one.number("number", "id").orElse(constraints.size() + 1);
      constraints.add(new PlanConstraint(number, ids(one.texts("tasks", "task_ids"))));
    }
    return new Plan(
        plan.text("summary"),
        plan.text("approach"),
        known.orElse(Complexity.MEDIUM),
        plan.text("estimated_time"),
        execution.equals("Codex") && !codex ? "Agent" : execution,
        Optional.of(plan.text("data_flow")).filter(flow -> !flow.isBlank()),
        plan.texts("design_decisions"),
        tasks(plan, errors),
        constraints,
        false,
        List.of());
  }

  private static String oneOf(List<String> words, String said) {
    return words.stream().filter(said::equalsIgnoreCase).findFirst().orElse(said);
  }

  private static List<PlanTask> tasks(LenientJson plan, List<String> errors) {
    List<PlanTask> tasks = new ArrayList<>();
    List<JsonNode> items = plan.items("tasks");
    for (int number = 1; number <= items.size(); number++) {
      if (items.get(number - 1).isObject()) {
        tasks.add(task(new LenientJson(items.get(number - 1)), number));
      } else {
        errors.add("Task %d is not a JSON object.".formatted(number));
      }
    }
    boolean grouped = tasks.stream().allMatch(task -> task.executionGroup() > 0);
    return grouped ? List.copyOf(tasks) : TaskGraph.assign(tasks);
  }

  private static PlanTask task(LenientJson task, int number) {
    String id = task.text("id", "task_id");
    return new PlanTask(
        id.isBlank() ? taskId(number) : id(id),
        task.text("title", "name"),
        task.text("scope"),
        oneOf(TASK_ACTIONS, task.text("action")),
        task.text("description"),
        task.items("files", "modification_points").stream().map(PlanReader::file).toList(),
        task.texts("implementation", "implementation_steps", "steps"),
        task.texts("acceptance", "acceptance_criteria"),
        ids(task.texts("depends_on", "dependencies")),
        task.number("execution_group", "group").orElse(0),
        task.text("verification"),
        task.texts("checks").stream()
            .filter(line -> !FENCE.matcher(line).matches())
            .map(PlanReader::commandLine)
            .toList(),
        task.texts("risks"),
        task.text("rationale"));
  }

  static String taskId(int number) {
    return "TASK-%03d".formatted(number);
  }

  private static String commandLine(String said) {
    Matcher quoted = COMMAND.matcher(said.strip());
    return quoted.matches() ? quoted.group(1) : said.strip();
  }

  /** Normalizes {@code T1} and {@code task_01} to {@code TASK-001}; keeps anything else. */
  private static String id(String said) {
    Matcher known = ID.matcher(said);
    return known.matches() ? taskId(Integer.parseInt(known.group(1))) : said;
  }

  private static List<String> ids(List<String> said) {
    return said.stream().map(PlanReader::id).distinct().toList();
  }

  private static PlanFile file(JsonNode item) {
    JsonNode object =
        item.isObject() ? item : JsonNodeFactory.instance.objectNode().put("path", item.asText(""));
    CodeLocation place = new LenientJson(object).place();
    String said = new LenientJson(object).text("action").toLowerCase(Locale.ROOT);
    String action =
        switch (said) {
          case "", "update", "edit", "change", "refactor" -> PlanFile.MODIFY;
          case "new", "add" -> PlanFile.CREATE;
          case "remove" -> PlanFile.DELETE;
          default -> said;
        };
    return new PlanFile(
        TreeFacts.inside(place.file()).orElse(place.file()), place.line(), action, place.reason());
  }
}
