package dev.conclave.workflows.plan;

import dev.conclave.workflows.temporal.Markdown;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The Markdown of current details as it grows. Texts of agents and people are escaped. */
final class DetailText {
  private static final int PARAGRAPH = 1_000;

  private final StringBuilder text = new StringBuilder();

  /** Markdown as it is. */
  DetailText add(String markdown) {
    text.append(markdown);
    return this;
  }

  void paragraph(String paragraph) {
    text.append(paragraph).append("\n\n");
  }

  /** A list of lines that nothing is markup in. */
  void list(List<String> lines) {
    lines.forEach(line -> text.append("- ").append(plain(line)).append('\n'));
    if (!lines.isEmpty()) {
      end();
    }
  }

  /** The end of a list. */
  void end() {
    text.append('\n');
  }

  @Override
  public String toString() {
    return text.toString();
  }

  static String plain(String raw) {
    return Markdown.plain(raw, PARAGRAPH);
  }

  static String inLine(Collection<String> texts) {
    return texts.stream().map(DetailText::plain).collect(Collectors.joining(", "));
  }

  static String time(Instant at) {
    return at.truncatedTo(ChronoUnit.MINUTES).toString().replace("T", " ").replace(":00Z", " UTC");
  }
}
