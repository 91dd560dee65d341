package dev.conclave.client.session;

import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.temporal.Markdown;
import dev.conclave.workflows.temporal.Words;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the Temporal UI shows of a session from its start: a summary, and details in Markdown. */
final class Presentation {
  /** Temporal takes 400 bytes of summary; some are left for escapes and a codec. */
  private static final int SUMMARY_BYTES = 200;

  private static final int ESCAPED_BYTES = 300;

  /** Temporal takes 20,000 bytes of details. */
  private static final int TASK_BYTES = 8 << 10;

  private static final int NAME = 200;
  private static final Pattern BACKTICKS = Pattern.compile("`+");

  private Presentation() {}

  static String summary(PlanRequest request) {
    return cut(
        Markdown.plain(SessionMemo.firstWords(request.task()), SUMMARY_BYTES), ESCAPED_BYTES);
  }

  static String details(PlanRequest request) {
    String task = cut(request.task().strip(), TASK_BYTES);
    String fence = fence(task);
    return """
        **Task**

        %s
        %s
        %s

        - Workspace: `%s`
        - Analysts: %s (%s), %d round%s at most
        - Started by: %s

        %s"""
        .formatted(
            fence,
            task,
            fence,
            request.workspace().named().replace('`', '\''),
            Markdown.plain(String.join(", ", request.tools()), NAME),
            Words.of(request.mode()),
            request.maxRounds(),
            request.maxRounds() == 1 ? "" : "s",
            Markdown.plain(request.by(), NAME),
            Markdown.END);
  }

  /** A fence longer than any run of backticks in the text, so that the text cannot end it. */
  private static String fence(String text) {
    int longest = 2;
    for (Matcher run = BACKTICKS.matcher(text); run.find(); ) {
      longest = Math.max(longest, run.end() - run.start());
    }
    return "`".repeat(longest + 1);
  }

  /** At most so many bytes of UTF-8, never inside a character. */
  static String cut(String text, int bytes) {
    if (text.getBytes(StandardCharsets.UTF_8).length <= bytes) {
      return text;
    }
    StringBuilder kept = new StringBuilder();
    int length = 3; // the ellipsis
    for (int c : text.codePoints().toArray()) {
      length += Character.toString(c).getBytes(StandardCharsets.UTF_8).length;
      if (length > bytes) {
        break;
      }
      kept.appendCodePoint(c);
    }
    return kept + "…";
  }
}
