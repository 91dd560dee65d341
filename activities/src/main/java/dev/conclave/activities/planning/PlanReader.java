package dev.conclave.activities.planning;

import dev.conclave.activities.discussion.reply.JsonReplies;
import dev.conclave.activities.discussion.reply.ReplyBounds;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.Plan.Complexity;
import dev.conclave.workflows.api.PlanConstraint;
import dev.conclave.workflows.api.PlanTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a planner's reply, whatever it is wrapped in; see docs/plan.md, section 1. What can be
 * understood is taken as it was meant ({@code T1} as {@code TASK-001}, {@code "src/A.java:12"} as a
 * file and a line); what cannot is an error to quote back. Never throws, whatever the text. Pure;
 * thread-safe.
 */
public final class PlanReader {
  private PlanReader() {}

  /** Reads a reply. */
  public static PlanReply read(String text) {
    return JsonReplies.find(text, object -> object.path("tasks").isArray())
        .map(PlanReader::plan)
        .orElseGet(
            () ->
                new PlanReply(
                    Optional.empty(),
                    List.of("The reply holds no JSON object with a list \"tasks\".")));
  }

  private static PlanReply plan(JsonReplies.Found found) {
    List<String> errors = new ArrayList<>();
    found.notes().stream().filter(ReplyBounds.EXCEEDED::equals).forEach(errors::add);
    Fields fields = new Fields(found.json());
    return new PlanReply(
        Optional.of(
            new Plan(
                fields.text("summary"),
                fields.text("approach"),
                complexity(fields, errors),
                fields.text("estimated_time", "estimatedTime"),
                execution(fields),
                Optional.of(fields.text("data_flow", "dataFlow")).filter(flow -> !flow.isBlank()),
                fields.statements("design_decisions", "designDecisions"),
                tasks(fields, errors),
                constraints(fields),
                false)),
        List.copyOf(errors));
  }

  private static Complexity complexity(Fields fields, List<String> errors) {
    String word = fields.text("complexity");
    for (Complexity complexity : Complexity.values()) {
      if (complexity.name().equalsIgnoreCase(word)) {
        return complexity;
      }
    }
    errors.add("complexity is \"%s\"; it is one of Low, Medium, High.".formatted(word));
    return Complexity.MEDIUM;
  }

  private static String execution(Fields fields) {
    String word = fields.text("recommended_execution", "recommendedExecution");
    return PlanWords.EXECUTIONS.stream()
        .filter(known -> known.equalsIgnoreCase(word))
        .findFirst()
        .orElse(word);
  }

  /**
   * A constraint is named by its number; a list without numbers is in the order of the question.
   */
  private static List<PlanConstraint> constraints(Fields fields) {
    List<PlanConstraint> constraints = new ArrayList<>();
    for (var item : fields.items("constraints")) {
      Fields constraint = new Fields(item);
      constraints.add(
          new PlanConstraint(
              constraint.number("number", "id").orElse(constraints.size() + 1),
              constraint.texts("tasks", "task_ids").stream().map(TaskReader::id).toList()));
    }
    return List.copyOf(constraints);
  }

  private static List<PlanTask> tasks(Fields fields, List<String> errors) {
    List<PlanTask> tasks = new ArrayList<>();
    int number = 0;
    for (var item : fields.items("tasks")) {
      number++;
      if (item.isObject()) {
        tasks.add(TaskReader.read(item, number));
      } else {
        errors.add("Task %d is no JSON object.".formatted(number));
      }
    }
    boolean grouped = tasks.stream().allMatch(task -> task.executionGroup() > 0);
    return grouped ? List.copyOf(tasks) : PlanGroups.assign(tasks);
  }
}
