package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.text.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whose messages count in a session, as it was started with.
 *
 * @param sealed whether only messages count that were sealed for it with a key of its team
 * @param keys public keys of people, Ed25519 as Base64, by name
 * @param approvers those who alone may approve and execute, by the names of their keys; empty when
 *     anybody may
 */
public record SessionTrust(boolean sealed, Map<String, String> keys, List<String> approvers) {
  /** Anybody's messages, by the names that they give themselves. */
  public static final SessionTrust OPEN = new SessionTrust(false, Map.of(), List.of());

  /** Why an answer needs another signature, in a sentence; empty when it needs none. */
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
        "only %s may %s here, and this answer %s; answer with `conclave`, where approver_key or CONCLAVE_APPROVER_KEY names the key file of one of them"
            .formatted(String.join(" or ", approvers), Words.of(answer.kind()), found));
  }

  /**
   * The answer with the name of who gave it: the key's where it is signed. Who uses the name of a
   * key without it is marked.
   */
  GateAnswer named(String session, GateAnswer answer) {
    Optional<String> claimed = answer.by().filter(keys::containsKey);
    return claimed.isEmpty() || signer(session, answer).isPresent()
        ? answer
        : answer.by(claimed.get() + " (unsigned)");
  }

  /** Whose key signed the answer. It is signed under a name, so one key is tried. */
  private Optional<String> signer(String session, GateAnswer answer) {
    return keys.entrySet().stream()
        .filter(key -> answer.by().equals(Optional.of(key.getKey())))
        .filter(key -> answer.isSignedFor(session, key.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
