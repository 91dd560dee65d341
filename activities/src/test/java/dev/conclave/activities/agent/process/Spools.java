package dev.conclave.activities.agent.process;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Spooled calls for tests. */
final class Spools {
  private Spools() {}

  static SpooledCall call(String id) {
    return new SpooledCall(
        new CallKey("default", "MCP-x", "d"),
        id,
        "script",
        "/bin/sh",
        Optional.empty(),
        List.of(),
        "/",
        Instant.now(),
        1);
  }
}
