package dev.conclave.worker.cli;

import dev.conclave.worker.Surroundings;
import dev.conclave.worker.doctor.Doctor;
import dev.conclave.worker.doctor.DoctorReport;
import dev.conclave.workflows.host.ExitCodes;
import dev.conclave.workflows.wire.WireMapper;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code conclave doctor}. */
@Command(
    name = "doctor",
    description =
        "Looks for what sessions on this host need, and says how to get what is missing; asks no"
            + " agent.",
    footer = {
      "",
      "Exit codes: 0 sessions can run, 1 something that is needed is missing.",
      "Example: conclave doctor --fix"
    })
final class DoctorCommand extends LocalCommand {
  @Option(
      names = "--fix",
      description =
          "Mend what can be mended without harm: folders, search attributes, retention, damaged"
              + " indexes, notes of processes that are gone.")
  private boolean fix;

  @Option(names = "--json", description = "One JSON document on stdout.")
  private boolean json;

  private @Nullable String problem;

  @Override
  Surroundings surroundings() {
    return Surroundings.despiteConfiguration(complaint -> problem = complaint);
  }

  @Override
  int run(Surroundings around) throws Exception {
    Doctor doctor = new Doctor(around, Optional.ofNullable(problem));
    DoctorReport report = fix ? doctor.mend() : doctor.examine();
    if (json) {
      out().println(WireMapper.get().writerWithDefaultPrettyPrinter().writeValueAsString(report));
    } else {
      DoctorPage.print(report, fix, out());
    }
    return report.usable() ? ExitCodes.DONE : ExitCodes.FAILED;
  }
}
