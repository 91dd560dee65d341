package dev.conclave.activities.agent.process;

import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.agent.process.CallFolder.StartedCall;
import dev.conclave.workflows.config.AgentConfiguration.Network;
import dev.conclave.workflows.model.SandboxLevel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Spooled calls for tests. */
final class Spools {
  private Spools() {}

  static StartedCall call(String id) {
    return new StartedCall(
        new CallKey("default", "MCP-x", "d"),
        id,
        "script",
        "/bin/sh",
        null,
        List.of(),
        "/",
        Instant.now(),
        1,
        SandboxLevel.CONTAINED);
  }

  /** Starts a call without a sandbox. */
  static ProcessIdentity start(
      CallFolder folder,
      List<String> argv,
      Map<String, String> environment,
      Path directory,
      PidNamespace namespace)
      throws IOException {
    return CallLauncher.start(
        folder,
        new Sandbox.Program(
            argv,
            environment,
            directory,
            false,
            directory,
            new TreeMap<>(),
            Map.of(),
            directory,
            Network.HOST,
            List.of()),
        Sandbox.withoutBubblewrap("as a test", namespace));
  }
}
