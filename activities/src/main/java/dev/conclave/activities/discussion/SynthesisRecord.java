package dev.conclave.activities.discussion;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Point.PointKind;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The complete, unbounded outcome of a round: the JSON document behind a {@link Synthesis}. The
 * round's artifact is rendered from it, and the next round continues from it.
 *
 * @param session workflow id; empty if only the session's state of the round was left
 * @param tree id of the analyzed tree
 * @param finished the end of its last call; {@code started} if no call has a receipt
 * @param feedback the user's feedback before this round
 */
public record SynthesisRecord(
    String session,
    String task,
    int round,
    String tree,
    List<String> languages,
    Instant started,
    Instant finished,
    List<AgentRun> runs,
    List<Analysis> analyses,
    List<EvidenceRules.CitedPlace> evidence,
    List<String> voters,
    Optional<DocumentRef> context,
    Optional<String> feedback,
    @Nullable ReviewOutcome review,
    @JsonUnwrapped RoundCount count) {
  private static final int BYTES = 250 << 10;
  private static final int REVIEW_BYTES = 56 << 10;

  /** List entries and text characters that options keep; tried in order until everything fits. */
  private static final int[][] OPTIONS = {{12, 1_000}, {8, 400}, {6, 200}, {4, 100}, {4, 60}};

  /** Like {@link #OPTIONS}, for the ledger. */
  private static final int[][] LEDGER = {{5, 400}, {5, 240}, {3, 120}, {1, 60}};

  /** Fields that a bounded ledger omits, and those that it truncates. */
  private static final Set<String> LEFT_OUT =
      Set.of("note", "runs", "tasks", "maintainability", "performance_impact");

  private static final Set<String> SHORTENED =
      Set.of(
          ("en zh name description text why changes reason places evidence affected_files"
                  + " differences pros cons detail suggestion")
              .split(" "));

  private static final Set<PointState> KEPT =
      Set.of(PointState.AGREED, PointState.DECIDED, PointState.DISPUTED);

  /** Returns points and conflicts as files show them, in the session's first language. */
  public CrossVerification crossVerification() {
    return CrossVerification.of(count.ledger(), languages);
  }

  /**
   * Returns the part for history: the ledger within its bound, and as much of the options as fits.
   *
   * @param document reference to this record
   */
  public Synthesis synthesis(DocumentRef document) {
    Ledger bounded = bounded(count.ledger());
    Synthesis fits = synthesis(document, bounded, count.solutions());
    for (int i = 0; i < OPTIONS.length && Bounds.bytes(fits) > BYTES; i++) {
      ReplyBounds measure = new ReplyBounds(OPTIONS[i][0], OPTIONS[i][0], OPTIONS[i][1]);
      JsonNode all = WireMapper.get().valueToTree(count.solutions());
      fits =
          synthesis(
              document,
              bounded,
              WireMapper.get()
                  .convertValue(measure.cut(all, all.size()), new TypeReference<>() {}));
    }
    return fits;
  }

  public Synthesis whole(DocumentRef document) {
    return synthesis(document, count.ledger(), count.solutions());
  }

  private Synthesis synthesis(DocumentRef document, Ledger kept, List<Solution> options) {
    return new Synthesis(
        round,
        kept,
        options,
        count.alsoConsidered(),
        count.convergence(),
        count.questions(),
        voters,
        count.notCrossVerified(),
        Optional.ofNullable(count.alpha()),
        EvidenceRules.citations(evidence),
        analyses.stream().filter(Analysis::fallback).map(Analysis::tool).toList(),
        voters.isEmpty(),
        document,
        review == null ? null : bounded(review));
  }

  /** Bounds a review: truncates texts, then drops the least severe findings. */
  private static ReviewOutcome bounded(ReviewOutcome review) {
    ReviewOutcome bounded = review;
    for (int i = 0; i < LEDGER.length && Bounds.bytes(bounded) > REVIEW_BYTES; i++) {
      JsonNode tree = WireMapper.get().valueToTree(review);
      shorten(tree, LEDGER[i][0], LEDGER[i][1]);
      bounded = WireMapper.get().convertValue(tree, ReviewOutcome.class);
    }
    while (Bounds.bytes(bounded) > REVIEW_BYTES) {
      List<ReviewOutcome.Judged> findings = bounded.findings();
      bounded = bounded.withFindings(findings.subList(0, findings.size() * 7 / 8));
    }
    return bounded;
  }

  /**
   * Bounds a ledger to {@link Ledger#BYTES}: drops notes of votes and tasks of proposals, truncates
   * texts and lists, and finally drops points, the least needed first. The round's document keeps
   * everything.
   */
  static Ledger bounded(Ledger ledger) {
    Ledger bounded = ledger;
    for (int i = 0; i < LEDGER.length && Bounds.bytes(bounded) > Ledger.BYTES; i++) {
      JsonNode tree = WireMapper.get().valueToTree(ledger);
      shorten(tree, LEDGER[i][0], LEDGER[i][1]);
      bounded = WireMapper.get().convertValue(tree, Ledger.class);
    }
    while (Bounds.bytes(bounded) > Ledger.BYTES && !bounded.points().isEmpty()) {
      bounded = withFewerPoints(bounded);
    }
    return bounded;
  }

  /** Truncates texts and lists; keeps ids, votes and the user's decisions. */
  private static void shorten(JsonNode node, int entries, int characters) {
    if (node instanceof ObjectNode object) {
      object.remove(LEFT_OUT);
      for (var field : object.properties()) {
        if (SHORTENED.contains(field.getKey())) {
          while (field.getValue() instanceof ArrayNode list && list.size() > entries) {
            list.remove(list.size() - 1);
          }
          field.setValue(shortened(field.getValue(), characters));
        }
      }
    }
    node.forEach(child -> shorten(child, entries, characters));
  }

  private static JsonNode shortened(JsonNode words, int characters) {
    if (words instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        list.set(i, list.get(i).isTextual() ? shortened(list.get(i), characters) : list.get(i));
      }
    }
    return words.isTextual() ? TextNode.valueOf(Cut.shorten(words.asText(), characters)) : words;
  }

  /** Drops an eighth of the points, and the statements that nothing else refers to. */
  private static Ledger withFewerPoints(Ledger ledger) {
    Set<String> gone =
        ledger.points().stream()
            .sorted(
                Comparator.comparing((Ledger.Point point) -> point.kind() != PointKind.NOTE)
                    .thenComparing(point -> KEPT.contains(point.state()))
                    .thenComparing(Ledger.Point::round))
            .limit(ledger.points().size() / 8 + 1L)
            .map(Ledger.Point::id)
            .collect(Collectors.toSet());
    List<Ledger.Point> points =
        ledger.points().stream().filter(point -> !gone.contains(point.id())).toList();
    Set<String> needed = new HashSet<>();
    points.forEach(point -> needed.addAll(point.members()));
    ledger.conflicts().forEach(one -> one.sides().forEach(side -> needed.addAll(side.members())));
    ledger.approaches().forEach(one -> needed.addAll(one.members()));
    ledger.questions().forEach(one -> needed.addAll(one.from()));
    return new Ledger(
        ledger.next(),
        ledger.statements().stream().filter(said -> needed.contains(said.id())).toList(),
        points,
        ledger.conflicts(),
        ledger.approaches(),
        ledger.questions(),
        ledger.rankings(),
        ledger.ballot().stream().filter(id -> !gone.contains(id)).toList(),
        ledger.waiting());
  }
}
