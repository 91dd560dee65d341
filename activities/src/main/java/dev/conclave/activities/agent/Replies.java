package dev.conclave.activities.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.agent.AskReply;
import dev.conclave.workflows.agent.Receipt;
import dev.conclave.workflows.agent.Role;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.host.FailureTypes;
import dev.conclave.workflows.planning.Plan;
import dev.conclave.workflows.wire.WireMapper;
import io.temporal.failure.ApplicationFailure;
import java.util.Map;
import java.util.Optional;

/**
 * Makes what goes into history out of an answer: parsed, bounded, the rest by digest.
 *
 * @param readers by role
 */
public record Replies(Map<Role, ReplyReader> readers, DocumentStore documents) {

  /**
   * Reads an agent's answer; it holds no secrets any more.
   *
   * @throws ApplicationFailure non-retryable when the reply cannot be made to fit
   */
  public AskReply read(Role role, String text, String agent, String perspective, Receipt receipt) {
    ReplyReader reader = readers.get(role);
    if (reader == null) {
      throw new IllegalStateException("nobody reads replies of role " + role);
    }
    return reply(reader.read(text, agent, perspective), documents.put(text), receipt);
  }

  /** A reply that was no text in the first place. */
  public AskReply of(Analysis analysis, Receipt receipt) {
    ReplyReader.Reply reply = ReplyReader.Reply.of(analysis, java.util.List.of());
    return reply(reply, documents.put(json(analysis)), receipt);
  }

  private AskReply reply(ReplyReader.Reply reply, DocumentRef raw, Receipt receipt) {
    Object all = reply.analysis().<Object>map(a -> a).or(reply::plan).orElse(Map.of());
    return new AskReply(
        receipt,
        raw,
        documents.put(json(all)),
        reply.analysis().map(Replies::bounded),
        reply.plan().map(Replies::bounded),
        reply.errors(),
        reply.extracted());
  }

  private static Analysis bounded(Analysis analysis) {
    Optional<Analysis> fits = AnalysisBounds.fit(analysis);
    return fits.orElseThrow(
        () -> oversized("analysis", AnalysisBounds.bytes(analysis), AnalysisBounds.ANALYSIS_BYTES));
  }

  private static Plan bounded(Plan plan) {
    int bytes = AnalysisBounds.bytes(plan);
    if (bytes > AnalysisBounds.PLAN_BYTES) {
      throw oversized("plan", bytes, AnalysisBounds.PLAN_BYTES);
    }
    return plan;
  }

  private static ApplicationFailure oversized(String field, int bytes, int limit) {
    return ApplicationFailure.newNonRetryableFailure(
        field + " is " + bytes + " bytes; at most " + limit + " fit into history",
        FailureTypes.OVERSIZED);
  }

  private static byte[] json(Object record) {
    try {
      return WireMapper.get().writeValueAsBytes(record);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of ours are JSON", e);
    }
  }
}
