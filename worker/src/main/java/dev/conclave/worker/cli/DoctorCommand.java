package dev.conclave.worker.cli;

import dev.conclave.worker.Surroundings;
import dev.conclave.worker.doctor.Doctor;
import dev.conclave.worker.doctor.Finding;
import dev.conclave.worker.stack.NamespaceSetup;
import dev.conclave.workflows.host.ExitCodes;
import dev.conclave.workflows.host.TemporalConnection;
import dev.conclave.workflows.wire.Words;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave doctor}. */
@Command(
    name = "doctor",
    description = "Say what sessions on this host need, and how to get what is missing.",
    footer = {
      "",
      "Examples:",
      "  conclave doctor",
      "  conclave doctor --fix",
      "",
      "Exit codes: 0 sessions can run, 1 something that is needed is missing."
    })
final class DoctorCommand extends LocalCommand {
  @Option(names = "--fix", description = "Register the search attributes on the server.")
  private boolean fix;

  @Mixin private JsonOutput json = new JsonOutput();

  @Override
  int run(Surroundings around) throws Exception {
    if (fix) {
      registerSearchAttributes(around);
    }
    List<Finding> findings = new Doctor(around).examine();
    if (json.wanted()) {
      json.print(out(), findings);
    } else {
      findings.forEach(this::print);
    }
    boolean usable = findings.stream().noneMatch(f -> f.state() == Finding.State.MISSING);
    return usable ? ExitCodes.DONE : ExitCodes.FAILED;
  }

  private void registerSearchAttributes(Surroundings around) {
    try (TemporalConnection connection =
        TemporalConnection.open(around.settings(), around.converter())) {
      new NamespaceSetup(connection)
          .registerMissing()
          .forEach(key -> say("Registered " + key.getName() + "."));
    }
  }

  private void print(Finding finding) {
    out().printf("%-9s%-18s%s%n", Words.of(finding.state()), finding.subject(), finding.detail());
    finding.fix().ifPresent(fix -> out().printf("%-9s%-18s→ %s%n", "", "", fix));
  }
}
