package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CrossVerification;
import java.time.Duration;
import java.util.List;

/** The flat fields of a round's artifact, as planning commands read them. */
final class FlatShape {
  private FlatShape() {}

  static ObjectNode render(SynthesisRecord record) {
    List<String> languages = record.languages();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("round", record.round());
    json.put("timestamp", record.finished().toString());
    json.putArray("cli_analyses")
        .addAll(record.analyses().stream().map(FileWords::analysis).toList());
    json.set("cli_executions", executions(record.runs()));
    json.putArray("solutions")
        .addAll(record.solutions().stream().map(FileWords::solution).toList());
    json.set(
        "convergence",
        FileWords.convergence(record.convergence(), record.rationale().in(languages)));
    CrossVerification verification = record.crossVerification();
    json.set("cross_verification", FileWords.crossVerification(verification));
    json.set("consensus_points", FileWords.statements(verification.agreements()));
    json.set("clarification_questions", FileWords.questionTexts(record.questions(), languages));
    json.set("questions", FileWords.questions(record.questions(), languages));
    json.set("ledger", FileWords.wire(record.ledger()));
    json.put("user_feedback_incorporated", record.feedback().orElse(null));
    json.set("_metadata", metadata(record));
    return json;
  }

  /** The last attempt of each agent. */
  private static ObjectNode executions(List<AgentRun> runs) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    for (AgentRun run : runs) {
      ObjectNode execution = json.putObject(run.agent());
      execution.put("status", run.status());
      execution.put(
          "duration_ms",
          run.receipt()
              .map(
                  receipt ->
                      Math.max(0, Duration.between(receipt.start(), receipt.end()).toMillis()))
              .orElse(0L));
      execution.put("model", run.receipt().flatMap(Receipt::model).orElse("unknown"));
      run.reason().ifPresent(reason -> execution.put("reason", reason));
    }
    return json;
  }

  private static ObjectNode metadata(SynthesisRecord record) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set(
        "cli_tools_used",
        FileWords.texts(record.analyses().stream().map(Analysis::tool).distinct().toList()));
    json.set(
        "fallbacks_triggered",
        FileWords.texts(
            record.runs().stream()
                .filter(run -> !run.agent().equals(run.standsFor()))
                .map(run -> run.standsFor() + " → " + run.agent())
                .distinct()
                .toList()));
    json.put("not_cross_verified", record.notCrossVerified());
    json.put("degraded", record.degraded());
    json.set("voters", FileWords.texts(record.voters()));
    json.put("alpha", record.alpha());
    json.set("left_out_of_moderation", FileWords.texts(record.leftOut()));
    return json;
  }
}
