package dev.conclave.activities.artifact;

import dev.conclave.activities.discussion.Translations;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renders the events of a round in order: proposals, changes in the ledger, decisions. */
record Timeline(
    RoundMaterial material,
    Translations words,
    List<JsonFields> events,
    Map<String, Integer> counts) {
  private static final int MOST_EVIDENCE = 3;

  Timeline(RoundMaterial material) {
    this(material, material.words(), new ArrayList<>(), new HashMap<>());
  }

  List<JsonFields> render() {
    material.record().analyses().stream()
        .filter(one -> !one.findings().isEmpty())
        .forEach(this::proposal);
    points();
    conflicts();
    material.ofRound().forEach(this::decision);
    return events;
  }

  private void proposal(Analysis analysis) {
    List<LocalizedText> approaches =
        words.labels(analysis.implementationApproaches().stream().map(Approach::name).toList());
    add(
        "proposal",
        material.record().finished(),
        FileSpelling.agent(analysis.tool()),
        approaches.isEmpty()
            ? FileSpelling.say("%s findings, no approach", analysis.findings().size())
            : FileSpelling.say("Proposes: %s", FileSpelling.joined(approaches)),
        analysis.codeLocations().stream()
            .limit(MOST_EVIDENCE)
            .map(place -> evidence(place.file(), place.line(), words.label(place.reason())))
            .toList());
  }

  private void points() {
    Map<String, Point.PointState> before = new HashMap<>();
    material.before().points().forEach(point -> before.put(point.id(), point.state()));
    for (Point point : material.record().count().ledger().points()) {
      LocalizedText sentence = words.label(point.sentence());
      boolean changed =
          point.state() != before.get(point.id()) && point.kind() != Point.PointKind.NOTE;
      if (changed && point.state() == Point.PointState.AGREED) {
        ledger("agreement", sentence, point.members());
      } else if (changed && point.state() == Point.PointState.DISPUTED) {
        ledger("disagreement", FileSpelling.say("Disputed: %s", sentence), point.members());
      }
    }
  }

  private void conflicts() {
    Map<String, Conflict> before = new HashMap<>();
    material.before().conflicts().forEach(one -> before.put(one.id(), one));
    for (Conflict conflict : material.record().count().ledger().conflicts()) {
      Conflict known = before.get(conflict.id());
      LocalizedText question = words.label(conflict.question());
      List<String> members =
          conflict.sides().stream().flatMap(side -> side.members().stream()).toList();
      if (known == null) {
        LocalizedText sides =
            FileSpelling.joined(
                conflict.sides().stream().map(side -> words.label(side.position())).toList());
        ledger(
            "disagreement", FileSpelling.say("Disagreement on %s: %s", question, sides), members);
      }
      if (!conflict.open() && (known == null || known.open())) {
        String how = conflict.how().orElse("");
        ledger("agreement", FileSpelling.say("Settled: %s (%s)", question, how), members);
      }
    }
  }

  private void ledger(String type, LocalizedText summary, List<String> members) {
    List<JsonFields> evidence =
        material
            .record()
            .count()
            .ledger()
            .statementsOf(members)
            .flatMap(said -> said.places().stream())
            .filter(place -> place.verdict() == Evidence.THERE)
            .distinct()
            .limit(MOST_EVIDENCE)
            .map(one -> evidence(one.file(), one.line(), named(one.file(), one.line())))
            .toList();
    JsonFields system = FileSpelling.contributor("System", "cross-verification");
    add(type, material.record().finished(), system, summary, evidence);
  }

  private void decision(Decision decision) {
    Optional<String> replaced = material.replaced(decision);
    String by = decision.by();
    LocalizedText solution = words.label(decision.solution().orElse(""));
    String answered = by + " answered " + Words.of(decision.kind());
    LocalizedText summary =
        replaced.isPresent()
            ? FileSpelling.say(
                "%s approved \"%s\" in place of \"%s\"", by, solution, words.label(replaced.get()))
            : decision.kind() == AnswerKind.APPROVE
                ? FileSpelling.say("%s approved \"%s\"", by, solution)
                : FileSpelling.same(
                    decision.said().isBlank() ? answered : answered + ": " + decision.said());
    add(
        replaced.isPresent() ? "reversal" : "decision",
        decision.at(),
        FileSpelling.contributor("Human", by.isBlank() ? "human" : by),
        summary,
        List.of());
  }

  private void add(
      String type,
      Instant at,
      JsonFields contributor,
      LocalizedText summary,
      List<JsonFields> evidence) {
    events.add(
        new JsonFields()
            .with("eventId", "evt-%s-%d".formatted(type, counts.merge(type, 1, Integer::sum)))
            .with("timestamp", at)
            .with("type", type)
            .with("contributor", contributor)
            .with("summary", summary)
            .with("evidence", evidence)
            .with("reversibility", type.equals("disagreement") ? "requires_refactoring" : null));
  }

  private JsonFields evidence(String file, int line, LocalizedText description) {
    Optional<JsonFields> snippet = material.source().snippet(file, line, null);
    return new JsonFields()
        .with("type", snippet.isPresent() ? "code_snippet" : "reference")
        .with("content", snippet.isPresent() ? snippet : named(file, line).en())
        .with("description", description);
  }

  private static LocalizedText named(String file, int line) {
    return FileSpelling.same(line > 0 ? file + ":" + line : file);
  }
}
