package dev.conclave.activities.agent;

import static dev.conclave.activities.agent.AnalysisBounds.ANALYSIS_BYTES;
import static dev.conclave.activities.agent.AnalysisBounds.PLAN_BYTES;
import static dev.conclave.activities.agent.AnalysisBounds.bytes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.discussion.reply.ReplyBounds;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.api.ReplyContent;
import dev.conclave.workflows.api.ReplyContent.OfAnalyst;
import dev.conclave.workflows.api.ReplyContent.OfModerator;
import dev.conclave.workflows.api.ReplyContent.OfPlanner;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.secret.Redaction;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.WireMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Makes what goes into history out of an answer: parsed, bounded, the rest by digest.
 *
 * @param readers by role
 * @param redact takes secrets out of an answer
 */
public record Replies(
    Map<Role, ReplyReader> readers, DocumentStore documents, UnaryOperator<String> redact) {
  private static final int MOST_ERRORS = 50;
  private static final int LONGEST_ERROR = 300;

  /** Reads an agent's answer. */
  public AskReply read(AskRequest request, String text, String perspective, Receipt receipt) {
    ReplyReader reader = readers.get(request.role());
    if (reader == null) {
      throw new IllegalStateException("nobody reads replies of role " + request.role());
    }
    String readable = redact.apply(ReplyBounds.readable(text));
    ReplyReader.Reply said = reader.read(readable, request, perspective);
    ReplyReader.Reply clean =
        new ReplyReader.Reply(
            said.content().map(content -> clean(content, content.getClass())),
            said.errors().stream().map(redact).toList(),
            said.extracted());
    return reply(clean, documents.put(readable), receipt);
  }

  /**
   * A reply that was no text in the first place. It quotes commit subjects and lines of code, in
   * which there may be secrets.
   */
  public AskReply of(Analysis analysis, Receipt receipt) {
    Analysis clean = clean(analysis, Analysis.class);
    return reply(ReplyReader.Reply.of(clean, List.of()), documents.put(json(clean)), receipt);
  }

  /** Filters what was parsed: in the text of a reply, JSON escapes can hide a secret. */
  private <T> T clean(T parsed, Class<? extends T> type) {
    JsonNode tree = WireMapper.get().valueToTree(parsed);
    return WireMapper.get().convertValue(new Redaction(redact).in(tree), type);
  }

  private AskReply reply(ReplyReader.Reply reply, DocumentRef raw, Receipt receipt) {
    Object all = reply.content().map(ReplyContent::content).orElse(Map.of());
    List<String> errors = new ArrayList<>();
    Optional<ReplyContent> fitting = reply.content().flatMap(said -> fitting(said, errors));
    errors.addAll(reply.errors());
    return AskReply.of(
        receipt, raw, documents.put(json(all)), fitting, bounded(errors), reply.extracted());
  }

  /** What a history may hold of it; what cannot be shortened is left out, with an error. */
  private static Optional<ReplyContent> fitting(ReplyContent said, List<String> errors) {
    if (said instanceof OfAnalyst analyst) {
      return Optional.of(new OfAnalyst(AnalysisBounds.fit(analyst.content())));
    }
    if (said instanceof OfPlanner planner && bytes(planner.content()) > PLAN_BYTES) {
      errors.add(tooLarge(planner.content()));
      return Optional.empty();
    }
    if (said instanceof OfModerator moderator && bytes(moderator.content()) > ANALYSIS_BYTES) {
      errors.add("the reply has more than " + ANALYSIS_BYTES / 1024 + " KiB: be brief");
      return Optional.empty();
    }
    return Optional.of(said);
  }

  /** A plan is carried out as it stands, so nobody but its planner shortens it. */
  private static String tooLarge(Plan plan) {
    return "The plan has %d KiB, and %d KiB are kept at most: give fewer or shorter tasks."
        .formatted((bytes(plan) + 1023) / 1024, PLAN_BYTES / 1024);
  }

  private static List<String> bounded(List<String> errors) {
    Stream<String> first =
        errors.stream().limit(MOST_ERRORS).map(error -> Cut.shown(error, LONGEST_ERROR));
    int more = errors.size() - MOST_ERRORS;
    return (more <= 0 ? first : Stream.concat(first, Stream.of("And " + more + " more."))).toList();
  }

  private static byte[] json(Object record) {
    try {
      return WireMapper.get().writeValueAsBytes(record);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of ours are JSON", e);
    }
  }
}
