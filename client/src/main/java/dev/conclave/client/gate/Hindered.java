package dev.conclave.client.gate;

import java.util.List;

/**
 * An answer that was not carried out, because the workspace has changed.
 *
 * @param before what held up answers of this person at gates before the open one
 */
public record Hindered(AnswerDraft answer, List<String> before) {
  public Hindered {
    before = List.copyOf(before);
  }
}
