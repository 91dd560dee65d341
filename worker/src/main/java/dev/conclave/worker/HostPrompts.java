package dev.conclave.worker;

import dev.conclave.activities.agent.Expected;
import dev.conclave.activities.agent.Perspectives;
import dev.conclave.activities.agent.TemplatePrompts;
import dev.conclave.activities.discussion.reply.AnalysisSchema;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.planning.PlanReader;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.secret.SecretFilter;
import java.util.Map;

/** The prompts of this host: for its worker, and for a preview of what that would send. */
public final class HostPrompts {
  private HostPrompts() {}

  /** Prompts with the configured perspectives, without secrets. */
  public static TemplatePrompts of(
      Configuration configuration, DocumentStore documents, SecretFilter secrets) {
    return new TemplatePrompts(
        documents,
        Map.of(
            "analyst-1",
            new Expected(AnalysisSchema.json(), AnalysisSchema.example()),
            "ballot-1",
            form("ballot"),
            "moderator-1",
            form("moderation"),
            "planner-1",
            new Expected(PlanReader.json(), PlanReader.example())),
        agent -> Perspectives.explained(new Perspectives(configuration).of(agent)),
        secrets::redact);
  }

  private static Expected form(String name) {
    return new Expected(
        AnalysisSchema.resource(name + ".json"), AnalysisSchema.resource(name + "-example.json"));
  }
}
