package dev.conclave.workflows.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Duration;

/**
 * The ranges of numbers and durations. They are looked at in the document, since a record cannot
 * tell a zero from nothing.
 */
record Ranges(YamlDocument document) {
  private static final Duration DAY = Duration.ofDays(1);

  void timeouts(String at) {
    document
        .root()
        .at(at)
        .fieldNames()
        .forEachRemaining(
            kind -> {
              document.require(
                  Timeouts.KINDS.contains(kind),
                  at + "/" + kind,
                  YamlDocument.unknownKey(kind, Timeouts.KINDS));
              duration(at + "/" + kind);
            });
  }

  void duration(String at) {
    JsonNode node = document.root().at(at);
    if (!node.isMissingNode()) {
      Duration value = Durations.parse(node.asText());
      document.require(
          value.compareTo(Duration.ofSeconds(1)) >= 0 && value.compareTo(DAY) <= 0,
          at,
          "must be between 1s and 24h");
    }
  }

  void range(String at, long min, long max) {
    JsonNode node = document.root().at(at);
    if (!node.isMissingNode()) {
      BigDecimal value = node.isNumber() ? node.decimalValue() : BigDecimal.valueOf(-1);
      boolean inside =
          value.compareTo(BigDecimal.valueOf(min)) >= 0
              && value.compareTo(BigDecimal.valueOf(max)) <= 0;
      document.require(inside, at, node.asText() + " is not between " + min + " and " + max);
    }
  }
}
