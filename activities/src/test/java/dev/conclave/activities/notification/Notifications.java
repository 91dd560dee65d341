package dev.conclave.activities.notification;

import dev.conclave.workflows.config.NotificationConfiguration.NotificationEvent;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.session.Notification;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Sample notifications of a session. */
final class Notifications {
  static final String SESSION = "MCP-限流-2026-11-21";
  static final Instant AT = Instant.parse("2026-11-21T08:00:00Z");

  private Notifications() {}

  static Notification awaiting(String task) {
    return awaiting(task, "en");
  }

  static Notification awaiting(String task, String language) {
    return new Notification(
        "0b2f7c1e-0000-3000-8000-000000000001",
        NotificationEvent.AWAITING,
        AT,
        SESSION,
        task,
        "/home/ada/my repo",
        "awaiting-decision",
        2,
        Optional.of(gate()),
        Optional.empty(),
        Optional.of(AT.plusSeconds(3600)),
        Optional.empty(),
        List.of(language));
  }

  private static Gate gate() {
    return new Gate(
        "2-decision",
        GateType.DECISION,
        "7d3ad14464d2ed54",
        GateType.DECISION.kinds(),
        AT,
        false,
        new GateContent(
            "Choose among 2 options.",
            List.of(option(1, "Token bucket"), option(2, "Sliding <!channel> window & log")),
            List.of(
                new Question(
                    "Q1",
                    LocalizedText.of("Per user or per key?"),
                    List.of(LocalizedText.of("per user"), LocalizedText.of("per key")),
                    Optional.empty(),
                    List.of(),
                    List.of(),
                    Optional.empty())),
            List.of(Note.of(NoteKind.SUBJECT, "score 0.71")),
            List.of(),
            List.of()));
  }

  private static Option option(int number, String name) {
    return new Option(
        number,
        name,
        name + " in short",
        List.of("gemini", "codex"),
        Optional.of(0.8),
        Level.LOW,
        Level.MEDIUM,
        81.5,
        List.of("simple"),
        List.of("memory"),
        2,
        1,
        2);
  }
}
