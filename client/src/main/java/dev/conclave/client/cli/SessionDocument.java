package dev.conclave.client.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.client.session.Snapshot;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.wire.WireMapper;
import java.util.Optional;

/**
 * A session as {@code --json} prints it: the answer of query {@code state}, and what is around it.
 */
final class SessionDocument {
  private SessionDocument() {}

  static ObjectNode of(Snapshot now, Optional<String> ui) {
    ObjectNode document = WireMapper.get().valueToTree(now.view());
    document.set("calls", WireMapper.get().valueToTree(now.live()));
    ui.ifPresent(url -> document.put("ui", url));
    now.hindrance().ifPresent(why -> document.put("waiting_for", why));
    now.closed().ifPresent(how -> document.put("workflow", how));
    if (now.awaitsHuman()) {
      now.view()
          .gate()
          .ifPresent(
              gate ->
                  document.set(
                      "answer_with",
                      WireMapper.get().valueToTree(AnswerLines.of(now.view().session(), gate))));
    }
    return document;
  }
}
