package dev.conclave.worker.cli;

import dev.conclave.worker.doctor.DoctorReport;
import dev.conclave.worker.doctor.Finding;
import dev.conclave.workflows.wire.Words;
import java.io.PrintWriter;

/** A doctor's report for people. */
final class DoctorPage {
  private DoctorPage() {}

  static void print(DoctorReport report, boolean fixed, PrintWriter out) {
    report.mended().forEach(done -> out.println("Mended: " + done));
    report.failed().forEach(tried -> out.println("Could not be mended: " + tried));
    if (fixed && report.mended().isEmpty() && report.failed().isEmpty()) {
      out.println("There was nothing to mend that could be mended without you.");
    }
    report.findings().forEach(finding -> print(finding, out));
    out.println();
    out.println(verdict(report, fixed));
  }

  private static void print(Finding finding, PrintWriter out) {
    out.printf("%-10s%-19s%s%n", Words.of(finding.state()), finding.subject(), finding.detail());
    finding.fix().ifPresent(fix -> out.printf("%-10s%-19s→ %s%n", "", "", fix));
  }

  private static String verdict(DoctorReport report, boolean fixed) {
    long missing = count(report, Finding.State.MISSING);
    long doubtful = count(report, Finding.State.DOUBTFUL);
    long mendable =
        report.findings().stream().filter(f -> f.fix().isPresent() && f.mendable()).count();
    String verdict =
        missing > 0
            ? "Sessions cannot run: %d thing%s missing."
                .formatted(missing, missing == 1 ? " is" : "s are")
            : doubtful > 0
                ? "Sessions can run; %d thing%s doubtful."
                    .formatted(doubtful, doubtful == 1 ? " is" : "s are")
                : "Sessions can run.";
    return mendable > 0 && !fixed
        ? verdict + " `conclave doctor --fix` mends %d of them.".formatted(mendable)
        : verdict;
  }

  private static long count(DoctorReport report, Finding.State state) {
    return report.findings().stream().filter(finding -> finding.state() == state).count();
  }
}
