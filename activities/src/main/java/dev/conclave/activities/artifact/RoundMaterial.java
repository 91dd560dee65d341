package dev.conclave.activities.artifact;

import dev.conclave.activities.discussion.EvidenceRules.CitedPlace;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.discussion.Translations;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Input of a round's file: {@code before} is the ledger before the round, {@code cited} the
 * citations in the workspace by path.
 */
record RoundMaterial(
    SynthesisRecord record,
    Ledger before,
    List<Decision> decisions,
    Optional<ContextPackage> context,
    TreeSource source,
    Translations words,
    Map<String, List<CitedPlace>> cited) {

  RoundMaterial(
      SynthesisRecord record,
      Ledger before,
      List<Decision> decisions,
      Optional<ContextPackage> context,
      TreeSource source) {
    this(
        record,
        before,
        decisions,
        context,
        source,
        new Translations(record.analyses(), record.count().ledger()),
        new TreeMap<>());
    for (CitedPlace place : record.evidence()) {
      TreeFacts.inside(place.file())
          .ifPresent(path -> cited.computeIfAbsent(path, p -> new ArrayList<>()).add(place));
    }
  }

  Optional<Decision> approval() {
    return Decision.approval(ofRound());
  }

  List<Decision> ofRound() {
    return decisions.stream().filter(one -> one.round() == record.round()).toList();
  }

  /** Returns the solution that an approval replaced, if another was approved before. */
  Optional<String> replaced(Decision approval) {
    return approval.kind() == AnswerKind.APPROVE
        ? Decision.approval(decisions.subList(0, decisions.indexOf(approval)))
            .flatMap(Decision::solution)
            .filter(earlier -> !approval.solution().equals(Optional.of(earlier)))
        : Optional.empty();
  }

  Optional<Solution> leading() {
    Optional<String> chosen = approval().flatMap(Decision::solution);
    return record.count().solutions().stream()
        .filter(option -> chosen.filter(option.name()::equals).isPresent())
        .findFirst()
        .or(() -> record.count().solutions().stream().findFirst());
  }

  static boolean anyVerified(List<CitedPlace> places) {
    return places.stream().anyMatch(place -> place.verdict() == Evidence.THERE);
  }

  static String claim(List<CitedPlace> places) {
    return places.stream()
        .map(CitedPlace::claim)
        .filter(claim -> !claim.isBlank())
        .findFirst()
        .orElse("");
  }
}
