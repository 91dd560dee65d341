package dev.conclave.worker.command;

import dev.conclave.worker.doctor.DoctorReport;
import dev.conclave.worker.doctor.Finding;
import dev.conclave.workflows.temporal.Words;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;

/**
 * A doctor's report for people: a finding in a line, or more on a terminal, and below it what mends
 * it. That is never broken, so that it can be copied.
 *
 * @param width of the terminal; empty where a program reads along, which takes it apart by lines
 */
record DoctorPage(OptionalInt width) {
  private static final int STATE = 10;
  private static final int SUBJECT = 19;

  /** From here on the details have a column of their own. */
  private static final int WIDE = 100;

  /** The page. */
  static String of(DoctorReport report, boolean fixed, OptionalInt width) {
    StringBuilder page = new StringBuilder();
    report.mended().forEach(done -> page.append("Mended: ").append(done).append('\n'));
    report
        .failed()
        .forEach(tried -> page.append("Could not be mended: ").append(tried).append('\n'));
    if (fixed && report.mended().isEmpty() && report.failed().isEmpty()) {
      page.append("There was nothing to mend that could be mended without you.\n");
    }
    DoctorPage layout = new DoctorPage(width);
    report.findings().forEach(finding -> layout.add(finding, page));
    return page.append('\n').append(verdict(report, fixed)).append('\n').toString();
  }

  private void add(Finding finding, StringBuilder page) {
    boolean wide = width.isEmpty() || width.getAsInt() >= WIDE;
    int indent = wide ? STATE + SUBJECT : STATE;
    String subject = "%-19s".formatted(finding.subject());
    String start = "%-10s%s".formatted(Words.of(finding.state()), wide ? subject : "");
    String text = wide ? finding.detail() : subject + finding.detail();
    page.append(width.isEmpty() ? start + text + '\n' : wrapped(start, indent, text));
    finding
        .fix()
        .ifPresent(
            fix -> page.append(" ".repeat(indent - 2)).append("→ ").append(fix).append('\n'));
  }

  private String wrapped(String start, int indent, String text) {
    TextTable table =
        TextTable.forColumns(
            Help.defaultColorScheme(Help.Ansi.OFF),
            new Column(indent, 0, Overflow.SPAN),
            new Column(width.getAsInt() - indent, 0, Overflow.WRAP));
    table.indentWrappedLines = 0;
    table.addRowValues(start.stripTrailing(), text);
    return table.toString();
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
