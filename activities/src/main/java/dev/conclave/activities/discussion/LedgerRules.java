package dev.conclave.activities.discussion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Ledger.Point.Kind;
import dev.conclave.workflows.discussion.Ledger.Point.State;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Enters replies into a ledger, keeps it within its bound and reads it from documents. */
public final class LedgerRules {
  /** The ledger's name among a request's documents, and its field in a round's record. */
  public static final String DOCUMENT = "ledger";

  /** Characters of a statement, a note or a reason in a prompt. */
  public static final int SAID = 600;

  /** Characters of a statement that is voted on alone. */
  public static final int IN_FULL = 2_000;

  /** Entries of a list and characters of a text that are kept, until everything fits. */
  private static final int[][] MEASURES = {{5, 400}, {5, 240}, {3, 120}, {1, 60}};

  private static final Set<String> LEFT_OUT =
      Set.of("note", "runs", "tasks", "maintainability", "performance_impact");
  private static final Set<String> WORDS =
      Set.of("en", "zh", "name", "description", "text", "why", "changes", "reason");
  private static final Set<String> LISTS =
      Set.of("places", "evidence", "affected_files", "differences", "pros", "cons");

  /** States of points, those first that are the least missed; of equals the older. */
  private static final List<State> DISPENSABLE =
      List.of(
          State.WITHDRAWN,
          State.REFUTED,
          State.OUTVOTED,
          State.LONE,
          State.PARTIAL,
          State.DECIDED,
          State.DISPUTED,
          State.AGREED);

  private LedgerRules() {}

  /** The ledger that a request's prompt shows; absent in the first round of a direction. */
  public static Optional<Ledger> of(DocumentStore documents, AskRequest request) {
    return Optional.ofNullable(request.documents().get(DOCUMENT)).map(ref -> read(documents, ref));
  }

  /** The ledger of a document, which may be a round's record. */
  static Ledger read(DocumentStore documents, DocumentRef ref) {
    try {
      JsonNode json = WireMapper.get().readTree(documents.get(ref));
      JsonNode ledger = json.path(DOCUMENT).isObject() ? json.path(DOCUMENT) : json;
      return WireMapper.get().treeToValue(ledger, Ledger.class);
    } catch (IOException e) {
      throw new UncheckedIOException("document " + ref.digest() + " is no ledger", e);
    }
  }

  /**
   * Whose analyses count for agreement, in alphabetical order: those with a receipt that were
   * neither extracted by fallback nor made without a model.
   */
  static List<String> voters(Collection<Analysis> analyses, Collection<AgentRun> runs) {
    return analyses.stream()
        .filter(analysis -> !analysis.fallback() && byModel(analysis))
        .map(Analysis::tool)
        .filter(
            agent ->
                runs.stream()
                    .filter(run -> run.agent().equals(agent))
                    .anyMatch(run -> run.answered() && run.receipt().isPresent()))
        .distinct()
        .sorted()
        .toList();
  }

  /** Whether a model stands behind it, and not the built-in analyst or a stand-in. */
  public static boolean byModel(Analysis analysis) {
    return !analysis.degraded() && !analysis.tool().equals(AgentStatus.DIRECT);
  }

  /** The ledger with the replies of a round; entering one twice changes nothing. */
  public static Ledger enter(
      Ledger ledger,
      int round,
      List<Analysis> analyses,
      Collection<AgentRun> runs,
      List<HumanAnswer> answers,
      TreeFacts tree) {
    LedgerDraft draft = new LedgerDraft(ledger);
    new ReplyEntry(draft, round, voters(analyses, runs), tree).enter(analyses);
    // In serial mode this is one of several: who is absent shows when the round is counted.
    new VoteCount(draft, answers, List.of()).count();
    return draft.ledger();
  }

  /**
   * Whether a moderator has something to do: two agents have spoken, and the round brought a new
   * statement or a vote that says a point is half right or misread.
   */
  static boolean needsModeration(Ledger ledger, int round) {
    boolean several =
        ledger.statements().stream()
                .map(Statement::agent)
                .filter(agent -> !agent.equals(AgentStatus.DIRECT))
                .distinct()
                .count()
            > 1;
    boolean news = ledger.statements().stream().anyMatch(said -> said.round() == round);
    boolean unclear =
        ledger.points().stream()
            .flatMap(point -> point.votes().stream())
            .anyMatch(vote -> vote.round() == round && vote.choice().unclear());
    return several && (news || unclear);
  }

  /**
   * The ledger within {@link Ledger#BYTES}: votes lose their notes, proposals their tasks, texts
   * their ends and lists their last entries; at last whole points go, those first that nobody needs
   * any more. The round's document keeps all of it.
   */
  static Ledger bounded(Ledger ledger) {
    Ledger bounded = ledger;
    for (int i = 0; i < MEASURES.length && Bounds.bytes(bounded) > Ledger.BYTES; i++) {
      JsonNode tree = WireMapper.get().valueToTree(ledger);
      shorten(tree, MEASURES[i][0], MEASURES[i][1]);
      bounded = WireMapper.get().convertValue(tree, Ledger.class);
    }
    while (Bounds.bytes(bounded) > Ledger.BYTES && !bounded.points().isEmpty()) {
      bounded = withFewerPoints(bounded);
    }
    return bounded;
  }

  /** Without an eighth of the points, and without the statements that nothing else refers to. */
  private static Ledger withFewerPoints(Ledger ledger) {
    Set<String> gone =
        ledger.points().stream()
            .sorted(
                Comparator.comparing((Ledger.Point point) -> point.kind() != Kind.NOTE)
                    .thenComparing(point -> DISPENSABLE.indexOf(point.state()))
                    .thenComparing(Ledger.Point::round))
            .limit(ledger.points().size() / 8 + 1L)
            .map(Ledger.Point::id)
            .collect(Collectors.toSet());
    List<Ledger.Point> points =
        ledger.points().stream().filter(point -> !gone.contains(point.id())).toList();
    Set<String> needed = new HashSet<>();
    points.forEach(point -> needed.addAll(point.members()));
    points.forEach(point -> needed.addAll(point.refinements()));
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

  /** Shortens words and lists of words; ids, votes and what a person decided stay as they are. */
  private static void shorten(JsonNode node, int entries, int characters) {
    if (node instanceof ObjectNode object) {
      object.remove(LEFT_OUT);
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        if (WORDS.contains(field.getKey()) && field.getValue().isTextual()) {
          field.setValue(TextNode.valueOf(Cut.shown(field.getValue().asText(), characters)));
        } else if (LISTS.contains(field.getKey())) {
          ArrayNode first = object.arrayNode();
          for (int i = 0; i < Math.min(entries, field.getValue().size()); i++) {
            JsonNode one = field.getValue().get(i);
            first.add(
                one.isTextual() ? TextNode.valueOf(Cut.shown(one.asText(), characters)) : one);
          }
          field.setValue(first);
        }
      }
    }
    node.forEach(child -> shorten(child, entries, characters));
  }
}
