package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.analyze.AnalyzeWorkflow;
import dev.conclave.workflows.analyze.TopicConfiguration;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowTargetOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;

/** Renders an analysis into its folder. */
final class AnalysisWriting implements FolderWriter<AnalyzeState> {
  private static final String TOPIC = "interactive/topic-analyzer-result.json";

  @Override
  public AnalyzeState told(WorkflowClient client, WorkflowTargetOptions run) {
    return client.newWorkflowStub(AnalyzeWorkflow.class, run).carried();
  }

  @Override
  public Written write(AnalyzeState state, String line, SessionFolder folder, Runnable stillWanted)
      throws IOException {
    try (SessionFolder.FolderTurn turn = folder.turn()) {
      stillWanted.run();
      turn.belongsTo(state.session() + " " + state.createdAt() + " " + line);
      TreeMap<String, byte[]> files = new TreeMap<>();
      state.configuration().ifPresent(set -> files.put(TOPIC, topic(state, set)));
      return new Written(turn.write(state.revision(), files, List.of()), List.of());
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
