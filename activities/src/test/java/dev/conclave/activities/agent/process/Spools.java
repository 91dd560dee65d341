package dev.conclave.activities.agent.process;

import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.agent.process.CallFolder.StartedCall;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Spooled calls for tests. */
final class Spools {
  private Spools() {}

  static StartedCall call(String id) {
    return new StartedCall(
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
