package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.conclave.workflows.api.Change;
import dev.conclave.workflows.discussion.Finding;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import dev.conclave.workflows.discussion.ReviewOutcome.Judgement;
import dev.conclave.workflows.discussion.ReviewOutcome.Standing;
import dev.conclave.workflows.discussion.Severity;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.session.SessionView.ReviewLine;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SarifLogTest {
  private static ReviewLine review(Judged... findings) {
    Change change =
        new Change(
            "main..HEAD",
            "a".repeat(40),
            "b".repeat(40),
            "c".repeat(40),
            new DocumentRef("d".repeat(64), 1),
            2,
            2,
            3,
            4,
            List.of());
    return new ReviewLine(
        change, new ReviewOutcome(List.of(findings), List.of(), List.of("ada"), true), false);
  }

  private static Judged judged(Standing standing, Severity severity, String file, int line) {
    return new Judged(
        "P1",
        standing,
        severity,
        new Finding(
            severity, true, file, line, "It leaks", "With \"no\" rows.", "Close it.", List.of()),
        List.of("ada"),
        List.of(new Judgement("bert", Choice.DISAGREE, List.of("run: it closes"), "it is closed")));
  }

  private static List<String> errors(String log) throws Exception {
    try (InputStream schema =
        SarifLogTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
          .getSchema(new String(schema.readAllBytes(), StandardCharsets.UTF_8), InputFormat.JSON)
          .validate(log, InputFormat.JSON)
          .stream()
          .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
          .toList();
    }
  }

  @Test
  void a_log_always_fits_the_sarif_schema() throws Exception {
    List<Judged> all = new ArrayList<>();
    for (Standing standing : Standing.values()) {
      for (Severity severity : Severity.values()) {
        all.add(judged(standing, severity, "src/a b/ü#.py", severity == Severity.LOW ? 0 : 7));
      }
    }
    String log = SarifLog.of(review(all.toArray(Judged[]::new)));

    assertThat(errors(log)).isEmpty();
    assertThat(errors(SarifLog.of(review()))).isEmpty();
    assertThat(errors(log.replace("\"fail\"", "\"bad\"")))
        .as("the schema is in force")
        .isNotEmpty();
  }

  @Test
  void confirmed_findings_fail_open_ones_need_review_refuted_ones_are_suppressed()
      throws Exception {
    JsonNode results =
        new JsonMapper()
            .readTree(
                SarifLog.of(
                    review(
                        judged(Standing.COUNTS, Severity.HIGH, "src/a b/ü#.py", 7),
                        judged(Standing.COUNTS, Severity.MEDIUM, "b.py", 0),
                        judged(Standing.DISPUTED, Severity.CRITICAL, "b.py", 1),
                        judged(Standing.REFUTED, Severity.LOW, "b.py", 1))))
            .at("/runs/0/results");

    assertThat(results.at("/0/level").asText()).isEqualTo("error");
    assertThat(results.at("/0/locations/0/physicalLocation/artifactLocation/uri").asText())
        .isEqualTo("src/a%20b/%C3%BC%23.py");
    assertThat(results.at("/0/locations/0/physicalLocation/region/startLine").asInt()).isEqualTo(7);
    assertThat(results.at("/1/level").asText()).isEqualTo("warning");
    assertThat(results.at("/1/locations/0/physicalLocation").has("region")).isFalse();
    assertThat(results.at("/2/kind").asText()).isEqualTo("review");
    assertThat(results.at("/3/suppressions/0/justification").asText())
        .isEqualTo("bert: it is closed");
  }
}
