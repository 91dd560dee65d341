package dev.conclave.client.session;

import dev.conclave.client.terminal.Surroundings;
import java.util.Optional;

/**
 * A session that was started and left.
 *
 * @param ui its page in the Temporal UI
 */
public record StartedDocument(String session, Optional<String> ui) {

  public void print(Surroundings around, boolean json) {
    if (json) {
      around.output().json(this);
      return;
    }
    around.output().result(session);
    ui.ifPresent(url -> around.output().say("Temporal UI: " + url));
    around.output().say("It runs in the background. Come back with: conclave watch " + session);
  }
}
