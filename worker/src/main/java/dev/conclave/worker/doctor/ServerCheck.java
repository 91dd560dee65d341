package dev.conclave.worker.doctor;

import dev.conclave.worker.Surroundings;
import dev.conclave.worker.stack.StackStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The server, its set-up, and the worker. */
final class ServerCheck {
  private final Surroundings around;

  ServerCheck(Surroundings around) {
    this.around = around;
  }

  List<Finding> examine() throws IOException {
    StackStatus status = StackStatus.now(around);
    List<Finding> findings = new ArrayList<>();
    findings.add(server(status));
    if (status.server().up()) {
      findings.add(searchAttributes(status));
    }
    findings.add(
        status
            .worker()
            .map(worker -> Finding.ok("worker", "pid " + worker.pid() + ", log " + worker.log()))
            .orElseGet(
                () ->
                    Finding.optional("worker", "none runs on this host", "conclave up --detach")));
    return findings;
  }

  private static Finding server(StackStatus status) {
    StackStatus.Server server = status.server();
    return server.up()
        ? Finding.ok("server", status.address() + ", " + server.version().orElse("unknown version"))
        : Finding.optional(
            "server", server.problem().orElse("down"), "conclave up --detach (`plan` does it too)");
  }

  private static Finding searchAttributes(StackStatus status) {
    List<String> missing = status.server().missingSearchAttributes();
    return missing.isEmpty()
        ? Finding.ok("search attributes", "registered in namespace " + status.namespace())
        : Finding.optional(
            "search attributes",
            "not registered: " + String.join(", ", missing),
            "conclave doctor --fix");
  }
}
