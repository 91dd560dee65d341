package dev.conclave.activities.planning;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.conclave.activities.discussion.reply.JsonReplies;
import dev.conclave.activities.discussion.reply.ReplyBounds;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.Plan.Complexity;
import dev.conclave.workflows.api.Plan.PlanConstraint;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads a planner's reply, whatever it is wrapped in; see docs/plan.md, section 1. What can be
 * understood is taken as it was meant ({@code T1} as {@code TASK-001}, {@code "src/A.java:12"} as a
 * file and a line); what cannot is an error to quote back. Never throws, whatever the text. Pure;
 * thread-safe.
 */
public final class PlanReader {
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
                false,
                List.of())),
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
              constraint.texts("tasks", "task_ids").stream().map(PlanReader::id).toList()));
    }
    return List.copyOf(constraints);
  }

  private static List<PlanTask> tasks(Fields fields, List<String> errors) {
    List<PlanTask> tasks = new ArrayList<>();
    int number = 0;
    for (var item : fields.items("tasks")) {
      number++;
      if (item.isObject()) {
        tasks.add(task(item, number));
      } else {
        errors.add("Task %d is no JSON object.".formatted(number));
      }
    }
    boolean grouped = tasks.stream().allMatch(task -> task.executionGroup() > 0);
    return grouped ? List.copyOf(tasks) : TaskGraph.assign(tasks);
  }

  /**
   * Reads a task.
   *
   * @param number its place in the plan, from 1: its id when it has none
   * @return with execution group 0 when the reply names none
   */
  static PlanTask task(JsonNode json, int number) {
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
            .map(PlanReader::id)
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

  /**
   * The fields of a JSON object as an agent wrote them: a text where a list belongs, a number as
   * text.
   */
  record Fields(JsonNode object) {
    private static final Pattern NUMBER = Pattern.compile("(\\d{1,9})(?!.*\\d)", Pattern.DOTALL);

    /** The first field of these names that is there; missing otherwise. */
    JsonNode any(String... names) {
      for (String name : names) {
        JsonNode value = object.path(name);
        if (!value.isMissingNode() && !value.isNull()) {
          return value;
        }
      }
      return MissingNode.getInstance();
    }

    /** One text; a list is joined, an object read for what it says. Empty when there is none. */
    String text(String... names) {
      return flat(any(names)).stream().collect(Collectors.joining("; "));
    }

    /** A list of texts; a single text counts as one. Blank ones are kept for the checks to name. */
    List<String> texts(String... names) {
      return flat(any(names));
    }

    /** A list of texts, each with all that an object says: what it says first, then its reasons. */
    List<String> statements(String... names) {
      return items(names).stream().map(Fields::whole).toList();
    }

    private static String whole(JsonNode item) {
      String first = one(item);
      List<String> parts = new ArrayList<>(List.of(first));
      for (var field : item.properties()) {
        String said = one(field.getValue());
        if (!said.isEmpty() && !first.contains(said)) {
          parts.add(field.getKey() + ": " + said);
        }
      }
      return String.join("; ", parts);
    }

    /** The last whole number of the field: {@code 2}, {@code "2"}, {@code "parallel-2"}. */
    OptionalInt number(String... names) {
      JsonNode value = any(names);
      if (value.isNumber()) {
        return OptionalInt.of(value.canConvertToInt() ? value.intValue() : Integer.MAX_VALUE);
      }
      Matcher found = NUMBER.matcher(value.asText(""));
      return found.find() ? OptionalInt.of(Integer.parseInt(found.group(1))) : OptionalInt.empty();
    }

    /** The objects and texts of a list; a single one counts as a list of one. */
    List<JsonNode> items(String... names) {
      JsonNode value = any(names);
      List<JsonNode> items = new ArrayList<>();
      if (value.isArray()) {
        value.forEach(items::add);
      } else if (!value.isMissingNode()) {
        items.add(value);
      }
      return items;
    }

    private static List<String> flat(JsonNode value) {
      if (value.isMissingNode() || value.isNull()) {
        return List.of();
      }
      if (value.isValueNode()) {
        return List.of(value.asText().strip());
      }
      List<String> texts = new ArrayList<>();
      if (value.isArray()) {
        value.forEach(item -> texts.add(one(item)));
      } else {
        texts.add(one(value));
      }
      return List.copyOf(texts);
    }

    private static String one(JsonNode item) {
      if (item.isValueNode()) {
        return item.asText("").strip();
      }
      return Optional.of(
              new Fields(item).any("description", "action", "text", "decision", "risk", "title"))
          .filter(said -> said.isTextual() && item.isObject())
          .map(said -> said.asText().strip())
          .orElseGet(
              () -> {
                List<String> parts = new ArrayList<>();
                item.forEach(part -> parts.add(one(part)));
                return String.join("; ", parts);
              });
    }
  }

  /**
   * What a planner's reply says.
   *
   * @param plan absent when no object with tasks could be found in it
   * @param errors what could not be read, each a sentence that can be quoted back; the rules of a
   *     plan are not among them, see {@link PlanChecks}
   */
  public record PlanReply(Optional<Plan> plan, List<String> errors) {}

  /** JSON Schema (draft 2020-12) of a plan. */
  public static String schema() {
    return resource("plan-reply.json");
  }

  /** A plan that passes schema and rules. */
  public static String example() {
    return resource("plan-reply-example.json");
  }

  private static String resource(String name) {
    try (InputStream in = PlanReader.class.getResourceAsStream("/schemas/" + name)) {
      if (in == null) {
        throw new IllegalStateException("schemas/" + name + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
