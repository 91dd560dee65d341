package dev.conclave.activities.notification;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.config.NotificationConfiguration.WebhookFormat;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerForm;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.session.Notification;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A notification as sent to webhooks.
 *
 * @param content the notification, with the secrets in its texts redacted
 */
record NotificationMessage(Notification content, Optional<String> ui) {
  private static final int ITEMS = 5;
  private static final int NAME = 100;
  private static final int LINE = 200;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  static NotificationMessage of(
      Notification notification, Optional<String> ui, UnaryOperator<String> redacted) {
    ObjectNode texts = WireMapper.get().valueToTree(notification);
    return new NotificationMessage(
        WireMapper.get().convertValue(WireMapper.mapTexts(texts, redacted), Notification.class),
        ui);
  }

  String body(WebhookFormat format) {
    return switch (format) {
      case JSON -> json().toString();
      case SLACK -> WireMapper.get().createObjectNode().put("text", slack()).toString();
    };
  }

  private ObjectNode json() {
    ObjectNode json = WireMapper.get().valueToTree(content);
    json.put("title", title());
    content
        .gate()
        .map(
            gate ->
                Map.of(
                    "conclave", AnswerLines.of(content.session(), gate),
                    "temporal", AnswerLines.signals(content.session(), gate)))
        .ifPresent(lines -> json.set("answer_with", WireMapper.get().valueToTree(lines)));
    ui.ifPresent(url -> json.put("ui", url));
    return json;
  }

  private String title() {
    String what =
        switch (content.event()) {
          case AWAITING -> "Conclave is waiting for your input";
          case REMINDER ->
              content.percent().orElse(0)
                  + " % of the time to the deadline has passed"
                  + content.gate().map(gate -> ", gate " + gate.id() + " is open").orElse("");
          case ENDED -> "Session " + content.phase();
        };
    return ours(what) + ": " + content.task();
  }

  /**
   * Returns the message in Slack's markup, a few thousand characters at most. Texts of agents and
   * people are escaped, so that they cannot notify a channel or create a link.
   */
  private String slack() {
    List<String> lines = new ArrayList<>();
    lines.add("*" + plain(title(), LINE + NAME) + "*");
    lines.add(
        "`%s` · %s · %s%s"
            .formatted(
                escaped(content.session()),
                plain(content.repo(), LINE),
                ours(content.phase()),
                content.round() == 0 ? "" : ", " + ours("round " + content.round())));
    content.ending().ifPresent(ending -> lines.add(plain(ours(ending), LINE)));
    content.gate().ifPresent(gate -> addGate(gate, lines));
    content.deadlineAt().ifPresent(at -> lines.add(ours("Deadline: " + TIME.format(at))));
    ui.ifPresent(
        url -> lines.add("<" + escaped(url) + "|" + ours("Open in the Temporal UI") + ">"));
    return String.join("\n", lines);
  }

  private void addGate(Gate gate, List<String> lines) {
    lines.add(ours("Gate") + " `" + gate.id() + "`: " + plain(ours(gate.shown().title()), LINE));
    gate.shown().options().stream().limit(ITEMS).forEach(option -> lines.add(option(option)));
    List<Question> questions = gate.shown().questions();
    for (int i = 0; i < Math.min(ITEMS, questions.size()); i++) {
      lines.add(
          ours("Question")
              + " "
              + AnswerForm.letter(i + 1)
              + ": "
              + plain(ours(questions.get(i).line()), LINE));
    }
    Stream.concat(gate.drifted().stream(), gate.shown().lines().stream().limit(ITEMS))
        .forEach(each -> lines.add("> " + plain(ours(each), LINE)));
    AnswerLines.of(content.session(), gate).stream()
        .limit(1)
        .forEach(command -> lines.add("```" + escaped(command) + "```"));
    lines.add(
        ours("Answers") + ": " + String.join(", ", gate.kinds().stream().map(Words::of).toList()));
  }

  private String ours(String sentence) {
    return Language.of(content.languages()).sentence(sentence);
  }

  private String option(Option option) {
    String rated =
        "(score %.0f, effort %s, risk %s, by %s)"
            .formatted(
                option.score(),
                Words.of(option.effort()),
                Words.of(option.risk()),
                String.join(", ", option.sources()));
    return "%d. *%s* %s"
        .formatted(option.number(), plain(option.name(), NAME), plain(ours(rated), LINE));
  }

  private static String plain(String raw, int longest) {
    return escaped(Cut.shorten(raw.strip().replaceAll("\\s+", " "), longest));
  }

  private static String escaped(String raw) {
    return raw.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
