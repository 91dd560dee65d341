package dev.conclave.client.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import dev.conclave.workflows.discussion.ReviewOutcome.Standing;
import dev.conclave.workflows.discussion.Severity;
import dev.conclave.workflows.session.SessionView.ReviewLine;
import dev.conclave.workflows.text.ProductVersion;
import dev.conclave.workflows.text.Words;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A review as SARIF 2.1.0: findings that count as failures, unconfirmed ones as review items,
 * refuted ones as suppressed.
 */
record SarifLog(@JsonProperty("$schema") String schema, String version, List<Run> runs) {
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
  private static final JsonMapper MAPPER =
      JsonMapper.builder().serializationInclusion(JsonInclude.Include.NON_NULL).build();

  record Run(
      Tool tool,
      String columnKind,
      Map<String, BaseUri> originalUriBaseIds,
      List<Result> results) {}

  record Tool(Driver driver) {}

  record Driver(String name, String version, List<Rule> rules) {}

  record Rule(String id, Text shortDescription, Configuration defaultConfiguration) {}

  record Configuration(String level) {}

  record BaseUri(Text description) {}

  record Result(
      String ruleId,
      String kind,
      String level,
      Text message,
      List<Location> locations,
      @Nullable List<Suppression> suppressions,
      Map<String, Object> properties) {}

  record Text(String text) {}

  record Location(PhysicalLocation physicalLocation) {}

  record PhysicalLocation(Artifact artifactLocation, @Nullable Region region) {}

  record Artifact(String uri, String uriBaseId) {}

  record Region(int startLine) {}

  record Suppression(String kind, String status, String justification) {}

  static String of(ReviewLine review) {
    List<Rule> rules =
        Stream.of(Severity.values())
            .map(
                severity ->
                    new Rule(
                        Words.of(severity),
                        new Text("A finding of severity " + Words.of(severity)),
                        new Configuration(level(severity))))
            .toList();
    Driver driver = new Driver("Conclave", ProductVersion.get(), rules);
    BaseUri base = new BaseUri(new Text("The root of the reviewed tree"));
    Run run =
        new Run(
            new Tool(driver),
            "unicodeCodePoints",
            Map.of("SRCROOT", base),
            findings(review).stream().map(SarifLog::result).toList());
    try {
      return MAPPER
              .writerWithDefaultPrettyPrinter()
              .writeValueAsString(new SarifLog(SCHEMA, "2.1.0", List.of(run)))
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records are always serializable", e);
    }
  }

  static int results(ReviewLine review) {
    return findings(review).size();
  }

  private static List<Judged> findings(ReviewLine review) {
    ReviewOutcome outcome = review.outcome();
    return outcome == null ? List.of() : outcome.findings();
  }

  private static Result result(Judged one) {
    String suggestion = one.finding().suggestion();
    Region region = one.finding().line() > 0 ? new Region(one.finding().line()) : null;
    Artifact file = new Artifact(uri(one.finding().file()), "SRCROOT");
    String against =
        one.against().stream()
            .map(vote -> vote.agent() + ": " + vote.note())
            .collect(Collectors.joining("; "));
    boolean refuted = one.standing() == Standing.REFUTED;
    return new Result(
        Words.of(one.severity()),
        one.counts() || refuted ? "fail" : "review",
        one.counts() || refuted ? level(one.severity()) : "none",
        new Text(
            one.finding().title()
                + "\n\n"
                + one.finding().detail()
                + (suggestion.isEmpty() ? "" : "\n\nSuggestion: " + suggestion)),
        List.of(new Location(new PhysicalLocation(file, region))),
        refuted ? List.of(new Suppression("external", "accepted", against)) : null,
        Map.of(
            "standing", Words.of(one.standing()),
            "severity", Words.of(one.severity()),
            "reviewers", one.by()));
  }

  private static String level(Severity severity) {
    return switch (severity) {
      case CRITICAL, HIGH -> "error";
      case MEDIUM -> "warning";
      case LOW -> "note";
    };
  }

  private static String uri(String path) {
    return Stream.of(path.split("/", -1))
        .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20"))
        .collect(Collectors.joining("/"));
  }
}
