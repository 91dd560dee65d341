package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What an agent does with a tool, in a few words for people who watch. */
final class ToolWords {
  /** Parts of tool names, over all programs, with what people call it; the first that fits. */
  private static final List<Map.Entry<String, String>> VERBS =
      List.of(
          Map.entry("grep", "searches"),
          Map.entry("search", "searches"),
          Map.entry("glob", "lists"),
          Map.entry("list", "lists"),
          Map.entry("ls", "lists"),
          Map.entry("read", "reads"),
          Map.entry("write", "writes"),
          Map.entry("edit", "edits"),
          Map.entry("replace", "edits"),
          Map.entry("patch", "edits"),
          Map.entry("shell", "runs"),
          Map.entry("bash", "runs"),
          Map.entry("command", "runs"),
          Map.entry("fetch", "fetches"));

  /** Where a tool's input says what it is about, the most telling first. */
  private static final List<String> OBJECTS =
      List.of(
          "command",
          "pattern",
          "query",
          "file_path",
          "filePath",
          "absolute_path",
          "path",
          "dir_path",
          "url",
          "description");

  private static final int SEGMENTS = 3;

  private ToolWords() {}

  /** Such as {@code reads src/server.py}. */
  static String of(String tool, JsonNode input) {
    String verb = verb(tool);
    for (String name : OBJECTS) {
      JsonNode object = input.path(name);
      if (object.isTextual() && !object.asText().isBlank()) {
        return verb + " " + shortened(object.asText().strip());
      }
    }
    return verb;
  }

  private static String verb(String tool) {
    String name = tool.toLowerCase(Locale.ROOT);
    return VERBS.stream()
        .filter(verb -> name.contains(verb.getKey()))
        .findFirst()
        .map(Map.Entry::getValue)
        .orElse("tool " + tool);
  }

  /** Agents name files by their place in a snapshot, whose folder tells nobody anything. */
  private static String shortened(String object) {
    String[] segments = object.split("/");
    boolean deepPath =
        object.startsWith("/") && !object.contains(" ") && segments.length > SEGMENTS + 1;
    return deepPath
        ? "…/"
            + String.join(
                "/", List.of(segments).subList(segments.length - SEGMENTS, segments.length))
        : object;
  }
}
