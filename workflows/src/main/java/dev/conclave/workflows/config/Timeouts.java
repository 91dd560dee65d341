package dev.conclave.workflows.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Wall clocks of agent calls by kind of role; each has the default of its constant. */
public record Timeouts(
    Duration analysis,
    Duration planning,
    Duration exploration,
    Duration conflict,
    Duration reanalysis,
    Duration topic) {

  public Timeouts {
    analysis = or(analysis, 600);
    planning = or(planning, 900);
    exploration = or(exploration, 600);
    conflict = or(conflict, 600);
    reanalysis = or(reanalysis, 300);
    topic = or(topic, 180);
  }

  static Timeouts defaults() {
    return new Timeouts(
        Duration.ofSeconds(600),
        Duration.ofSeconds(900),
        Duration.ofSeconds(600),
        Duration.ofSeconds(600),
        Duration.ofSeconds(300),
        Duration.ofSeconds(180));
  }

  private static Duration or(@Nullable Duration value, long seconds) {
    return value == null ? Duration.ofSeconds(seconds) : value;
  }
}
