package dev.conclave.worker.command;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.command.LocalCommand.JsonOutput;
import dev.conclave.worker.doctor.Doctor;
import dev.conclave.worker.doctor.Finding;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.Words;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave doctor}: a finding in a line, and below it what mends it. */
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
  @Option(names = "--fix", description = "Register the search attributes that the namespace lacks.")
  private boolean fix;

  @Mixin private JsonOutput json = new JsonOutput();
  private @Nullable String problem;

  @Override
  HostContext context() {
    say("Looking at this machine, its server and its agents …");
    return HostContext.despiteConfiguration(complaint -> problem = complaint);
  }

  @Override
  int run(HostContext host) throws Exception {
    Doctor doctor = new Doctor(host, Optional.ofNullable(problem), this::say);
    Doctor.Report report = fix ? doctor.mend() : doctor.examine();
    if (json.wanted()) {
      json.print(out(), report);
    } else {
      out().print(page(report, fix));
    }
    return report.usable() ? ExitCodes.DONE : ExitCodes.FAILED;
  }

  /** The report for people. */
  static String page(Doctor.Report report, boolean fixed) {
    StringBuilder page = new StringBuilder();
    report.mended().forEach(done -> page.append("Mended: ").append(done).append('\n'));
    report
        .failed()
        .forEach(tried -> page.append("Could not be mended: ").append(tried).append('\n'));
    if (fixed && report.mended().isEmpty() && report.failed().isEmpty()) {
      page.append("There was nothing to register.\n");
    }
    List<Finding> absent = report.findings().stream().filter(Finding::isAbsentAgent).toList();
    for (Finding finding : report.findings()) {
      if (absent.size() < 2 || !absent.contains(finding)) {
        line(page, finding.state(), finding.subject(), finding.detail(), finding.fix());
      } else if (finding.equals(absent.get(0))) {
        String names =
            absent.stream()
                .map(each -> each.subject().replaceFirst("agent ", ""))
                .collect(Collectors.joining(", "));
        line(
            page,
            finding.state(),
            "agents",
            "not installed: " + names,
            finding.fix().map(fix -> "one is enough to begin with: " + fix));
      }
    }
    return page.append('\n').append(verdict(report, fixed)).append('\n').toString();
  }

  private static void line(
      StringBuilder page,
      Finding.State state,
      String subject,
      String detail,
      Optional<String> fix) {
    page.append("%-10s%-19s%s%n".formatted(Words.of(state), subject, detail));
    fix.ifPresent(mends -> page.append(" ".repeat(27)).append("→ ").append(mends).append('\n'));
  }

  private static String verdict(Doctor.Report report, boolean fixed) {
    String blocking =
        Stream.of(Finding.State.MISSING, Finding.State.MALFORMED)
            .map(state -> things(report, state))
            .filter(things -> !things.isEmpty())
            .collect(Collectors.joining(", "));
    String doubtful = things(report, Finding.State.DOUBTFUL);
    long mendable = report.findings().stream().filter(Finding::mendable).count();
    String verdict =
        !blocking.isEmpty()
            ? "Sessions cannot run: " + blocking + "."
            : doubtful.isEmpty() ? "Sessions can run." : "Sessions can run; " + doubtful + ".";
    if (blocking.isEmpty() && report.directAlone()) {
      verdict += " No agent is usable but the built-in direct one: log one in, or install one.";
    }
    return mendable > 0 && !fixed
        ? verdict + " `conclave doctor --fix` mends %d of them.".formatted(mendable)
        : verdict;
  }

  private static String things(Doctor.Report report, Finding.State state) {
    long count = report.findings().stream().filter(finding -> finding.state() == state).count();
    return count == 0
        ? ""
        : "%d thing%s %s".formatted(count, count == 1 ? " is" : "s are", Words.of(state));
  }
}
