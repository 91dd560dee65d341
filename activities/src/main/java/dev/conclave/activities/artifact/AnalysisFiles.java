package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.artifact.SessionArtifacts.Written;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.analyze.TopicConfiguration;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;

/** The files of an analysis. */
final class AnalysisFiles {
  private static final String TOPIC = "interactive/topic-analyzer-result.json";

  private AnalysisFiles() {}

  static Written write(AnalyzeState state, String run, SessionFolder folder, Runnable stillWanted)
      throws IOException {
    try (SessionFolder.Turn turn = folder.turn()) {
      stillWanted.run();
      TreeMap<String, byte[]> files = new TreeMap<>();
      state.configuration().ifPresent(set -> files.put(TOPIC, topic(state, set)));
      String line = "%s %s %s".formatted(state.session(), state.createdAt(), run);
      return new Written(turn.write(line, state.revision(), files), List.of());
    }
  }

  private static byte[] topic(AnalyzeState state, TopicConfiguration set) {
    ObjectNode json =
        WireMapper.get()
            .createObjectNode()
            .put("task_id", "topic-analyzer")
            .put("status", "completed")
            .put("pipeline_mode", Words.of(set.mode()));
    json.set("perspectives", WireMapper.get().valueToTree(set.perspectives()));
    json.set("dimensions", WireMapper.get().valueToTree(set.dimensions()));
    json.put("depth", set.complexity()).put("timestamp", state.updatedAt().toString());
    return (json.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
