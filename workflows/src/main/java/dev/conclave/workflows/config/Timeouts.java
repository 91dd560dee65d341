package dev.conclave.workflows.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Wall clocks of agent calls by kind of role; each has the default of its constant. */
public record Timeouts(
    Duration analysis,
    Duration planning,
    Duration exploration,
    Duration conflict,
    Duration reanalysis,
    Duration topic) {

  /** The kinds, as configuration names them. */
  public static final List<String> KINDS =
      List.of("analysis", "planning", "exploration", "conflict", "reanalysis", "topic");

  public Timeouts {
    analysis = or(analysis, 600);
    planning = or(planning, 900);
    exploration = or(exploration, 600);
    conflict = or(conflict, 600);
    reanalysis = or(reanalysis, 300);
    topic = or(topic, 180);
  }

  /** The same clocks, none longer than the limit of its kind. */
  Timeouts atMost(Map<String, Duration> limits) {
    return new Timeouts(
        least(analysis, limits.get("analysis")),
        least(planning, limits.get("planning")),
        least(exploration, limits.get("exploration")),
        least(conflict, limits.get("conflict")),
        least(reanalysis, limits.get("reanalysis")),
        least(topic, limits.get("topic")));
  }

  static Duration least(Duration own, @Nullable Duration limit) {
    return limit == null || own.compareTo(limit) <= 0 ? own : limit;
  }

  static Timeouts defaults() {
    return YamlDocument.empty(Timeouts.class);
  }

  private static Duration or(@Nullable Duration value, long seconds) {
    return value == null ? Duration.ofSeconds(seconds) : value;
  }
}
