package dev.conclave.worker.doctor;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.doctor.Doctor.Diagnosis;
import dev.conclave.worker.stack.NamespaceSetup;
import dev.conclave.worker.stack.StackStatus;
import dev.conclave.workflows.temporal.LocalCommands;
import dev.conclave.workflows.temporal.TemporalConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The server, its set-up, and the worker. */
record ServerCheck(HostContext host) {

  List<Diagnosis> examine() throws IOException {
    StackStatus status = StackStatus.now(host);
    List<Diagnosis> found = new ArrayList<>();
    found.add(Diagnosis.of(server(status)));
    if (status.server().up()) {
      found.add(searchAttributes(status));
      status.server().retentionDays().ifPresent(days -> found.add(retention(status, days)));
    }
    found.add(Diagnosis.of(worker(status)));
    return found;
  }

  /** Of a server elsewhere there is none in its place: `plan` starts one on this host alone. */
  private Finding server(StackStatus status) {
    StackStatus.Server server = status.server();
    if (server.up()) {
      return Finding.ok(
          "server", status.address() + ", " + server.version().orElse("unknown version"));
    }
    String problem = server.problem().orElse("down");
    return host.settings().isLoopback()
        ? Finding.optional("server", problem, "conclave up --detach (`plan` does it too)")
        : Finding.missing(
            "server",
            problem,
            "correct TEMPORAL_ADDRESS and what else TEMPORAL_* says, or unset them for a server of"
                + " this host");
  }

  private Diagnosis searchAttributes(StackStatus status) {
    List<String> missing = status.server().missingSearchAttributes();
    if (missing.isEmpty()) {
      return Diagnosis.of(
          Finding.ok("search attributes", "registered in namespace " + status.namespace()));
    }
    String names = String.join(", ", missing);
    return Diagnosis.mendable(
        Finding.doubtful("search attributes", "not registered: " + names, ""),
        () ->
            connected(
                connection -> {
                  new NamespaceSetup(connection).registerMissing();
                  return "Registered " + names + " in namespace " + status.namespace() + ".";
                }));
  }

  /** Of a server elsewhere others may use the namespace too: there its operator decides. */
  private Diagnosis retention(StackStatus status, long days) {
    long wanted = NamespaceSetup.RETENTION.toDays();
    if (days >= wanted) {
      return Diagnosis.of(Finding.ok("retention", "closed sessions stay " + days + " days"));
    }
    Finding shorter =
        Finding.doubtful(
            "retention",
            (days == 1 ? "closed sessions stay 1 day" : "closed sessions stay " + days + " days")
                + " on the server; then their folder is the record",
            "temporal operator namespace update -n %s --retention %dd"
                .formatted(status.namespace(), wanted));
    return host.settings().isLoopback()
        ? Diagnosis.mendable(
            shorter,
            () ->
                connected(
                    connection -> {
                      new NamespaceSetup(connection).lengthenRetention();
                      return "Closed sessions now stay %d days in namespace %s."
                          .formatted(wanted, status.namespace());
                    }))
        : Diagnosis.of(shorter);
  }

  /** One that goes by an older configuration knows no agent that was set since. */
  private static Finding running(StackStatus.Worker worker) {
    String which = "pid " + worker.process().pid() + ", log " + worker.process().log();
    return worker
        .outdated()
        .map(old -> Finding.doubtful("worker", which + "; " + old, LocalCommands.READ_ANEW))
        .orElseGet(() -> Finding.ok("worker", which));
  }

  private static Finding worker(StackStatus status) {
    return status
        .worker()
        .map(ServerCheck::running)
        .orElseGet(
            () ->
                Finding.optional(
                    "worker",
                    status.workers().isEmpty()
                        ? "none runs on this host"
                        : "none runs on this host; elsewhere: "
                            + String.join(", ", status.workers()),
                    "conclave up --detach (`plan` does it too)"));
  }

  private String connected(Function<TemporalConnection, String> use) {
    try (TemporalConnection connection =
        TemporalConnection.open(host.settings(), host.converter())) {
      return use.apply(connection);
    }
  }
}
