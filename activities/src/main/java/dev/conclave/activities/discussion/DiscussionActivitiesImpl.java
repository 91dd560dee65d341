package dev.conclave.activities.discussion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.AnalysisBuilder;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.ApproachBuilder;
import dev.conclave.workflows.discussion.DiscussionActivities;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Applies the rules of a round to documents and trees on this host. Thread-safe.
 *
 * <p>The same request always produces the same result and the same document.
 *
 * @param documents holds the analyses and receives the record of the round
 * @param trees opens facts of a workspace's tree by its id; closed after each round
 */
public record DiscussionActivitiesImpl(
    DocumentStore documents, BiFunction<Workspace, String, TreeFacts> trees)
    implements DiscussionActivities {
  /** Name of the only approach in a round in which no agent could analyze the task. */
  static final String DEGRADED_APPROACH = "Manual Analysis Required";

  @Override
  public DocumentRef store(String text) {
    return documents.put(text);
  }

  @Override
  public MergedReplies mergeReplies(MergeRequest request) {
    Ledger before =
        request
            .ledger()
            .map(document -> LedgerRules.read(documents, document))
            .orElseGet(() -> Ledger.startingAt(request.next()));
    try (TreeFacts tree = trees.apply(request.workspace(), request.tree())) {
      Ledger entered =
          LedgerRules.merge(
              before,
              request.round(),
              analyses(request.analyses()),
              request.runs(),
              request.answers(),
              tree);
      return new MergedReplies(
          documents.putRecord(entered),
          LedgerRules.needsModeration(entered, request.round()),
          entered.statements().stream()
              .collect(
                  Collectors.toMap(Ledger.Statement::agent, any -> 1, Integer::sum, TreeMap::new)));
    }
  }

  @Override
  public Synthesis count(CountRequest request) {
    Ledger entered = LedgerRules.read(documents, request.ledger());
    List<Analysis> analyses = analyses(request.analyses());
    try (TreeFacts tree = trees.apply(request.workspace(), request.tree())) {
      if (analyses.isEmpty() && request.review() == null) {
        analyses = List.of(degraded(request.task()));
        if (entered.approaches().isEmpty()) {
          entered =
              LedgerRules.merge(
                  entered, request.round(), analyses, request.runs(), request.answers(), tree);
        }
      }
      SynthesisRecord record = record(request, entered, analyses, tree);
      return record.synthesis(documents.putRecord(record));
    }
  }

  private SynthesisRecord record(
      CountRequest request, Ledger entered, List<Analysis> analyses, TreeFacts tree) {
    List<String> voters = LedgerRules.voters(analyses, request.runs());
    RoundCount counted =
        RoundCount.of(
            request,
            entered,
            request
                .moderation()
                .map(document -> documents.read(document, Moderation.class))
                .orElse(null),
            analyses,
            voters);
    DiscussionActivities.ReviewTerms review = request.review();
    Translations translations = new Translations(analyses, counted.ledger());
    return new SynthesisRecord(
        request.session(),
        request.task(),
        request.round(),
        request.tree(),
        request.languages(),
        request.started(),
        request.runs().stream()
            .flatMap(run -> run.receipt().stream())
            .map(Receipt::end)
            .max(Comparator.naturalOrder())
            .orElse(request.started()),
        request.runs(),
        analyses,
        EvidenceRules.judge(analyses, tree),
        voters,
        request.context(),
        request.feedback(),
        review == null
            ? null
            : ReviewRules.outcome(counted.ledger(), voters, request.maxRounds(), review.writers()),
        counted.with(translations.in(request.languages(), counted.allSolutions())));
  }

  @Override
  public Synthesis recount(RecountRequest request) {
    SynthesisRecord before = documents.read(request.record(), SynthesisRecord.class);
    ObjectNode after = WireMapper.get().valueToTree(before);
    after.setAll(WireMapper.get().<ObjectNode>valueToTree(RoundCount.recount(before, request)));
    return WireMapper.get()
        .convertValue(after, SynthesisRecord.class)
        .synthesis(documents.put(after.toString()));
  }

  /** Sorts by agent, so that the order of replies has no effect. */
  private List<Analysis> analyses(List<DocumentRef> analyses) {
    return analyses.stream()
        .map(document -> documents.read(document, Analysis.class))
        .sorted(Comparator.comparing(Analysis::tool))
        .toList();
  }

  /**
   * Returns the analysis of a round in which not even the direct analyst could run; it never votes.
   */
  private static Analysis degraded(String task) {
    Approach approach =
        ApproachBuilder.builder()
            .name(DEGRADED_APPROACH)
            .description(
                "No agent could analyze this task. Analyze it manually: " + Cut.shorten(task, 300))
            .effort(Level.HIGH)
            .risk(Level.UNKNOWN)
            .maintainability("")
            .performanceImpact("")
            .build();
    return AnalysisBuilder.builder()
        .tool(AgentStatus.DIRECT)
        .perspective("degraded")
        .feasibilityScore(0.5)
        .findings(
            List.of(
                "No agent answered and the built-in analysis could not run; nothing was analyzed."))
        .implementationApproaches(List.of(approach))
        .degraded(true)
        .build();
  }
}
