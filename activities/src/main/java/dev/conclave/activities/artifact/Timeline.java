package dev.conclave.activities.artifact;

import dev.conclave.activities.artifact.FileWords.Contributors.Contributor;
import dev.conclave.activities.artifact.Sections.Event;
import dev.conclave.activities.artifact.Sections.EventEvidence;
import dev.conclave.activities.artifact.Sections.EventType;
import dev.conclave.activities.artifact.Sections.EvidenceType;
import dev.conclave.activities.artifact.Sections.Reversibility;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.discussion.Translations;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.gate.Decision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What happened in a round, in order: proposals, what became of the ledger, decisions. */
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
    record.analyses().stream().filter(one -> !one.findings().isEmpty()).forEach(this::proposal);
    points();
    conflicts();
    material.ofRound().forEach(this::decision);
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
        FileWords.Contributors.agent(analysis.tool()),
        Phrases.proposal(
            words.labels(analysis.implementationApproaches().stream().map(Approach::name).toList()),
            analysis.findings().size()),
        evidence,
        Optional.empty());
  }

  /** Points that have become agreed or disputed in this round. */
  private void points() {
    Map<String, Point.State> before = new HashMap<>();
    material.before().points().forEach(point -> before.put(point.id(), point.state()));
    for (Point point : material.record().ledger().points()) {
      if (point.state() == before.get(point.id()) || point.kind() == Point.Kind.NOTE) {
        continue;
      }
      if (point.state() == Point.State.AGREED) {
        system(
            EventType.AGREEMENT,
            words.label(point.sentence()),
            places(point.members()),
            Optional.empty());
      } else if (point.state() == Point.State.DISPUTED) {
        system(
            EventType.DISAGREEMENT,
            Phrases.disputed(words.label(point.sentence())),
            places(point.members()),
            Optional.of(Reversibility.REQUIRES_REFACTORING));
      }
    }
  }

  /** Conflicts that were opened or settled in this round. */
  private void conflicts() {
    Map<String, Conflict> before = new HashMap<>();
    material.before().conflicts().forEach(one -> before.put(one.id(), one));
    for (Conflict conflict : material.record().ledger().conflicts()) {
      Conflict known = before.get(conflict.id());
      List<String> members =
          conflict.sides().stream().flatMap(side -> side.members().stream()).toList();
      if (known == null) {
        system(
            EventType.DISAGREEMENT,
            Phrases.disagreement(words.label(conflict.question()), sides(conflict)),
            places(members),
            Optional.of(Reversibility.REQUIRES_REFACTORING));
      }
      if (!conflict.open() && (known == null || known.open())) {
        system(
            EventType.AGREEMENT,
            Phrases.settled(words.label(conflict.question()), conflict.how().orElse("")),
            places(members),
            Optional.empty());
      }
    }
  }

  private Label sides(Conflict conflict) {
    List<Label> sides =
        conflict.sides().stream().map(side -> words.label(side.position())).toList();
    return new Label(
        String.join("; ", sides.stream().map(Label::en).toList()),
        String.join("；", sides.stream().map(Label::zh).toList()));
  }

  private List<CheckedLocation> places(List<String> members) {
    Map<String, Statement> statements = material.record().ledger().byId();
    return members.stream()
        .map(statements::get)
        .filter(Objects::nonNull)
        .flatMap(said -> said.places().stream())
        .toList();
  }

  private void system(
      EventType type,
      Label summary,
      List<CheckedLocation> places,
      Optional<Reversibility> reversibility) {
    add(
        type,
        material.record().finished(),
        FileWords.Contributors.SYSTEM,
        summary,
        evidence(places),
        reversibility);
  }

  private void decision(Decision decision) {
    Optional<String> replaced = material.replaced(decision);
    Label solution = words.label(decision.solution().orElse(""));
    add(
        replaced.isPresent() ? EventType.REVERSAL : EventType.DECISION,
        decision.at(),
        FileWords.Contributors.human(decision.by()),
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

  private List<EventEvidence> evidence(List<CheckedLocation> places) {
    return places.stream()
        .filter(place -> place.verdict() == Evidence.THERE)
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
