package dev.conclave.activities.agent.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.wire.Cut;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What earlier rounds left behind, read from their documents. */
record RoundsPart(Fence fence) {
  private static final int LONGEST = 8 << 10;

  /** A round in short: its outcome, what is open, what was rejected. */
  String summary(String name, JsonNode round) {
    List<String> lines = new ArrayList<>();
    lines.add("outcome: " + round.path("convergence").path("rationale").asText());
    add(lines, "agreed", round.path("cross_verification").path("agreements"), "statement");
    for (JsonNode open : round.path("cross_verification").path("disagreements")) {
      if (open.path("open").asBoolean()) {
        lines.add("open disagreement: " + open.path("topic").asText());
        for (JsonNode position : open.path("positions")) {
          lines.add("  one side: " + position.path("statement").asText());
        }
      }
    }
    add(lines, "option", round.path("solutions"), "name");
    add(lines, "rejected option", round.path("also_considered"), "name");
    String text = String.join("\n", lines);
    return fence.around(name, Cut.head(text, LONGEST));
  }

  /** The chosen solution in full. */
  Optional<String> solution(JsonNode round, String name) {
    for (String list : List.of("solutions", "also_considered")) {
      for (JsonNode solution : round.path(list)) {
        if (solution.path("name").asText().equals(name)) {
          return Optional.of(fence.around("solution", solution.toPrettyString()));
        }
      }
    }
    return Optional.empty();
  }

  /** What the agents agreed on, and how their disagreements were settled. */
  List<String> consensus(JsonNode round) {
    List<String> lines = new ArrayList<>();
    add(lines, "agreed", round.path("cross_verification").path("agreements"), "statement");
    for (JsonNode settled : round.path("cross_verification").path("disagreements")) {
      if (!settled.path("open").asBoolean()) {
        lines.add(
            "settled: "
                + settled.path("topic").asText()
                + ": "
                + settled.path("resolution").asText());
      }
    }
    return lines.isEmpty()
        ? List.of()
        : List.of(fence.around("consensus", String.join("\n", lines)));
  }

  private static void add(List<String> lines, String label, JsonNode list, String field) {
    for (JsonNode entry : list) {
      lines.add(label + ": " + (entry.isTextual() ? entry.asText() : entry.path(field).asText()));
    }
  }
}
