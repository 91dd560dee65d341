package dev.conclave.activities.discussion.reply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.Ballot;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Requirements;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.discussion.SolutionTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads an analysis from the object that a reply holds; what it repairs, it notes. */
final class AnalysisReader {
  /** Any of these makes an object a possible analysis. */
  private static final Set<String> KNOWN =
      Set.of(
          "feasibility_score",
          "findings",
          "implementation_approaches",
          "technical_concerns",
          "code_locations",
          "votes");

  private final ParseNotes notes = new ParseNotes();
  private final Values values = new Values(notes);

  static boolean known(ObjectNode object) {
    return Fields.anyOf(object, KNOWN);
  }

  Analysis read(JsonReplies.Found found, String text, String tool, String perspective) {
    ReplyBounds.noteLeftOut(text, notes);
    found.notes().forEach(notes::add);
    AnalysisSchema.deviations(found.json()).stream()
        .limit(10)
        .forEach(deviation -> notes.add("not by the schema: " + deviation));
    Fields fields = new Fields(found.json(), notes);
    double feasibility = feasibility(fields.get("feasibility_score", "feasibility", "score"));
    List<String> findings = values.texts(fields.get("findings", "key_findings"), "findings");
    List<Approach> approaches = approaches(fields.get("implementation_approaches", "approaches"));
    List<String> concerns =
        values.texts(fields.get("technical_concerns", "concerns", "risks"), "technical_concerns");
    List<CodeLocation> places =
        values.places(fields.get("code_locations", "locations"), "code_locations");
    Optional<Requirements> requirements = requirements(fields.get("requirements"));
    Optional<Scope> scope = scope(fields.get("scope"));
    Optional<JsonNode> chinese = Optional.of(fields.get("zh")).filter(JsonNode::isObject);
    List<Analysis.OpenQuestion> questions = openQuestions(fields.get("open_questions"));
    Optional<Ballot> ballot = new BallotReader(notes).read(fields);
    fields
        .unread()
        .forEach(other -> notes.add("unknown field left out: " + ParseNotes.quoted(other)));
    return new Analysis(
        tool,
        perspective,
        feasibility,
        findings,
        approaches,
        concerns,
        places,
        requirements,
        scope,
        chinese,
        notes.list(),
        false,
        false,
        questions,
        ballot);
  }

  private double feasibility(JsonNode value) {
    return values
        .score(value, "feasibility_score")
        .orElseGet(
            () -> {
              notes.add(ParseNotes.MISSING_SCORE);
              return Values.UNSAID;
            });
  }

  private List<Analysis.OpenQuestion> openQuestions(JsonNode list) {
    List<Analysis.OpenQuestion> questions = new ArrayList<>();
    for (JsonNode item : list) {
      if (item instanceof ObjectNode object) {
        Fields one = new Fields(object, notes);
        JsonNode options = one.get("options");
        int recommended = one.get("recommended").asInt(0);
        questions.add(
            new Analysis.OpenQuestion(
                one.text("question"),
                options.isMissingNode() ? List.of() : values.texts(options, "options"),
                recommended > 0 ? Optional.of(recommended) : Optional.empty(),
                one.text("why")));
      } else if (item.isTextual()) {
        questions.add(
            new Analysis.OpenQuestion(item.asText().strip(), List.of(), Optional.empty(), ""));
      }
    }
    return List.copyOf(questions);
  }

  private Optional<Requirements> requirements(JsonNode value) {
    return object(value)
        .map(
            fields ->
                new Requirements(
                    values.texts(fields.get("functional"), "requirements"),
                    values.texts(fields.get("non_functional"), "requirements"),
                    values.texts(fields.get("acceptance", "acceptance_criteria"), "requirements")));
  }

  private Optional<Scope> scope(JsonNode value) {
    return object(value)
        .map(
            fields ->
                new Scope(
                    values.texts(fields.get("included", "in_scope"), "scope"),
                    values.texts(fields.get("excluded", "out_of_scope"), "scope")));
  }

  private Optional<Fields> object(JsonNode value) {
    return value instanceof ObjectNode object
        ? Optional.of(new Fields(object, notes))
        : Optional.empty();
  }

  private List<Approach> approaches(JsonNode value) {
    List<Approach> approaches = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(item -> add(item, approaches));
    } else if (!value.isMissingNode() && !value.isNull()) {
      notes.add("implementation_approaches was no list");
      add(value, approaches);
    }
    return List.copyOf(approaches);
  }

  private void add(JsonNode item, List<Approach> approaches) {
    if (item instanceof ObjectNode object) {
      approaches.add(approach(new Fields(object, notes)));
    } else if (!item.asText("").isBlank()) {
      notes.add("an approach was a text: it was taken for its name");
      approaches.add(
          new Approach(
              item.asText().strip(),
              "",
              List.of(),
              List.of(),
              Level.UNKNOWN,
              Level.UNKNOWN,
              List.of(),
              List.of(),
              "",
              ""));
    } else {
      notes.add("an empty entry of implementation_approaches was left out");
    }
  }

  private Approach approach(Fields fields) {
    // One line, wherever it is shown: an agent could write lines of a gate otherwise.
    String name = fields.text("name", "title").replaceAll("\\s+", " ");
    Approach approach =
        new Approach(
            name,
            fields.text("description", "summary", "details"),
            values.texts(fields.get("pros", "advantages", "benefits"), "pros"),
            values.texts(fields.get("cons", "disadvantages", "drawbacks"), "cons"),
            level(
                fields.get("effort", "complexity", "estimated_effort"),
                ParseNotes.UNKNOWN_EFFORT,
                name),
            level(fields.get("risk", "risk_level"), "unknown risk ", name),
            values.places(fields.get("affected_files", "files"), "affected_files"),
            tasks(fields.get("tasks", "steps", "implementation_steps")),
            fields.text("maintainability"),
            fields.text("performance_impact", "performance"));
    fields.unread().forEach(other -> notes.add("unknown field of an approach left out: " + other));
    return approach;
  }

  private Level level(JsonNode value, String unknown, String approach) {
    if (value.isMissingNode() || value.isNull() || value.asText("").isBlank()) {
      return Level.UNKNOWN;
    }
    return Values.level(value.asText())
        .orElseGet(
            () -> {
              notes.add(
                  unknown
                      + ParseNotes.quoted(value.asText())
                      + " of approach "
                      + ParseNotes.quoted(approach)
                      + ": medium assumed");
              return Level.MEDIUM;
            });
  }

  private List<SolutionTask> tasks(JsonNode value) {
    List<SolutionTask> tasks = new ArrayList<>();
    for (JsonNode item : value.isArray() ? value : List.<JsonNode>of()) {
      String id = "T" + (tasks.size() + 1);
      if (item instanceof ObjectNode object) {
        Fields fields = new Fields(object, notes);
        String given = fields.text("id");
        tasks.add(
            new SolutionTask(
                given.isEmpty() ? id : given,
                fields.text("name", "title", "description"),
                values.texts(fields.get("depends_on", "dependencies"), "depends_on"),
                paths(fields.get("files", "file")),
                fields.text("key_point", "key_points", "details")));
      } else if (!item.asText("").isBlank()) {
        notes.add("tasks held texts: they were taken for names");
        tasks.add(new SolutionTask(id, item.asText().strip(), List.of(), List.of(), ""));
      }
    }
    return List.copyOf(tasks);
  }

  /** Files of a task: paths by the contract, places when an agent says more. */
  private List<String> paths(JsonNode value) {
    List<String> paths = new ArrayList<>();
    for (JsonNode item : value.isArray() ? value : List.of(value)) {
      if (item.isTextual()) {
        paths.add(Values.path(item.asText()));
      } else if (item.isObject()) {
        values
            .places(JsonNodeFactory.instance.arrayNode().add(item), "files")
            .forEach(place -> paths.add(place.file()));
      }
    }
    paths.removeIf(String::isBlank);
    return List.copyOf(paths);
  }
}
