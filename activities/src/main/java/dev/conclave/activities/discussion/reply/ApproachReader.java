package dev.conclave.activities.discussion.reply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.SolutionTask;
import java.util.ArrayList;
import java.util.List;

/** Reads the approaches of a reply. */
final class ApproachReader {
  private final ParseNotes notes;
  private final Texts texts;
  private final Locations locations;

  ApproachReader(ParseNotes notes) {
    this.notes = notes;
    this.texts = new Texts(notes);
    this.locations = new Locations(notes);
  }

  List<Approach> list(JsonNode value) {
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
            texts.list(fields.get("pros", "advantages", "benefits"), "pros"),
            texts.list(fields.get("cons", "disadvantages", "drawbacks"), "cons"),
            level(
                fields.get("effort", "complexity", "estimated_effort"),
                ParseNotes.UNKNOWN_EFFORT,
                name),
            level(fields.get("risk", "risk_level"), "unknown risk ", name),
            locations.list(fields.get("affected_files", "files"), "affected_files"),
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
    return LevelWords.of(value.asText())
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
                texts.list(fields.get("depends_on", "dependencies"), "depends_on"),
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
        paths.add(Locations.path(item.asText()));
      } else if (item.isObject()) {
        locations
            .list(JsonNodeFactory.instance.arrayNode().add(item), "files")
            .forEach(place -> paths.add(place.file()));
      }
    }
    paths.removeIf(String::isBlank);
    return List.copyOf(paths);
  }
}
