package dev.conclave.client.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Pattern;
import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.api.ExecutionActivities.Command;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.api.TaskGraph;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.text.WireMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A {@code plan.json} from a planning session or written by hand.
 *
 * @param task what the plan is for
 * @param tree that it was checked against; empty if unknown
 * @param errors of its checks; empty if they passed or did not run
 */
record PlanDocument(Plan plan, PlanTerms terms, String task, String tree, List<String> errors) {
  static final int MOST_BYTES = 64 << 10;

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,39}");
  private static final Pattern INSIDE = Pattern.compile("[^/\\\\].*");
  private static final int MOST_CHECKS = 5;

  /**
   * Reads a plan.
   *
   * @throws UsageException listing everything that is wrong with it
   */
  static PlanDocument read(JsonNode json) {
    if (!(json instanceof ObjectNode plan) || !(json.path("tasks") instanceof ArrayNode tasks)) {
      throw new UsageException("The plan has no list \"tasks\".");
    }
    List<String> constraints = new ArrayList<>();
    ArrayNode numbered = WireMapper.get().createArrayNode();
    for (JsonNode row : plan.path("constraints")) {
      constraints.add(row.isTextual() ? row.asText() : row.path("constraint").asText());
      numbered.addObject().put("number", constraints.size()).set("tasks", list(row.path("tasks")));
    }
    plan.set("constraints", numbered);
    plan.putIfAbsent("complexity", plan.textNode("Medium"));
    plan.put("degraded", plan.path("_metadata").path("degraded").asBoolean());
    tasks.forEach(PlanDocument::complete);
    try {
      Plan read = WireMapper.get().treeToValue(plan, Plan.class);
      Optional<Scope> scope =
          plan.path("scope").isObject()
              ? Optional.of(WireMapper.get().treeToValue(plan.path("scope"), Scope.class))
              : Optional.empty();
      PlanDocument document =
          new PlanDocument(
              grouped(read),
              PlanTerms.of(constraints, scope),
              task(plan, read),
              plan.path("_metadata").path("tree").asText(),
              texts(plan.path("_metadata").path("check_errors")));
      document.requireSound();
      return document;
    } catch (JsonMappingException e) {
      throw new UsageException(
          "The plan has an invalid value at %s: see docs/schemas/plan.schema.json."
              .formatted(WireMapper.pointer(e)),
          e);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of JSON can be read", e);
    }
  }

  /** Fills in defaults: a file may be given as its path. */
  private static void complete(JsonNode task) {
    if (!(task.path("files") instanceof ArrayNode files)) {
      return;
    }
    for (int i = 0; i < files.size(); i++) {
      if (files.get(i).isTextual()) {
        files.set(i, files.objectNode().put("path", files.get(i).asText()));
      }
      if (files.get(i) instanceof ObjectNode file) {
        file.putIfAbsent("action", file.textNode(PlanFile.MODIFY));
      }
    }
  }

  private static ArrayNode list(JsonNode tasks) {
    return tasks instanceof ArrayNode all ? all : WireMapper.get().createArrayNode();
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(one -> texts.add(one.asText()));
    return texts;
  }

  private static Plan grouped(Plan read) {
    boolean grouped = read.tasks().stream().allMatch(task -> task.executionGroup() > 0);
    return grouped ? read : read.withTasks(TaskGraph.assign(read.tasks()));
  }

  private static String task(ObjectNode json, Plan plan) {
    String task = json.path("task").asText().strip();
    return !task.isEmpty()
        ? task
        : !plan.summary().isBlank() ? plan.summary().strip() : "Carry out a plan";
  }

  private void requireSound() {
    List<String> wrong = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    if (plan.tasks().isEmpty()) {
      wrong.add("It has no task.");
    }
    for (PlanTask task : plan.tasks()) {
      if (!ID.matcher(task.id()).matches()) {
        wrong.add(
            "\"%s\" is not a task id: use at most 40 letters, digits, - and _."
                .formatted(task.id()));
      } else if (!ids.add(task.id())) {
        wrong.add("Two tasks have the id %s.".formatted(task.id()));
      }
      if (task.title().isBlank()) {
        wrong.add("%s has no title.".formatted(task.id()));
      }
      if (task.checks().size() > MOST_CHECKS) {
        wrong.add("%s has more than %d checks.".formatted(task.id(), MOST_CHECKS));
      }
      task.checks().stream()
          .filter(line -> !Command.isLine(line))
          .map(line -> "%s has a check that is not one command line.".formatted(task.id()))
          .forEach(wrong::add);
      task.files().stream()
          .map(PlanFile::path)
          .filter(
              path -> !INSIDE.matcher(path).matches() || List.of(path.split("/")).contains(".."))
          .map(path -> "%s: \"%s\" is not a path inside the workspace.".formatted(task.id(), path))
          .forEach(wrong::add);
    }
    wrong.addAll(TaskGraph.orderErrors(plan.tasks()));
    if (!wrong.isEmpty()) {
      throw new UsageException("The plan cannot be executed: " + String.join(" ", wrong));
    }
  }
}
