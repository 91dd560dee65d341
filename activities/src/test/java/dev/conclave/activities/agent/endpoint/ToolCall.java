package dev.conclave.activities.agent.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

record ToolCall(String name, ObjectNode arguments, boolean custom) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Optional<ToolCall> write(List<JsonNode> offered, String path) {
    for (String name : List.of("write_file", "Write", "write")) {
      if (offers(offered, name)) {
        ObjectNode arguments = JSON.createObjectNode().put("content", "written by a tool");
        arguments.put(name.equals("write") ? "filePath" : "file_path", path);
        return Optional.of(new ToolCall(name, arguments, false));
      }
    }
    return shell(offered, "printf 'written by a tool' > '" + path + "'");
  }

  static Optional<ToolCall> read(List<JsonNode> offered, String path) {
    for (String name : List.of("read_file", "Read", "read")) {
      if (offers(offered, name)) {
        String key = name.equals("read") ? "filePath" : "file_path";
        return Optional.of(new ToolCall(name, JSON.createObjectNode().put(key, path), false));
      }
    }
    return shell(offered, "cat '" + path + "'");
  }

  static Optional<ToolCall> shell(List<JsonNode> offered, String command) {
    for (String name : List.of("run_shell_command", "Bash", "bash")) {
      if (offers(offered, name)) {
        ObjectNode arguments = JSON.createObjectNode().put("command", command);
        arguments.put("description", "scripted");
        if (name.equals("run_shell_command")) {
          arguments.put("is_background", false);
        }
        return Optional.of(new ToolCall(name, arguments, false));
      }
    }
    for (String name : List.of("exec_command", "shell_command")) {
      if (offers(offered, name)) {
        String key = name.equals("exec_command") ? "cmd" : "command";
        return Optional.of(new ToolCall(name, JSON.createObjectNode().put(key, command), false));
      }
    }
    if (offers(offered, "exec")) {
      String script =
          "const r = await tools.exec_command({cmd: "
              + JSON.getNodeFactory().textNode(command)
              + "}); text(JSON.stringify(r));";
      return Optional.of(new ToolCall("exec", JSON.createObjectNode().put("input", script), true));
    }
    return Optional.empty();
  }

  private static boolean offers(List<JsonNode> offered, String name) {
    return offered.stream().anyMatch(tool -> tool.asText().equals(name));
  }
}
