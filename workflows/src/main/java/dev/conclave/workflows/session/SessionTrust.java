package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.text.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whose messages a session accepts; set at its start.
 *
 * @param sealed whether it accepts only messages sealed for it with a key of its team
 * @param keys people's public keys, Ed25519 as Base64, by name
 * @param approvers key names of the only people who may approve and execute; empty when anyone may
 */
public record SessionTrust(boolean sealed, Map<String, String> keys, List<String> approvers) {
  /** Accepts messages from anyone, under any name. */
  public static final SessionTrust OPEN = new SessionTrust(false, Map.of(), List.of());

  /** Returns why an answer needs another signature, in a sentence; empty when it does not. */
  Optional<String> refusal(String session, GateAnswer answer) {
    if (approvers.isEmpty() || !answer.kind().approves()) {
      return Optional.empty();
    }
    Optional<String> signer = signer(session, answer);
    if (signer.filter(approvers::contains).isPresent()) {
      return Optional.empty();
    }
    String found =
        signer
            .map(name -> "is signed by " + name)
            .orElse(answer.signature().isEmpty() ? "is not signed" : "has a wrong signature");
    return Optional.of(
        "only %s may %s here, and this answer %s; use `conclave` with approver_key or CONCLAVE_APPROVER_KEY set to the key of one of them"
            .formatted(String.join(" or ", approvers), Words.of(answer.kind()), found));
  }

  /**
   * Returns the answer with its author's name: the key's name if signed. A key's name without its
   * signature is marked.
   */
  GateAnswer named(String session, GateAnswer answer) {
    Optional<String> claimed = answer.by().filter(keys::containsKey);
    return claimed.isEmpty() || signer(session, answer).isPresent()
        ? answer
        : answer.by(claimed.get() + " (unsigned)");
  }

  /**
   * Returns the name of the key that signed the answer. The answer names its key, so only one is
   * tried.
   */
  private Optional<String> signer(String session, GateAnswer answer) {
    return keys.entrySet().stream()
        .filter(key -> answer.by().equals(Optional.of(key.getKey())))
        .filter(key -> answer.isSignedFor(session, key.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
