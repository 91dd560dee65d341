package dev.conclave.worker.command;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.command.LocalCommand.JsonOutput;
import dev.conclave.worker.doctor.Doctor;
import dev.conclave.worker.doctor.Finding;
import dev.conclave.workflows.text.ExitCodes;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
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
  // Widths of the first columns.
  private static final int STATE = 10;
  private static final int SUBJECT = 19;

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
      out().print(page(report, fix, width(), language));
    }
    return report.usable() ? ExitCodes.DONE : ExitCodes.FAILED;
  }

  static String page(Doctor.Report report, boolean fixed, int width, Language language) {
    List<String> page = new ArrayList<>();
    report.mended().forEach(done -> page.add(language.console("Fixed: " + done)));
    report.failed().forEach(tried -> page.add(language.console("Cannot fix: " + tried)));
    if (fixed && page.isEmpty()) {
      page.add(language.console("Nothing to register."));
    }
    String indent = " ".repeat(STATE + SUBJECT);
    for (Finding finding : report.findings()) {
      String lead =
          padded(language.console(Words.of(finding.state())), STATE)
              + padded(language.console(finding.subject()), SUBJECT);
      page.add(
          (lead.endsWith(" ") ? lead : lead + "\n" + indent)
              + wrapped(language.console(finding.detail()), indent, width));
      finding
          .fix()
          .map(fix -> indent + wrapped("→ " + language.console(fix), indent, width))
          .ifPresent(page::add);
    }
    page.add("");
    page.add(wrapped(language.console(verdict(report)), "", width));
    return String.join("\n", page) + "\n";
  }

  /** Wraps a text; lines after the first are indented. */
  private static String wrapped(String text, String indent, int width) {
    TextTable table =
        TextTable.forColumns(
            CommandLine.Help.defaultColorScheme(Ansi.OFF),
            new Column(width - indent.length(), 0, Overflow.WRAP));
    table.indentWrappedLines = 0;
    table.addRowValues(text);
    return table.toString().strip().replace("\n", "\n" + indent);
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
