package dev.conclave.workflows.session;

import dev.conclave.workflows.model.DocumentRef;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the agents of a discussion are asked. */
public interface DiscussionQuestions {
  /**
   * Asks for an analyst's own view, or for a ballot where there is a ledger.
   *
   * @param number of the call: the round, and how often the human has decided
   * @param ledger on the current host
   */
  AgentQuestion analysis(String number, Supplier<@Nullable DocumentRef> ledger);

  /** Asks what of that says the same. */
  AgentQuestion moderation(String number, Supplier<DocumentRef> ledger);
}
