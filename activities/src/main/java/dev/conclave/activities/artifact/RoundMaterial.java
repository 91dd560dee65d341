package dev.conclave.activities.artifact;

import dev.conclave.activities.discussion.EvidenceRules.CitedPlace;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.gate.Accepted;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a round's artifact is made of.
 *
 * @param record everything the round came to
 * @param before the ledger as the round found it
 * @param decisions the humans' decisions of the whole session
 * @param context the context package of the round
 * @param source the tree that was analyzed
 */
public record RoundMaterial(
    SynthesisRecord record,
    Ledger before,
    List<Decision> decisions,
    Optional<ContextPackage> context,
    SourceView source) {

  /** The approval of one of the round's solutions. */
  Optional<Decision> approval() {
    return Accepted.approval(ofRound());
  }

  /** The decisions that were made on the round's outcome. */
  List<Decision> ofRound() {
    return decisions.stream().filter(one -> one.round() == record.round()).toList();
  }

  /** The name that an approval replaced; empty when there was none before, or the same. */
  Optional<String> replaced(Decision approval) {
    return approval.kind() == AnswerKind.APPROVE
        ? Accepted.approval(decisions.subList(0, decisions.indexOf(approval)))
            .flatMap(Decision::solution)
            .filter(earlier -> !approval.solution().equals(Optional.of(earlier)))
        : Optional.empty();
  }

  /** The solution that stands first: the human's choice, else the best-ranked. */
  Optional<Solution> leading() {
    return approval()
        .flatMap(Decision::solution)
        .flatMap(name -> named(name))
        .or(() -> record.solutions().stream().findFirst());
  }

  /** The human's words for the round's solution of that name. */
  private Optional<Solution> named(String name) {
    return record.solutions().stream().filter(option -> option.name().equals(name)).findFirst();
  }

  /** Cited places inside the workspace, by path. */
  Map<String, List<CitedPlace>> cited() {
    Map<String, List<CitedPlace>> cited = new TreeMap<>();
    for (CitedPlace place : record.evidence()) {
      TreeFacts.inside(place.file())
          .ifPresent(path -> cited.computeIfAbsent(path, p -> new ArrayList<>()).add(place));
    }
    return cited;
  }

  /** The best verdict on the places of one file. */
  static Evidence best(List<CitedPlace> places) {
    return places.stream().map(CitedPlace::verdict).min(Enum::compareTo).orElse(Evidence.MISSING);
  }

  /** Who cites, each once, in the order of the round. */
  static List<String> agents(List<CitedPlace> places) {
    return places.stream().map(CitedPlace::agent).distinct().toList();
  }

  /** The first line that is cited; absent when only the file is. */
  static Optional<Integer> line(List<CitedPlace> places) {
    return places.stream().map(CitedPlace::line).filter(line -> line > 0).findFirst();
  }

  /** The first thing that is said of the places. */
  static Optional<String> claim(List<CitedPlace> places) {
    return places.stream().map(CitedPlace::claim).filter(claim -> !claim.isBlank()).findFirst();
  }
}
