package dev.conclave.worker.command;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.command.LocalCommand.JsonOutput;
import dev.conclave.worker.doctor.Doctor;
import dev.conclave.worker.doctor.DoctorReport;
import dev.conclave.workflows.temporal.ExitCodes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave doctor}. */
@Command(
    name = "doctor",
    description =
        "Say what sessions on this host need, and how to get what is missing; asks no agent.",
    footer = {
      "",
      "Examples:",
      "  conclave doctor",
      "  conclave doctor --fix",
      "",
      "Exit codes: 0 sessions can run, 1 something that is needed is missing."
    })
final class DoctorCommand extends LocalCommand {
  @Option(
      names = "--fix",
      description = "Mend what can be mended without harm: search attributes and retention.")
  private boolean fix;

  @Mixin private JsonOutput json = new JsonOutput();

  private @Nullable String problem;

  @Override
  HostContext context() {
    return HostContext.despiteConfiguration(complaint -> problem = complaint);
  }

  @Override
  int run(HostContext host) throws Exception {
    Doctor doctor = new Doctor(host, Optional.ofNullable(problem), this::say);
    DoctorReport report = fix ? doctor.mend() : doctor.examine();
    if (json.wanted()) {
      json.print(out(), report);
    } else {
      out().print(DoctorPage.of(report, fix));
    }
    return report.usable() ? ExitCodes.DONE : ExitCodes.FAILED;
  }
}
