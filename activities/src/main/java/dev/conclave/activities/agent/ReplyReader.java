package dev.conclave.activities.agent;

import static dev.conclave.activities.agent.AnalysisBounds.ANALYSIS_BYTES;
import static dev.conclave.activities.agent.AnalysisBounds.PLAN_BYTES;
import static dev.conclave.activities.agent.AnalysisBounds.bytes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.discussion.Aliases;
import dev.conclave.activities.discussion.BallotReader;
import dev.conclave.activities.discussion.LedgerRules;
import dev.conclave.activities.discussion.ModerationReader;
import dev.conclave.activities.discussion.ModerationRules;
import dev.conclave.activities.discussion.ReplyBounds;
import dev.conclave.activities.discussion.ReplyParser;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.planning.PlanReader;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.api.ReplyContent;
import dev.conclave.workflows.api.ReplyContent.OfAnalyst;
import dev.conclave.workflows.api.ReplyContent.OfModerator;
import dev.conclave.workflows.api.ReplyContent.OfPlanner;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.secret.Redaction;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.WireMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Makes what goes into history out of an answer: parsed, checked, bounded, the rest by digest.
 *
 * @param redact takes secrets out of an answer
 */
public record ReplyReader(DocumentStore documents, UnaryOperator<String> redact) {
  private static final int MOST_ERRORS = 50;
  private static final int LONGEST_ERROR = 300;

  /**
   * What was read.
   *
   * @param content empty when nothing could be read
   * @param errors what validation found; empty for a sound reply
   */
  public record Parsed(Optional<ReplyContent> content, List<String> errors) {}

  /**
   * Reads an agent's answer.
   *
   * @param perspective from which it was asked to look
   */
  public AskReply read(AskRequest request, String text, String perspective, Receipt receipt) {
    String readable = redact.apply(ReplyBounds.readable(text));
    Parsed parsed =
        switch (request.role()) {
          case ANALYST -> analysis(readable, request, perspective);
          case MODERATOR -> moderation(documents, readable, request);
          case PLANNER -> {
            PlanReader.PlanReply reply = PlanReader.read(readable);
            yield new Parsed(reply.plan().<ReplyContent>map(OfPlanner::new), reply.errors());
          }
        };
    return reply(
        parsed.content().map(content -> clean(content, content.getClass())),
        parsed.errors().stream().map(redact).toList(),
        documents.put(readable),
        receipt);
  }

  /**
   * A reply that was no text in the first place. It quotes commit subjects and lines of code, in
   * which there may be secrets.
   */
  AskReply of(Analysis analysis, Receipt receipt) {
    Analysis clean = clean(analysis, Analysis.class);
    return reply(Optional.of(new OfAnalyst(clean)), List.of(), documents.put(json(clean)), receipt);
  }

  private Parsed analysis(String text, AskRequest request, String perspective) {
    Optional<Ledger> ledger = LedgerRules.of(documents, request);
    Optional<Aliases> aliases = ledger.map(one -> Aliases.of(request.callId(), one));
    String named = aliases.map(one -> one.named(text)).orElse(text);
    Analysis analysis = ReplyParser.parse(named, request.agent(), perspective);
    List<String> errors = new ArrayList<>(ReplyParser.validate(analysis));
    ledger.ifPresent(one -> errors.addAll(BallotReader.errors(analysis, one)));
    aliases.ifPresent(one -> errors.replaceAll(one::hidden));
    return new Parsed(Optional.of(new OfAnalyst(analysis)), errors);
  }

  /** Reads a moderator's reply, and says what of it is to be mended. */
  public static Parsed moderation(DocumentStore documents, String text, AskRequest request) {
    Ledger ledger = LedgerRules.of(documents, request).orElseThrow();
    Aliases aliases = Aliases.of(request.callId(), ledger);
    Optional<Moderation> moderation = ModerationReader.read(aliases.named(text));
    return new Parsed(
        moderation.<ReplyContent>map(OfModerator::new),
        moderation
            .map(one -> ModerationRules.errors(ledger, one, request.round()))
            .map(errors -> errors.stream().map(aliases::hidden).toList())
            .orElse(List.of("the reply holds no JSON object with points and approaches")));
  }

  /** Filters what was parsed: in the text of a reply, JSON escapes can hide a secret. */
  private <T> T clean(T parsed, Class<? extends T> type) {
    JsonNode tree = WireMapper.get().valueToTree(parsed);
    return WireMapper.get().convertValue(new Redaction(redact).in(tree), type);
  }

  private AskReply reply(
      Optional<ReplyContent> content, List<String> found, DocumentRef raw, Receipt receipt) {
    Object all = content.<Object>map(ReplyContent::content).orElse(Map.of());
    List<String> errors = new ArrayList<>();
    Optional<ReplyContent> fitting = content.flatMap(said -> fitting(said, errors));
    errors.addAll(found);
    boolean extracted =
        content.filter(said -> said instanceof OfAnalyst a && a.content().fallback()).isPresent();
    return AskReply.of(receipt, raw, documents.put(json(all)), fitting, bounded(errors), extracted);
  }

  /** What a history may hold of it; what cannot be shortened is left out, with an error. */
  private static Optional<ReplyContent> fitting(ReplyContent said, List<String> errors) {
    if (said instanceof OfAnalyst analyst) {
      return Optional.of(new OfAnalyst(AnalysisBounds.fit(analyst.content())));
    }
    int bytes = bytes(said.content());
    if (said instanceof OfPlanner && bytes > PLAN_BYTES) {
      // A plan is carried out as it stands, so nobody but its planner shortens it.
      errors.add(
          "The plan has %d KiB, and %d KiB are kept at most: give fewer or shorter tasks."
              .formatted((bytes + 1023) / 1024, PLAN_BYTES / 1024));
      return Optional.empty();
    }
    if (said instanceof OfModerator && bytes > ANALYSIS_BYTES) {
      errors.add("the reply has more than " + ANALYSIS_BYTES / 1024 + " KiB: be brief");
      return Optional.empty();
    }
    return Optional.of(said);
  }

  private static List<String> bounded(List<String> errors) {
    List<String> first = new ArrayList<>();
    errors.stream().limit(MOST_ERRORS).forEach(e -> first.add(Cut.shown(e, LONGEST_ERROR)));
    if (errors.size() > MOST_ERRORS) {
      first.add("And " + (errors.size() - MOST_ERRORS) + " more.");
    }
    return first;
  }

  private static byte[] json(Object record) {
    try {
      return WireMapper.get().writeValueAsBytes(record);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of ours are JSON", e);
    }
  }
}
