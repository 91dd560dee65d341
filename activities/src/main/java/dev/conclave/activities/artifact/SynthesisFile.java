package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.artifact.Contributors.Contributor;
import dev.conclave.activities.artifact.Sections.DecisionRecords;
import dev.conclave.activities.artifact.Sections.Metadata;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.discussion.Translations;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.secret.SecretFilter;
import java.time.Duration;
import java.util.List;

/**
 * {@code rounds/{n}/synthesis.json}: one record, rendered in both shapes that its readers know; see
 * docs/artifacts.md. Pure over the material.
 */
public final class SynthesisFile {
  private SynthesisFile() {}

  /** Renders a round. */
  public static ObjectNode render(RoundMaterial material, SecretFilter secrets) {
    SynthesisRecord record = material.record();
    Translations words = new Translations(record.analyses(), record.ledger());
    Snippets snippets = new Snippets(material.source(), secrets);
    Sections sections =
        new Sections(
            metadata(record),
            TopicSection.of(material, words),
            new FilesSection(material, words, snippets).render(),
            PlanningSection.of(record.analyses(), words),
            new DecisionRules(material, words).render(),
            new DecisionRecords(new Timeline(material, words, snippets).render()));
    ObjectNode json = SectionJson.write(sections);
    ObjectNode flat = FlatShape.render(record);
    json.set(
        "_internal", flat.deepCopy().retain("cli_analyses", "cross_verification", "convergence"));
    json.setAll(flat);
    return json;
  }

  private static Metadata metadata(SynthesisRecord record) {
    List<Contributor> contributors =
        record.analyses().stream().map(Analysis::tool).distinct().map(Contributors::agent).toList();
    return new Metadata(
        "%s-round-%d".formatted(record.session(), record.round()),
        record.round(),
        record.finished(),
        contributors,
        Math.max(0, Duration.between(record.started(), record.finished()).toMillis()) / 1000.0,
        List.of("json"));
  }
}
