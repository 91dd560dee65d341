package dev.conclave.activities.discussion;

import dev.conclave.activities.discussion.convergence.Concerns;
import dev.conclave.activities.discussion.convergence.Measure;
import dev.conclave.activities.discussion.convergence.Measure.Findings;
import dev.conclave.activities.discussion.convergence.Precedence;
import dev.conclave.activities.discussion.convergence.Questions;
import dev.conclave.activities.discussion.convergence.Settled;
import dev.conclave.activities.discussion.evidence.DoubtedPlaces;
import dev.conclave.activities.discussion.evidence.EvidenceRules;
import dev.conclave.activities.discussion.ranking.Ranking;
import dev.conclave.activities.discussion.similarity.Fingerprints;
import dev.conclave.activities.discussion.verification.ApproachGroup;
import dev.conclave.activities.discussion.verification.ApproachGrouping;
import dev.conclave.activities.discussion.verification.CrossVerifier;
import dev.conclave.workflows.agent.Receipt;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Concern;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.RoundRequest;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** One round from its analyses to its outcome: every rule of docs/discussion.md in turn. Pure. */
public final class Synthesizer {
  /** Bytes that the fingerprints of a round may take in history. */
  public static final int FINGERPRINT_BYTES = 8 * 1024;

  private Synthesizer() {}

  /** Checks evidence, cross-verifies, merges, ranks, measures convergence and finds questions. */
  public static RoundFindings synthesize(RoundInputs inputs) {
    RoundRequest request = inputs.request();
    List<Analysis> analyses =
        inputs.analyses().stream()
            .sorted(Comparator.comparing(Analysis::tool).thenComparing(Analysis::toString))
            .toList();
    List<CitedPlace> evidence = EvidenceRules.judge(analyses, inputs.tree());
    List<String> voters = Voters.of(analyses, request.runs());
    List<ApproachGroup> approaches = ApproachGrouping.of(analyses);
    CrossVerifier.Outcome verified = CrossVerifier.verify(analyses, voters, evidence, approaches);
    Ranking ranking = Ranking.of(analyses, approaches, evidence);
    List<String> fresh =
        request.firstOfDirection()
            ? verified.statements()
            : Fingerprints.unknown(verified.statements(), request.earlierFindings());
    Findings findings =
        verified.statements().isEmpty()
            ? Findings.NONE
            : fresh.isEmpty() ? known(voters) : Findings.NEW;
    CrossVerification settled =
        ordered(Settled.by(request.clarifications(), verified.result()), ranking);
    Measure.Measured measured = Measure.of(round(analyses, settled, evidence, findings));
    List<Concern> concerns = Concerns.of(request, settled.disagreements(), analyses);
    Translations translations = new Translations(analyses);
    SynthesisRecord record =
        new SynthesisRecord(
            request.session(),
            request.task(),
            request.round(),
            request.tree(),
            request.languages(),
            request.started(),
            finished(request),
            request.runs(),
            analyses,
            evidence,
            settled,
            translations.in(request.languages(), ranking.best()),
            translations.in(request.languages(), ranking.alsoConsidered()),
            measured.convergence(),
            measured.rationale(),
            Questions.of(settled.disagreements(), concerns, ranking.best(), request.answered()),
            concerns,
            Settled.resolution(request.clarifications(), verified.result(), verified.resolution()),
            request.context(),
            request.feedback(),
            fresh,
            voters.isEmpty());
    return new RoundFindings(
        record,
        Fingerprints.of(verified.statements(), FINGERPRINT_BYTES).fingerprints(),
        DoubtedPlaces.of(evidence, inputs.tree()));
  }

  private static CrossVerification ordered(CrossVerification round, Ranking ranking) {
    return round.with(Precedence.of(round.disagreements(), ranking.best()));
  }

  /** That nobody who was able to say anything new has done so is no sign that all is said. */
  private static Findings known(List<String> voters) {
    return voters.isEmpty() ? Findings.NONE : Findings.KNOWN;
  }

  private static Measure.Round round(
      List<Analysis> analyses,
      CrossVerification verified,
      List<CitedPlace> evidence,
      Findings findings) {
    int open = (int) verified.disagreements().stream().filter(Disagreement::open).count();
    return new Measure.Round(
        verified.agreements().size(),
        open,
        verified.disagreements().size() - open,
        analyses.stream()
            .filter(analysis -> Voters.byModel(analysis) && !analysis.fallback())
            .map(Analysis::saidFeasibility)
            .flatMap(Optional::stream)
            .toList(),
        findings,
        !verified.notCrossVerified(),
        analyses.stream().anyMatch(analysis -> !analysis.fallback() && !analysis.degraded()),
        DoubtedPlaces.held(evidence).verified(),
        DoubtedPlaces.held(evidence).cited());
  }

  /** When the round's last call ended: no clock is asked. */
  private static Instant finished(RoundRequest request) {
    return request.runs().stream()
        .map(AgentRun::receipt)
        .flatMap(Optional::stream)
        .map(Receipt::end)
        .filter(end -> end.isAfter(request.started()))
        .max(Comparator.naturalOrder())
        .orElse(request.started());
  }
}
