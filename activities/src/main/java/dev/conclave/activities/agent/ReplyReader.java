package dev.conclave.activities.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import dev.conclave.activities.discussion.Aliases;
import dev.conclave.activities.discussion.BallotReader;
import dev.conclave.activities.discussion.JsonReplies;
import dev.conclave.activities.discussion.LedgerRules;
import dev.conclave.activities.discussion.ModerationChecks;
import dev.conclave.activities.discussion.ReplyBounds;
import dev.conclave.activities.discussion.ReplyEvidence;
import dev.conclave.activities.discussion.ReplyParser;
import dev.conclave.activities.discussion.ReplySchemas;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.planning.PlanReader;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.Change.Diff;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Turns an answer into what goes into history: parsed, checked, bounded, the full text by digest.
 */
public record ReplyReader(
    DocumentStore documents,
    UnaryOperator<String> redact,
    BiFunction<Workspace, String, TreeFacts> trees) {
  private static final int ANALYSIS_BYTES = 48 << 10;
  private static final int PLAN_BYTES = 64 << 10;
  private static final int SUMMARY_BYTES = 4 << 10;
  private static final Form TOPIC = Form.of("topic");
  private static final Form EXPLORATION = Form.of("exploration");
  private static final Form CONCLUSION = Form.of("conclusion");
  private static final Form CONTEXT_EXPLORATION = Form.of("context-exploration");
  private static final Form CONFLICTS = Form.of("conflicts");
  private static final Form CLARIFICATION = Form.of("clarification");

  /** The form of a role's reply: its schema and the name of the example in the prompt. */
  private record Form(String name, Schema schema) {
    static Form of(String name) {
      return new Form(name, ReplySchemas.schema(name));
    }
  }

  private static final int MOST_ERRORS = 50;
  private static final int LONGEST_ERROR = 300;
  private static final int MOST_APPROACHES = 5;

  /**
   * Bounds tried in turn for an analysis that is too large: the ends of lists go first, then those
   * of nested lists and texts. The last always fits, even with every character escaped to six.
   */
  private static final List<ReplyBounds> SHORTER =
      List.of(
          new ReplyBounds(30, Integer.MAX_VALUE, Integer.MAX_VALUE),
          new ReplyBounds(12, Integer.MAX_VALUE, Integer.MAX_VALUE),
          new ReplyBounds(12, 8, 1000),
          new ReplyBounds(6, 4, 200),
          new ReplyBounds(2, 2, 40));

  public AskReply read(AskRequest request, String text, String perspective, Receipt receipt) {
    String readable = redact.apply(ReplyBounds.readable(JsonReplies.withoutReasoning(text)));
    List<String> errors = new ArrayList<>();
    Optional<?> parsed =
        switch (request.role()) {
          case ANALYST, REVIEWER -> Optional.of(analysis(readable, request, perspective, errors));
          case MODERATOR ->
              moderation(documents, readable, request, errors)
                  .filter(one -> isOwn(one, "moderation", errors))
                  .map(one -> checked(one, request, errors));
          case PLANNER ->
              PlanReader.read(readable, request.offersCodex(), errors)
                  .filter(plan -> isOwn(plan, "plan-reply", errors));
          case TOPIC_ANALYZER -> ofAnalysis(readable, TOPIC, request, errors);
          case EXPLORER -> ofAnalysis(readable, EXPLORATION, request, errors);
          case SYNTHESIZER -> ofAnalysis(readable, CONCLUSION, request, errors);
          case CONTEXT_EXPLORER -> ofContext(readable, CONTEXT_EXPLORATION, request, errors);
          case CONFLICT_ANALYST -> ofContext(readable, CONFLICTS, request, errors);
          case CONFLICT_CLARIFIER -> ofContext(readable, CLARIFICATION, request, errors);
          case EXECUTOR -> Optional.of(summary(readable));
        };
    return reply(
        parsed.map(content -> clean(content, content.getClass())),
        errors.stream().map(redact).toList(),
        documents.put(readable),
        receipt);
  }

  /** Returns the built-in analyst's reply, whose commit subjects and code may contain secrets. */
  AskReply of(Analysis analysis, Receipt receipt) {
    Analysis clean = clean(analysis, Analysis.class);
    return reply(Optional.of(clean), List.of(), documents.putRecord(clean), receipt);
  }

  private Analysis analysis(
      String text, AskRequest request, String perspective, List<String> errors) {
    Optional<Ledger> ledger = LedgerRules.of(documents, request);
    Optional<Aliases> aliases = ledger.map(one -> Aliases.of(request.callId(), one));
    String named = aliases.map(one -> one.named(text)).orElse(text);
    boolean reviews = request.role() == Role.REVIEWER;
    Analysis analysis =
        reviews
            ? ReplyParser.review(named, request.voter(), perspective, changed(request))
            : ReplyParser.parse(named, request.voter(), perspective);
    errors.addAll(reviews ? ReplyParser.validateReview(analysis) : ReplyParser.validate(analysis));
    for (String form : List.of("analysis", "ballot", "perspective", "review")) {
      isOwn(analysis, form, errors);
    }
    ledger.ifPresent(one -> errors.addAll(BallotReader.errors(analysis, one)));
    aliases.ifPresent(one -> errors.replaceAll(one::hidden));
    boolean voter = ledger.isPresent() && !analysis.fallback() && !analysis.hasNoContent();
    return voter ? analysis.shownLedger() : analysis;
  }

  /** Returns an executor's summary for display only: its JSON object, or else the whole text. */
  private static ObjectNode summary(String said) {
    return JsonReplies.find(said, object -> object.path("summary").isTextual())
        .map(JsonReplies.Found::json)
        .filter(object -> Bounds.bytes(object) <= SUMMARY_BYTES)
        .orElseGet(
            () ->
                // An escaped character takes one to six bytes.
                IntStream.iterate(SUMMARY_BYTES, most -> most > 0, most -> most - most / 4)
                    .mapToObj(most -> summary(said, most))
                    .filter(object -> Bounds.bytes(object) <= SUMMARY_BYTES)
                    .findFirst()
                    .orElseThrow());
  }

  private static ObjectNode summary(String said, int most) {
    return WireMapper.get().createObjectNode().put("summary", Cut.shorten(said.strip(), most));
  }

  private List<String> changed(AskRequest request) {
    return Optional.ofNullable(request.documents().get(PromptWriter.CHANGE))
        .map(document -> documents.read(document, Diff.class).paths())
        .orElse(List.of());
  }

  /**
   * Reads a moderator's reply.
   *
   * @param errors receives what the moderator has to repair
   */
  public static Optional<Moderation> moderation(
      DocumentStore documents, String text, AskRequest request, List<String> errors) {
    Ledger ledger = LedgerRules.of(documents, request).orElseThrow();
    Aliases aliases = Aliases.of(request.callId(), ledger);
    Optional<Moderation> moderation = ReplyParser.moderation(aliases.named(text));
    moderation.ifPresentOrElse(
        one ->
            ModerationChecks.errors(ledger, one, request.round())
                .forEach(error -> errors.add(aliases.hidden(error))),
        () -> errors.add("the reply has no JSON object with points and approaches"));
    // With nothing to group, an empty reply is complete.
    return moderation.filter(one -> errors.isEmpty() || !ModerationChecks.isUnusable(ledger, one));
  }

  /** Redacts the parsed reply too, since JSON escapes can hide a secret from the text filter. */
  private <T> T clean(T parsed, Class<? extends T> type) {
    JsonNode tree = WireMapper.get().valueToTree(parsed);
    return WireMapper.get().convertValue(WireMapper.mapTexts(tree, redact), type);
  }

  private AskReply reply(
      Optional<?> content, List<String> found, DocumentRef raw, Receipt receipt) {
    Object all = content.isPresent() ? content.get() : Map.of();
    List<String> errors = new ArrayList<>();
    Optional<Object> fitting = content.flatMap(said -> shortenToFit(said, errors));
    errors.addAll(found);
    int more = errors.size() - MOST_ERRORS;
    if (more > 0) {
      errors.subList(MOST_ERRORS, errors.size()).clear();
      errors.add("And " + more + " more.");
    }
    errors.replaceAll(error -> Cut.shorten(error, LONGEST_ERROR));
    boolean extracted =
        content.filter(said -> said instanceof Analysis a && a.fallback()).isPresent();
    return AskReply.of(receipt, raw, documents.putRecord(all), fitting, errors, extracted);
  }

  /**
   * Returns the reply as history may hold it; drops one that cannot be shortened, with an error.
   */
  private static Optional<Object> shortenToFit(Object said, List<String> errors) {
    if (said instanceof Analysis analysis) {
      return Optional.of(shortenToFit(analysis));
    }
    // Never truncate text that is counted or executed.
    int bytes = Bounds.bytes(said);
    int most = said instanceof Plan ? PLAN_BYTES : ANALYSIS_BYTES;
    if (bytes > most) {
      errors.add(
          "The reply has %d KiB, the limit is %d KiB: give fewer or shorter entries."
              .formatted((bytes + 1023) / 1024, most / 1024));
      return Optional.empty();
    }
    return Optional.of(said);
  }

  /**
   * Shortens an analysis to fit instead of rejecting it, since it is paid for. The document has all
   * of it.
   */
  static Analysis shortenToFit(Analysis analysis) {
    Analysis fits = analysis;
    for (int i = 0; i < SHORTER.size() && Bounds.bytes(fits) > ANALYSIS_BYTES; i++) {
      ReplyBounds bounds = SHORTER.get(i);
      ObjectNode tree = WireMapper.get().valueToTree(analysis);
      tree.remove("zh");
      for (Map.Entry<String, JsonNode> field : tree.properties()) {
        boolean large = field.getKey().equals("implementation_approaches");
        int most = Math.min(bounds.entries(), large ? MOST_APPROACHES : bounds.entries());
        // The session identifies the analysis by these two.
        if (!field.getKey().equals("tool") && !field.getKey().equals("perspective")) {
          field.setValue(bounds.cut(field.getValue(), most));
        }
      }
      tree.withArray("parse_notes")
          .add(
              "shortened to fit %d KiB, without translations; the document has the full text"
                  .formatted(ANALYSIS_BYTES / 1024));
      fits = WireMapper.get().convertValue(tree, Analysis.class);
    }
    return fits;
  }

  private static Optional<ObjectNode> ofSchema(String text, Form form, List<String> errors) {
    Schema schema = form.schema();
    Optional<ObjectNode> json =
        JsonReplies.find(text, found -> ReplySchemas.errors(schema, found).isEmpty())
            .or(() -> JsonReplies.find(text, found -> ReplySchemas.hasFieldOf(schema, found)))
            .or(() -> JsonReplies.find(text, found -> !found.isEmpty()))
            .map(JsonReplies.Found::json);
    json.ifPresentOrElse(
        found -> errors.addAll(ReplySchemas.errors(schema, found)),
        () -> errors.add("the reply has no JSON object"));
    return json.filter(any -> errors.isEmpty());
  }

  private Optional<ObjectNode> ofAnalysis(
      String text, Form form, AskRequest request, List<String> errors) {
    return ofSchema(text, form, errors)
        .filter(json -> isOwn(json, form.name(), errors))
        .map(json -> checked(json, request, Set.of(), errors));
  }

  /**
   * Reads a reply in the gathering of a full context; also reports paths outside the workspace and
   * modifications that do not apply.
   */
  private Optional<ObjectNode> ofContext(
      String text, Form form, AskRequest request, List<String> errors) {
    Optional<ObjectNode> json = ofSchema(text, form, errors);
    json.ifPresent(found -> errors.addAll(ConflictRules.contradictions(found)));
    if (!errors.isEmpty() || !json.filter(all -> isOwn(all, form.name(), errors)).isPresent()) {
      return Optional.empty();
    }
    errors.addAll(ConflictRules.strayPaths(json.get()));
    Map<String, String> shown = new HashMap<>();
    for (String name : List.of("planning", "sources")) {
      Optional.ofNullable(request.documents().get(name))
          .flatMap(given -> documents.find(given, JsonNode.class))
          .ifPresent(
              all ->
                  all.forEach(
                      one -> shown.put(one.path("path").asText(), one.path("text").asText())));
    }
    ObjectNode checked = checked(json.get(), request, shown.keySet(), errors);
    errors.addAll(ConflictRules.inapplicable(checked, shown));
    return Optional.of(checked);
  }

  /**
   * Returns whether a reply adds something to the example of its prompt; reports what it repeats.
   */
  private static boolean isOwn(Object said, String form, List<String> errors) {
    JsonNode json = WireMapper.get().valueToTree(said);
    errors.addAll(ReplyEvidence.echoes(form, json));
    return !ReplyEvidence.isEcho(form, json);
  }

  private Moderation checked(Moderation said, AskRequest request, List<String> errors) {
    checked(WireMapper.get().<ObjectNode>valueToTree(said), request, Set.of(), errors);
    return said;
  }

  /** Marks citations that do not exist, and reports them for repair; the reply still counts. */
  private ObjectNode checked(
      ObjectNode json, AskRequest request, Set<String> known, List<String> errors) {
    try (TreeFacts tree = trees.apply(request.workspace(), request.tree())) {
      ReplyEvidence evidence = new ReplyEvidence(tree, known);
      errors.addAll(evidence.errors(json));
      return (ObjectNode) evidence.marked(json);
    }
  }
}
