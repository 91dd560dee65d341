package dev.conclave.activities.artifact.synthesis;

import dev.conclave.activities.artifact.Contributors;
import dev.conclave.activities.artifact.Contributors.Contributor;
import dev.conclave.activities.artifact.FileWords;
import dev.conclave.activities.artifact.Phrases;
import dev.conclave.activities.artifact.synthesis.Sections.Event;
import dev.conclave.activities.artifact.synthesis.Sections.EventEvidence;
import dev.conclave.activities.artifact.synthesis.Sections.EventType;
import dev.conclave.activities.artifact.synthesis.Sections.EvidenceType;
import dev.conclave.activities.artifact.synthesis.Sections.Reversibility;
import dev.conclave.activities.discussion.Label;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.discussion.Translations;
import dev.conclave.workflows.agent.Receipt;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Point;
import dev.conclave.workflows.discussion.Position;
import dev.conclave.workflows.gate.Decision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What happened in a round, in order: proposals, what they agree on and what not, decisions. */
final class Timeline {
  private static final int MOST_EVIDENCE = 3;

  private final RoundMaterial material;
  private final Translations words;
  private final Snippets snippets;
  private final List<Event> events = new ArrayList<>();
  private final Map<EventType, Integer> counts = new EnumMap<>(EventType.class);

  Timeline(RoundMaterial material, Translations words, Snippets snippets) {
    this.material = material;
    this.words = words;
    this.snippets = snippets;
  }

  List<Event> render() {
    SynthesisRecord record = material.record();
    record.analyses().forEach(this::proposal);
    record.crossVerification().agreements().forEach(this::agreement);
    record.crossVerification().disagreements().forEach(this::disagreement);
    material.choices().of(record.round()).forEach(this::decision);
    return List.copyOf(events);
  }

  private void proposal(Analysis analysis) {
    List<EventEvidence> evidence =
        analysis.codeLocations().stream()
            .limit(MOST_EVIDENCE)
            .map(place -> evidence(place.file(), place.line(), words.label(place.reason())))
            .toList();
    add(
        EventType.PROPOSAL,
        answered(analysis.tool()),
        Contributors.agent(analysis.tool()),
        Phrases.proposal(
            words.labels(analysis.implementationApproaches().stream().map(Approach::name).toList()),
            analysis.findings().size()),
        evidence,
        Optional.empty());
  }

  private void agreement(Point point) {
    add(
        EventType.AGREEMENT,
        material.record().finished(),
        Contributors.SYSTEM,
        words.label(point.statement()),
        evidence(point.positions()),
        Optional.empty());
  }

  private void disagreement(Disagreement disagreement) {
    List<Label> sides =
        disagreement.positions().stream()
            .map(
                position -> {
                  Label said = words.label(position.statement());
                  String name = Contributors.agent(position.agent()).name();
                  return new Label(name + ": " + said.en(), name + "：" + said.zh());
                })
            .toList();
    add(
        EventType.DISAGREEMENT,
        material.record().finished(),
        Contributors.SYSTEM,
        Phrases.disagreement(
            words.label(disagreement.topic()),
            new Label(
                String.join("; ", sides.stream().map(Label::en).toList()),
                String.join("；", sides.stream().map(Label::zh).toList()))),
        evidence(disagreement.positions()),
        Optional.of(Reversibility.REQUIRES_REFACTORING));
  }

  private void decision(Decision decision) {
    Optional<String> replaced = material.choices().replaced(decision);
    Label solution = words.label(decision.solution().orElse(""));
    add(
        replaced.isPresent() ? EventType.REVERSAL : EventType.DECISION,
        decision.at(),
        Contributors.human(decision.by()),
        replaced
            .map(earlier -> Phrases.reversal(decision.by(), words.label(earlier), solution))
            .orElseGet(() -> Phrases.decision(decision, solution)),
        List.of(),
        Optional.empty());
  }

  private void add(
      EventType type,
      Instant at,
      Contributor contributor,
      Label summary,
      List<EventEvidence> evidence,
      Optional<Reversibility> reversibility) {
    int number = counts.merge(type, 1, Integer::sum);
    String id = "evt-%s-%d".formatted(FileWords.of(type), number);
    events.add(new Event(id, at, type, contributor, summary, evidence, reversibility));
  }

  private List<EventEvidence> evidence(List<Position> positions) {
    return positions.stream()
        .flatMap(position -> position.evidence().stream())
        .filter(place -> place.verdict() == Evidence.VERIFIED)
        .distinct()
        .limit(MOST_EVIDENCE)
        .map(place -> evidence(place.file(), place.line(), Phrases.same(named(place))))
        .toList();
  }

  private EventEvidence evidence(String file, int line, Label description) {
    return snippets
        .at(file, line, Optional.empty())
        .map(snippet -> new EventEvidence(EvidenceType.CODE_SNIPPET, snippet, description))
        .orElseGet(
            () ->
                new EventEvidence(
                    EvidenceType.REFERENCE, line > 0 ? file + ":" + line : file, description));
  }

  private static String named(CheckedLocation place) {
    return place.line() > 0 ? place.file() + ":" + place.line() : place.file();
  }

  private Instant answered(String agent) {
    return material.record().runs().stream()
        .filter(run -> run.agent().equals(agent))
        .flatMap(run -> run.receipt().stream())
        .map(Receipt::end)
        .reduce((earlier, later) -> later)
        .orElse(material.record().finished());
  }
}
