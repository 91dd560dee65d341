package dev.conclave.activities.notification;

import dev.conclave.workflows.api.Notification;
import dev.conclave.workflows.api.NotificationEvent;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.temporal.Words;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A message in Slack's markup. Texts of agents and people are escaped: none of them can call a
 * channel or make a link of its own. A few thousand characters at most.
 */
final class SlackText {
  private static final int ITEMS = 5;
  private static final int NAME = 100;
  private static final int LINE = 200;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final StringBuilder text = new StringBuilder();

  private SlackText() {}

  static String of(Message message) {
    Notification told = message.content();
    SlackText text = new SlackText();
    text.line("*" + plain(message.title(), LINE + NAME) + "*");
    if (told.event() == NotificationEvent.TEST) {
      return text.line(plain(told.task(), LINE)).text.toString().strip();
    }
    text.line(place(told));
    told.ending().ifPresent(ending -> text.line(plain(ending, LINE)));
    told.gate().ifPresent(gate -> text.gate(told.session(), gate));
    told.deadlineAt().ifPresent(at -> text.line("Deadline: " + time(at)));
    message.ui().ifPresent(url -> text.line("<" + escaped(url) + "|Open in the Temporal UI>"));
    return text.text.toString().strip();
  }

  private static String place(Notification told) {
    return "`"
        + escaped(told.session())
        + "` · "
        + plain(told.repo(), LINE)
        + " · "
        + told.phase()
        + (told.round() == 0 ? "" : ", round " + told.round());
  }

  private void gate(String session, Gate gate) {
    line("Gate `" + gate.id() + "`: " + plain(gate.shown().title(), LINE));
    for (Option option : gate.shown().options().stream().limit(ITEMS).toList()) {
      line(option(option));
    }
    numbered(gate.shown().questions());
    quoted(gate.shown().notes());
    quoted(gate.shown().drift());
    command(AnswerLines.of(session, gate));
    command(AnswerLines.signals(session, gate));
    line("Takes: " + String.join(", ", gate.kinds().stream().map(Words::of).toList()));
  }

  private static String option(Option option) {
    return "%d. *%s* (score %.0f, effort %s, risk %s, by %s): %s"
        .formatted(
            option.number(),
            plain(option.name(), NAME),
            option.score(),
            Words.of(option.effort()),
            Words.of(option.risk()),
            plain(String.join(", ", option.sources()), NAME),
            plain(tradeOffs(option), LINE));
  }

  private static String tradeOffs(Option option) {
    List<String> parts = new ArrayList<>();
    option.pros().forEach(pro -> parts.add("+ " + pro));
    option.cons().forEach(con -> parts.add("- " + con));
    return String.join(", ", parts);
  }

  private void numbered(List<Question> questions) {
    for (int i = 0; i < Math.min(ITEMS, questions.size()); i++) {
      line("Question " + (i + 1) + ": " + plain(questions.get(i).line(), LINE));
    }
  }

  private void quoted(List<String> lines) {
    lines.stream().limit(ITEMS).forEach(each -> line("> " + plain(each, LINE)));
    if (lines.size() > ITEMS) {
      line("> … and " + (lines.size() - ITEMS) + " more, shown at the gate");
    }
  }

  private void command(List<String> lines) {
    lines.stream().limit(1).forEach(each -> line("```" + escaped(each) + "```"));
  }

  private SlackText line(String line) {
    text.append(line).append('\n');
    return this;
  }

  private static String time(Instant at) {
    return TIME.format(at);
  }

  /** One line of at most so many characters, escaped. */
  private static String plain(String raw, int longest) {
    String line = raw.strip().replaceAll("\\s+", " ");
    return escaped(
        line.codePointCount(0, line.length()) <= longest
            ? line
            : line.substring(0, line.offsetByCodePoints(0, longest - 1)) + "…");
  }

  private static String escaped(String raw) {
    return raw.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
