package dev.conclave.workflows.session;

import dev.conclave.workflows.model.DocumentRef;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The questions to the agents of a discussion. */
public interface DiscussionQuestions {
  /**
   * Asks for an analyst's own view, or for a ballot when there is a ledger.
   *
   * @param number of the call: the round, and the number of human decisions
   * @param ledger on the current host
   */
  AgentQuestion analysis(String number, Supplier<@Nullable DocumentRef> ledger);

  /** Asks which statements mean the same. */
  AgentQuestion moderation(String number, Supplier<DocumentRef> ledger);
}
