package dev.conclave.activities.discussion;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.DiscussionActivities;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.WireMapper;
import io.temporal.failure.ApplicationFailure;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The rules of a round over the documents and the trees of this host. Thread-safe.
 *
 * <p>The same request always gives the same result and the same document.
 */
public final class DiscussionActivitiesImpl implements DiscussionActivities {
  /** Name of the one approach of a round in which nobody could analyse the task. */
  static final String DEGRADED_APPROACH = "Manual Analysis Required";

  private final DocumentStore documents;
  private final BiFunction<Workspace, String, TreeFacts> trees;

  /**
   * Rules over this host.
   *
   * @param documents where analyses are and the record of the round is put
   * @param trees facts of a workspace's tree, by its tree id; closed after each round
   */
  public DiscussionActivitiesImpl(
      DocumentStore documents, BiFunction<Workspace, String, TreeFacts> trees) {
    this.documents = documents;
    this.trees = trees;
  }

  @Override
  public Entered enter(EnterRequest request) {
    Ledger before =
        request
            .ledger()
            .map(document -> LedgerRules.read(documents, document))
            .orElseGet(() -> Ledger.startingAt(request.next()));
    try (TreeFacts tree = trees.apply(request.workspace(), request.tree())) {
      Ledger entered =
          LedgerRules.enter(
              before,
              request.round(),
              analyses(request.analyses()),
              request.runs(),
              request.answers(),
              tree);
      return new Entered(
          documents.put(json(entered)), LedgerRules.needsModeration(entered, request.round()));
    }
  }

  @Override
  public Synthesis count(CountRequest request) {
    Ledger entered = LedgerRules.read(documents, request.ledger());
    List<Analysis> analyses = analyses(request.analyses());
    try (TreeFacts tree = trees.apply(request.workspace(), request.tree())) {
      if (analyses.isEmpty()) {
        analyses = List.of(degraded(request.task()));
        if (entered.approaches().isEmpty()) {
          entered =
              LedgerRules.enter(
                  entered, request.round(), analyses, request.runs(), request.answers(), tree);
        }
      }
      SynthesisRecord record = record(request, entered, analyses, tree);
      return record.synthesis(documents.put(json(record)));
    }
  }

  private SynthesisRecord record(
      CountRequest request, Ledger entered, List<Analysis> analyses, TreeFacts tree) {
    List<String> voters = LedgerRules.voters(analyses, request.runs());
    RoundCount counted =
        RoundCount.of(
            new RoundCount.Round(
                request.round(),
                request.firstOfDirection(),
                request.maxRounds(),
                request.roundsLeft(),
                entered,
                request.moderation().map(document -> read(document, Moderation.class)),
                request.moderationNeeded(),
                analyses,
                voters,
                request.answers()));
    RoundCount count =
        counted.withSolutions(
            new Translations(analyses, counted.ledger())
                .in(request.languages(), counted.solutions()));
    List<EvidenceRules.CitedPlace> evidence = EvidenceRules.judge(analyses, tree);
    List<Solution> best = count.best();
    return new SynthesisRecord(
        request.session(),
        request.task(),
        request.round(),
        request.tree(),
        request.languages(),
        request.started(),
        finished(request.runs(), request.started()),
        request.runs(),
        analyses,
        evidence,
        count.ledger(),
        count.leftOut(),
        best,
        count.solutions().subList(best.size(), count.solutions().size()),
        count.alsoConsidered(),
        count.convergence(),
        count.rationale(),
        count.asks(),
        voters,
        count.notCrossVerified(),
        count.alpha(),
        EvidenceRules.doubted(evidence),
        analyses.stream().filter(Analysis::fallback).map(Analysis::tool).toList(),
        voters.isEmpty(),
        request.context(),
        request.feedback());
  }

  @Override
  public Synthesis recount(RecountRequest request) {
    SynthesisRecord before = read(request.record(), SynthesisRecord.class);
    RoundCount count =
        RoundCount.again(
            before.ledger(),
            before.convergence(),
            before.solutions(),
            before.notCrossVerified(),
            request.roundsLeft(),
            before.voters(),
            request.answers());
    SynthesisRecord after =
        new SynthesisRecord(
            before.session(),
            before.task(),
            before.round(),
            before.tree(),
            before.languages(),
            before.started(),
            before.finished(),
            before.runs(),
            before.analyses(),
            before.evidence(),
            count.ledger(),
            before.leftOut(),
            count.solutions(),
            before.others(),
            before.alsoConsidered(),
            count.convergence(),
            count.rationale(),
            count.asks(),
            before.voters(),
            count.notCrossVerified(),
            count.alpha(),
            before.places(),
            before.prose(),
            before.degraded(),
            before.context(),
            before.feedback());
    return after.synthesis(documents.put(json(after)));
  }

  /** In the order of their agents' names, which is nobody's doing. */
  private List<Analysis> analyses(List<DocumentRef> analyses) {
    return analyses.stream()
        .map(document -> read(document, Analysis.class))
        .sorted(Comparator.comparing(Analysis::tool))
        .toList();
  }

  private static Instant finished(List<AgentRun> runs, Instant started) {
    return runs.stream()
        .flatMap(run -> run.receipt().stream())
        .map(Receipt::end)
        .max(Comparator.naturalOrder())
        .orElse(started);
  }

  private <T> T read(DocumentRef document, Class<T> type) {
    try {
      return WireMapper.get().readValue(documents.text(document), type);
    } catch (JsonProcessingException unreadable) {
      throw ApplicationFailure.newNonRetryableFailureWithCause(
          "document "
              + document.digest()
              + " is no "
              + type.getSimpleName()
              + ": "
              + unreadable.getOriginalMessage(),
          FailureTypes.ANALYSIS_UNREADABLE,
          unreadable);
    }
  }

  private static String json(Object record) {
    try {
      return WireMapper.get().writeValueAsString(record);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a round's record could not be written as JSON", impossible);
    }
  }

  /** What stands in a round when not even the direct analyst could run; it never votes. */
  private static Analysis degraded(String task) {
    Approach approach =
        new Approach(
            DEGRADED_APPROACH,
            "Nothing is known of how to do this; a person has to analyse the task: "
                + Cut.shown(task, 300),
            List.of(),
            List.of(),
            Level.HIGH,
            Level.UNKNOWN,
            List.of(),
            List.of(),
            "",
            "");
    return new Analysis(
        AgentStatus.DIRECT,
        "degraded",
        0.5,
        List.of("No agent answered and the direct analysis could not run; nothing was analysed."),
        List.of(approach),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        false,
        true,
        List.of(),
        Optional.empty());
  }
}
