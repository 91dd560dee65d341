package dev.conclave.worker.command;

import dev.conclave.worker.doctor.DoctorReport;
import dev.conclave.worker.doctor.Finding;
import dev.conclave.workflows.temporal.Words;
import java.util.List;
import java.util.stream.Stream;

/** A doctor's report for people: a finding in a line, and below it what mends it. */
final class DoctorPage {
  private DoctorPage() {}

  static String of(DoctorReport report, boolean fixed) {
    StringBuilder page = new StringBuilder();
    report.mended().forEach(done -> page.append("Mended: ").append(done).append('\n'));
    report
        .failed()
        .forEach(tried -> page.append("Could not be mended: ").append(tried).append('\n'));
    if (fixed && report.mended().isEmpty() && report.failed().isEmpty()) {
      page.append("There was nothing to mend that could be mended without you.\n");
    }
    for (Finding finding : report.findings()) {
      page.append(
          "%-10s%-19s%s%n"
              .formatted(Words.of(finding.state()), finding.subject(), finding.detail()));
      finding
          .fix()
          .ifPresent(fix -> page.append(" ".repeat(27)).append("→ ").append(fix).append('\n'));
    }
    return page.append('\n').append(verdict(report, fixed)).append('\n').toString();
  }

  private static String verdict(DoctorReport report, boolean fixed) {
    List<String> blocking =
        Stream.of(Finding.State.MISSING, Finding.State.MALFORMED)
            .filter(state -> count(report, state) > 0)
            .map(state -> things(count(report, state), Words.of(state)))
            .toList();
    long doubtful = count(report, Finding.State.DOUBTFUL);
    long mendable =
        report.findings().stream().filter(f -> f.fix().isPresent() && f.mendable()).count();
    String verdict =
        !blocking.isEmpty()
            ? "Sessions cannot run: %s.".formatted(String.join(", ", blocking))
            : doubtful > 0
                ? "Sessions can run; %s.".formatted(things(doubtful, "doubtful"))
                : "Sessions can run.";
    if (blocking.isEmpty() && report.directAlone()) {
      verdict += " No agent is usable but the built-in direct one: log one in, or install one.";
    }
    return mendable > 0 && !fixed
        ? verdict + " `conclave doctor --fix` mends %d of them.".formatted(mendable)
        : verdict;
  }

  private static String things(long count, String what) {
    return "%d thing%s %s".formatted(count, count == 1 ? " is" : "s are", what);
  }

  private static long count(DoctorReport report, Finding.State state) {
    return report.findings().stream().filter(finding -> finding.state() == state).count();
  }
}
