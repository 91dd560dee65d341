package dev.conclave.activities.agent.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.wire.Cut;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What earlier rounds left behind, read from their documents. */
record RoundsPart(Fence fence) {
  private static final int LONGEST = 8 << 10;

  /** So many points that one agent alone made are carried on. */
  private static final int ALONE = 20;

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
    alone(lines, round);
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

  /**
   * What the agents agreed on, how their disagreements were settled, and what one alone has said.
   */
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
    alone(lines, round);
    return lines.isEmpty()
        ? List.of()
        : List.of(fence.around("consensus", String.join("\n", lines)));
  }

  /** Leads that nobody has confirmed: who made each, and its words. */
  private static void alone(List<String> lines, JsonNode round) {
    int left = ALONE;
    for (JsonNode point : round.path("cross_verification").path("unique")) {
      if (left-- > 0) {
        List<String> agents = new ArrayList<>();
        point.path("positions").forEach(side -> agents.add(side.path("agent").asText()));
        lines.add(
            "unconfirmed, said by "
                + String.join(" and ", agents)
                + " alone: "
                + point.path("statement").asText());
      }
    }
  }

  private static void add(List<String> lines, String label, JsonNode list, String field) {
    for (JsonNode entry : list) {
      lines.add(label + ": " + (entry.isTextual() ? entry.asText() : entry.path(field).asText()));
    }
  }
}
