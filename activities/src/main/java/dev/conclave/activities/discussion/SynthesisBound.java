package dev.conclave.activities.discussion;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.ImplementationPlan;
import dev.conclave.workflows.discussion.Point;
import dev.conclave.workflows.discussion.Position;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.wire.Cut;
import dev.conclave.workflows.wire.WireMapper;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps a synthesis within what history may carry: lists and texts get shorter step by step until
 * it fits, and the resolution says what is only in the round's document. Solutions keep their
 * numbers; only their texts and lists shrink.
 */
final class SynthesisBound {
  /** Bytes of JSON. */
  static final int MAX_BYTES = 128 * 1024;

  private record Step(int points, int items, int characters) {}

  private static final List<Step> STEPS =
      List.of(
          new Step(60, 40, 1_000),
          new Step(30, 20, 500),
          new Step(15, 10, 250),
          new Step(8, 6, 160),
          new Step(4, 3, 100),
          new Step(2, 2, 60));

  private final Step step;
  private int cut;

  private SynthesisBound(Step step) {
    this.step = step;
  }

  /** The synthesis itself when it fits, else a shorter one with a note. */
  static Synthesis fit(Synthesis synthesis) {
    Synthesis fitting = synthesis;
    for (Step step : STEPS) {
      if (bytes(fitting) <= MAX_BYTES) {
        return fitting;
      }
      fitting = new SynthesisBound(step).shorten(synthesis);
    }
    return fitting;
  }

  static int bytes(Object value) {
    try {
      return WireMapper.get().writeValueAsBytes(value).length;
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a synthesis could not be written as JSON", impossible);
    }
  }

  private Synthesis shorten(Synthesis whole) {
    CrossVerification verification = verification(whole.crossVerification());
    List<Solution> solutions = whole.solutions().stream().map(this::solution).toList();
    List<String> others = texts(whole.alsoConsidered());
    String note =
        verification.resolution()
            + " (Shortened for the history: "
            + cut
            + " texts and list entries are only in the round's document.)";
    return new Synthesis(
        whole.round(),
        withResolution(verification, note),
        solutions,
        others,
        whole.convergence(),
        whole.questions(), // bounded, and later rounds know an answer by its question's words
        whole.findings(),
        whole.places(),
        whole.prose(),
        whole.degraded(),
        whole.concerns(), // bounded, and an answer is known by its question here too
        whole.document());
  }

  private CrossVerification verification(CrossVerification whole) {
    return new CrossVerification(
        whole.voters(),
        whole.notCrossVerified(),
        points(whole.agreements()),
        points(whole.partial()),
        first(whole.disagreements(), step.points).stream().map(this::disagreement).toList(),
        points(whole.unique()),
        whole.resolution(),
        whole.alpha());
  }

  private static CrossVerification withResolution(CrossVerification whole, String resolution) {
    return new CrossVerification(
        whole.voters(),
        whole.notCrossVerified(),
        whole.agreements(),
        whole.partial(),
        whole.disagreements(),
        whole.unique(),
        resolution,
        whole.alpha());
  }

  private List<Point> points(List<Point> points) {
    return first(points, step.points).stream()
        .map(point -> new Point(text(point.statement()), positions(point.positions())))
        .toList();
  }

  private Disagreement disagreement(Disagreement whole) {
    return new Disagreement(
        text(whole.topic()),
        whole.cause(),
        positions(whole.positions()),
        text(whole.resolution()),
        whole.open(),
        whole.question());
  }

  private List<Position> positions(List<Position> positions) {
    return first(positions, step.items).stream()
        .map(
            position ->
                new Position(
                    position.agent(),
                    text(position.statement()),
                    first(position.evidence(), step.items)))
        .toList();
  }

  private Solution solution(Solution whole) {
    ImplementationPlan plan = whole.implementationPlan();
    return new Solution(
        text(whole.name()),
        text(whole.description()),
        whole.sourceCli(),
        whole.feasibility(),
        whole.effort(),
        whole.risk(),
        whole.riskInferred(),
        text(whole.maintainability()),
        text(whole.performanceImpact()),
        text(whole.summary()),
        texts(whole.pros()),
        texts(whole.cons()),
        first(whole.affectedFiles(), step.items),
        new ImplementationPlan(
            text(plan.approach()),
            first(plan.tasks(), step.items),
            text(plan.executionFlow()),
            texts(plan.milestones())),
        new Solution.Dependencies(
            texts(whole.dependencies().internal()), texts(whole.dependencies().external())),
        texts(whole.technicalConcerns()),
        whole.score(),
        whole.verified(),
        whole.cited());
  }

  private List<String> texts(List<String> texts) {
    return first(texts, step.items).stream().map(this::text).toList();
  }

  private String text(String text) {
    if (text.length() <= step.characters) {
      return text;
    }
    cut++;
    return Cut.shown(text, step.characters);
  }

  private <T> List<T> first(List<T> list, int count) {
    if (list.size() <= count) {
      return list;
    }
    cut += list.size() - count;
    return new ArrayList<>(list.subList(0, count));
  }
}
