package dev.conclave.worker.command;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.command.LocalCommand.JsonOutput;
import dev.conclave.worker.doctor.Doctor;
import dev.conclave.worker.doctor.Finding;
import dev.conclave.workflows.text.ExitCodes;
import dev.conclave.workflows.text.Words;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave doctor}: prints one line per finding, followed by its fix. */
@Command(
    name = "doctor",
    description = "Check what sessions need on this host, without calling an agent.",
    footer = {
      "",
      "Examples:",
      "  conclave doctor",
      "  conclave doctor --fix",
      "",
      "Exit codes: 0 sessions can run, 1 something required is missing."
    })
final class DoctorCommand extends LocalCommand {
  @Option(names = "--fix", description = "Register missing search attributes.")
  private boolean fix;

  @Mixin private JsonOutput json = new JsonOutput();
  private @Nullable String problem;

  @Override
  HostContext context() {
    say("Checking this machine, its server and its agents …");
    return HostContext.ignoringConfigurationErrors(complaint -> problem = complaint);
  }

  @Override
  int run(HostContext host) throws Exception {
    Doctor doctor = new Doctor(host, Optional.ofNullable(problem), this::say);
    Doctor.Report report = fix ? doctor.fix() : doctor.examine();
    if (json.wanted) {
      printJson(report);
    } else {
      out().print(page(report, fix, width()));
    }
    return report.usable() ? ExitCodes.DONE : ExitCodes.FAILED;
  }

  static String page(Doctor.Report report, boolean fixed, int width) {
    StringBuilder page = new StringBuilder();
    report.mended().forEach(done -> page.append("Fixed: ").append(done).append('\n'));
    report.failed().forEach(tried -> page.append("Cannot fix: ").append(tried).append('\n'));
    if (fixed && report.mended().isEmpty() && report.failed().isEmpty()) {
      page.append("Nothing to register.\n");
    }
    ColorScheme plain = CommandLine.Help.defaultColorScheme(Ansi.OFF);
    TextTable table =
        TextTable.forColumns(
            plain,
            new Column(10, 0, Overflow.TRUNCATE),
            new Column(19, 0, Overflow.SPAN),
            new Column(width - 29, 0, Overflow.WRAP));
    table.indentWrappedLines = 0;
    for (Finding finding : report.findings()) {
      table.addRowValues(Words.of(finding.state()), finding.subject(), finding.detail());
      finding.fix().ifPresent(fix -> table.addRowValues("", "", "→ " + fix));
    }
    TextTable verdict = TextTable.forColumns(plain, new Column(width, 0, Overflow.WRAP));
    verdict.indentWrappedLines = 0;
    verdict.addRowValues(verdict(report));
    return page.append(table).append('\n').append(verdict).toString();
  }

  private static String verdict(Doctor.Report report) {
    String things =
        Stream.of(Finding.State.MISSING, Finding.State.MALFORMED, Finding.State.DOUBTFUL)
            .map(state -> things(report, state))
            .filter(counted -> !counted.isEmpty())
            .collect(Collectors.joining(", "));
    String verdict =
        (report.usable() ? "Sessions can run" : "Sessions cannot run")
            + (things.isEmpty() ? "" : (report.usable() ? "; " : ": ") + things)
            + ".";
    if (report.usable() && report.directAlone()) {
      verdict +=
          " Only the built-in direct analyst would run, without a model: install an agent, log in,"
              + " or add it to tools.";
    }
    return verdict;
  }

  private static String things(Doctor.Report report, Finding.State state) {
    long count = report.findings().stream().filter(finding -> finding.state() == state).count();
    return count == 0
        ? ""
        : "%d thing%s %s".formatted(count, count == 1 ? " is" : "s are", Words.of(state));
  }
}
