package dev.conclave.workflows.agent;

import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.planning.Plan;
import java.util.List;
import java.util.Optional;

/**
 * What an agent answered, parsed and bounded.
 *
 * @param receipt of the call
 * @param raw the answer's text
 * @param document the parsed answer in full, as JSON
 * @param analysis of an analyst, at most 48 KiB
 * @param plan of a planner, at most 64 KiB
 * @param errors what validation found; empty for a sound reply
 * @param extracted whether only fallback extraction could read it
 */
public record AskReply(
    Receipt receipt,
    DocumentRef raw,
    DocumentRef document,
    Optional<Analysis> analysis,
    Optional<Plan> plan,
    List<String> errors,
    boolean extracted) {

  /** What is wrong with it, in a few words; empty for a sound reply. */
  public Optional<String> flaw() {
    if (extracted) {
      return Optional.of("no JSON object in its reply");
    }
    return switch (errors.size()) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of("an error in its reply");
      default -> Optional.of(errors.size() + " errors in its reply");
    };
  }
}
