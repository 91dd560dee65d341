package dev.conclave.workflows.analyze;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.workflows.analyze.AnalysisTask.DiscussionType;
import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.analyze.AnalyzeState.Said;
import dev.conclave.workflows.analyze.Discoveries.Discovery;
import dev.conclave.workflows.analyze.Discoveries.DiscoveryType;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.AgentQuestion;
import dev.conclave.workflows.session.AgentQuestion.Given;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.session.FallbackChain;
import dev.conclave.workflows.session.FallbackChain.Answer;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.ReplyDocuments;
import dev.conclave.workflows.session.RoundLedger;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import io.temporal.workflow.Functions.Func;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowLock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Carries out the tasks of one wave, with agents; what each comes to enters the state at once. */
final class TaskWave {
  private static final TypeReference<List<String>> TEXTS = new TypeReference<>() {};

  /** Most conclusions and recommendations together that count of a synthesis. */
  private static final int CONCLUDED = 30;

  static final String NO_AGENT =
      "no agent can be asked, and an analysis needs one: `conclave doctor` says how to get one";

  private static final String NOT_ASKED = "not asked: the budget is used up";

  /** Room for four full analyses: it keeps the state within its bound. */
  private static final int FRESH_BYTES = 208 << 10;

  /** A finding with the places that it cites at its end. */
  private static final Pattern CITED =
      Pattern.compile("(.*?)\\s*((\\[[^\\[\\]]+:\\d[^\\[\\]]*]\\s*)+)[\\s.。]*", Pattern.DOTALL);

  /** What an agent is asked, whether a reply is good, and what is found in it. */
  private record Assignment(
      Role role, String template, Predicate<AskReply> good, List<DiscoveryType> finds) {}

  private static final Predicate<AskReply> READ = reply -> reply.content().isPresent();
  private static final Assignment EXPLORE =
      new Assignment(
          Role.EXPLORER,
          "explorer-1",
          READ,
          List.of(DiscoveryType.EXPLORATION, DiscoveryType.PATTERN));
  private static final Assignment ANALYZE =
      new Assignment(
          Role.ANALYST, "perspective-1", reply -> !statements(reply).isEmpty(), List.of());
  private static final Assignment VOTE =
      new Assignment(
          Role.ANALYST,
          "ballot-1",
          reply -> reply.analysis().flatMap(Analysis::ballot).isPresent(),
          List.of());
  private static final Assignment MODERATE =
      new Assignment(Role.MODERATOR, "moderator-1", READ, List.of());
  private static final Assignment CONCLUDE =
      new Assignment(
          Role.SYNTHESIZER,
          "synthesizer-1",
          READ,
          List.of(DiscoveryType.CONCLUSION, DiscoveryType.RECOMMENDATION));

  private final AnalyzeState state;
  private final HostCalls host;
  private final ReplyDocuments documents;
  private final AgentCalls calls;
  private final FallbackChain chain;
  private final List<String> agents;

  private final Map<String, List<Discovery>> found = new HashMap<>();

  /** Discussions of one wave, in a table that a human changed, follow one on another. */
  private final WorkflowLock discussion = Workflow.newWorkflowLock();

  /** A task that is tried again after the human said so is another call. */
  private final String number;

  TaskWave(AnalyzeState state, HostCalls host, ReplyDocuments documents, AgentCalls calls) {
    this.state = state;
    this.host = host;
    this.documents = documents;
    this.calls = calls;
    chain = new FallbackChain(state, calls);
    agents = state.modelAnalysts();
    number = state.round() + "." + state.decisions().size();
  }

  /** Carries out the tasks of the next wave, where one is left for agents. */
  AnalyzePhase run() {
    List<AnalysisTask> next = state.tasks().next();
    if (next.isEmpty()) {
      // One failed perspective skips all that waits for it.
      boolean concluded = state.tasks().tasks().stream().anyMatch(AnalysisTask::concluded);
      return concluded || state.tasks().with(Status.FAILED).isEmpty()
          ? AnalyzePhase.AWAITING_COMPLETION
          : AnalyzePhase.AWAITING_WAVE_FAILURE;
    }
    List<AnalysisTask> tasks = next.stream().filter(task -> !task.interactive()).toList();
    if (tasks.isEmpty()) {
      return AnalyzePhase.AWAITING_DISCUSSION;
    }
    if (agents.isEmpty()) {
      state.ending(NO_AGENT);
      return AnalyzePhase.FAILED;
    }
    // Tasks that fail do not stop the others of their wave.
    try {
      AgentCalls.inParallel(
          tasks.stream()
              .<Func<String>>map(
                  task ->
                      () -> {
                        switch (task.role()) {
                          case EXPLORER -> report(task, EXPLORE, () -> null);
                          case ANALYST -> analyze(task);
                          case DISCUSSANT -> discuss(task);
                          case SYNTHESIZER ->
                              report(
                                  task,
                                  CONCLUDE,
                                  () -> state.ledgerDocument(documents).orElse(null));
                        }
                        return task.id();
                      })
              .toList());
    } finally {
      // In the order of the tasks: in that of their ends, the questions of the next wave would
      // differ from those that were asked before a reset.
      tasks.forEach(
          task ->
              state.discoveries = state.discoveries.plus(found.getOrDefault(task.id(), List.of())));
    }
    if (calls.decided()) {
      state.note("the budget ended the tasks; the rest is not done");
      while (!state.tasks().next().isEmpty()) {
        failed(state.tasks().next().get(0), NOT_ASKED);
      }
      if (!state.tasks().with(Status.COMPLETED).isEmpty()) {
        // The human took what there is: nothing is to be tried again.
        return AnalyzePhase.AWAITING_COMPLETION;
      }
    }
    // A wave that came to nothing skipped all that follow.
    return state.tasks().next().isEmpty()
            && TaskTable.lastWave(state.tasks().with(Status.COMPLETED)) < tasks.get(0).wave()
        ? AnalyzePhase.AWAITING_WAVE_FAILURE
        : AnalyzePhase.RUNNING_TASKS;
  }

  /**
   * A reply has what was found under the plural of its type, such as {@code conclusions}. Only what
   * the schema of its role has checked is read: replies bring fields that nobody asked for.
   */
  private void report(
      AnalysisTask task, Assignment assignment, Supplier<@Nullable DocumentRef> ledger) {
    AskReply good =
        reply(
            chain.ask(
                order(assignment, task.perspective()),
                question(assignment, task, task.perspective(), ledger)),
            why -> failed(task, why));
    if (good == null) {
      return;
    }
    ObjectNode reply = good.structured().orElseThrow();
    List<Discovery> found = new ArrayList<>();
    for (DiscoveryType type : assignment.finds()) {
      for (JsonNode entry : reply.path(type.word() + "s")) {
        found.add(found(task, type, known(entry)));
      }
    }
    if (assignment.equals(CONCLUDE)) {
      state.questions = WireMapper.get().convertValue(reply.withArray("open_questions"), TEXTS);
    }
    String summary = reply.path("summary").asText();
    String nothing = reply.path("nothing_found").asText();
    completed(task, nothing.isBlank() ? summary : "nothing found: " + nothing, found);
    if (assignment.equals(CONCLUDE)) {
      state.concluded = List.copyOf(found.subList(0, Math.min(found.size(), CONCLUDED)));
    }
  }

  /** Without the perspectives that nobody has. */
  private JsonNode known(JsonNode entry) {
    List<String> eyes = state.tasks().tasks().stream().map(AnalysisTask::perspective).toList();
    if (entry.path("perspectives_supporting") instanceof ArrayNode named) {
      named.removeIf(one -> !eyes.contains(one.asText()));
    }
    return entry;
  }

  private void analyze(AnalysisTask task) {
    AskReply reply =
        reply(
            chain.ask(
                order(ANALYZE, task.perspective()),
                question(ANALYZE, task, task.perspective(), () -> null)),
            why -> failed(task, why));
    if (reply == null) {
      return;
    }
    Said one = new Said(task.id(), task.perspective(), reply);
    if (Bounds.bytes(state.fresh) + Bounds.bytes(one) <= FRESH_BYTES) {
      state.fresh.add(one);
    } else {
      state.note(task.id() + " is not discussed: the analyses before it fill a discussion");
    }
    List<String> statements = statements(reply);
    String sure = Words.decimal(reply.analysis().orElseThrow().feasibilityScore(), 2);
    List<Discovery> found = statements.stream().map(text -> insight(task, text, sure)).toList();
    completed(task, String.join(" ", statements), found);
  }

  private static List<String> statements(AskReply reply) {
    return reply.analysis().stream()
        .flatMap(said -> Stream.of(said.findings(), said.technicalConcerns()))
        .flatMap(List::stream)
        .toList();
  }

  private record Insight(String insight, String confidence, String evidence, String fileRef) {}

  private static Discovery insight(AnalysisTask task, String text, String confidence) {
    Matcher cited = CITED.matcher(text);
    boolean placed = cited.matches();
    String evidence =
        placed
            ? cited.group(2).replaceAll("]\\s*\\[", ", ").replaceAll("[\\[\\]]", "").strip()
            : "";
    String insight = placed ? cited.group(1) : text;
    String place = evidence.split(",", 2)[0].strip();
    return found(task, DiscoveryType.ANALYSIS, new Insight(insight, confidence, evidence, place));
  }

  /** Moderation of what is new, after ballots where the human wants to go deeper. */
  private void discuss(AnalysisTask task) {
    discussion.lock();
    try {
      Instant started = SessionState.now();
      Supplier<@Nullable DocumentRef> before = () -> state.ledgerDocument(documents).orElse(null);
      List<HumanAnswer> answers = Clarifications.answers(state.decisions());
      RoundLedger ledger =
          new RoundLedger(state, host, documents, before, state.ledger().next(), answers);
      List<Said> said = new ArrayList<>(state.fresh);
      if (state.last != null
          && task.discussionType().filter(DiscussionType.DEEPEN::equals).isPresent()) {
        AgentCalls.inParallel(ballots(task, ledger)).forEach(said::addAll);
      }
      if (said.isEmpty()) {
        failed(task, "no perspective has said anything new");
        return;
      }
      List<AgentRun> runs = said.stream().map(TaskWave::run).toList();
      ledger.enter(said.stream().map(Said::reply).toList(), runs);
      AskReply moderation = null;
      if (ledger.entered().moderate()) {
        moderation =
            moderation(
                chain.ask(
                    chain.firstOf(moderators(ledger), MODERATE.good()),
                    question(MODERATE, task, task.perspective(), ledger::document)));
      }
      int more = state.pipeline().feedbackGates();
      boolean first = state.last == null;
      state.last = ledger.count(moderation, runs, first, 1 + more, more, null, null, started, null);
      // What was said beside this discussion is left for the next.
      state.fresh.removeAll(said);
      String open = String.join(" ", state.openConflicts(any -> true));
      completed(task, state.standing() + ". " + open, points(task));
    } finally {
      discussion.unlock();
    }
  }

  /** Any agent may moderate; those come first that have the least at stake. */
  private List<String> moderators(RoundLedger ledger) {
    Map<String, Integer> statements = new TreeMap<>();
    ledger
        .entered()
        .statements()
        .forEach((eyes, count) -> statements.merge(seated(eyes), count, Integer::sum));
    return state.request().moderators(agents, statements);
  }

  private @Nullable AskReply moderation(Answer answer) {
    return reply(
        answer,
        why ->
            state.note(
                "nobody compared what the perspectives say in discussion %d: %s"
                    .formatted(state.round(), why)));
  }

  /** What each perspective votes on what is open; one that does not answer keeps its votes. */
  private List<Func<List<Said>>> ballots(AnalysisTask task, RoundLedger ledger) {
    Set<String> voters = new LinkedHashSet<>(state.perspectives());
    // In one discussion a perspective speaks once.
    state.fresh.forEach(said -> voters.remove(said.perspective()));
    List<Func<List<Said>>> asked = new ArrayList<>();
    for (String voter : voters) {
      Consumer<String> failed =
          why ->
              state.note(
                  "%s has not voted in discussion %d: %s".formatted(voter, state.round(), why));
      asked.add(
          () -> {
            AskReply reply =
                reply(
                    chain.ask(order(VOTE, voter), question(VOTE, task, voter, ledger::document)),
                    failed);
            return reply == null ? List.of() : List.of(new Said(task.id(), voter, reply));
          });
    }
    return asked;
  }

  /** A run in which the perspective has the agent's place, as it has in the ledger. */
  private static AgentRun run(Said said) {
    String eyes = said.perspective();
    Optional<Receipt> proof = Optional.of(said.reply().receipt());
    return new AgentRun(eyes, eyes, AgentRun.ANSWERED, Optional.empty(), proof);
  }

  private record DiscussionPoint(
      String topic, List<String> perspectives, String convergence, List<String> openQuestions) {}

  /** Points of several perspectives, those that votes have judged, and conflicts. */
  private List<Discovery> points(AnalysisTask task) {
    List<Discovery> found = new ArrayList<>();
    for (Ledger.Point one : state.ledger().points()) {
      if (one.members().size() > 1 || one.state() != Ledger.Point.PointState.LONE) {
        found.add(point(task, one.sentence(), one.members(), Words.of(one.state()), false));
      }
    }
    for (Ledger.Conflict one : state.ledger().conflicts()) {
      List<String> members = one.sides().stream().flatMap(side -> side.members().stream()).toList();
      String stand = "conflict " + Words.of(one.state()) + one.how().map(": "::concat).orElse("");
      found.add(point(task, one.question(), members, stand, one.open()));
    }
    return found;
  }

  private Discovery point(
      AnalysisTask task, LocalizedText said, List<String> members, String stand, boolean open) {
    String topic = state.shown(said);
    List<String> voices =
        state.ledger().said(members).map(Ledger.Statement::agent).distinct().toList();
    DiscussionPoint point =
        new DiscussionPoint(topic, voices, stand, open ? List.of(topic) : List.of());
    return found(task, DiscoveryType.DISCUSSION_POINT, point);
  }

  private static Discovery found(AnalysisTask task, DiscoveryType type, Object data) {
    ObjectNode fields = WireMapper.get().valueToTree(data);
    fields.put("perspective", task.perspective());
    return Discovery.of(SessionState.now(), task.id(), type, fields);
  }

  private void completed(AnalysisTask task, String findings, List<Discovery> discoveries) {
    found.put(task.id(), discoveries);
    state.tasks(state.tasks().completed(task.id(), findings));
  }

  private void failed(AnalysisTask task, String why) {
    state.tasks(state.tasks().failed(task.id(), why));
  }

  /**
   * The agent of a perspective, which keeps it over the waves, then stand-ins until one gives a
   * good reply.
   */
  private FallbackChain.Order order(Assignment assignment, String perspective) {
    return chain.firstOf(
        state.request().moderators(List.of(seated(perspective))), assignment.good());
  }

  /**
   * What is asked of a task.
   *
   * @param ledger what of the discussion the agent reads, on the current host
   */
  private AgentQuestion question(
      Assignment assignment,
      AnalysisTask task,
      String perspective,
      Supplier<@Nullable DocumentRef> ledger) {
    String voter = assignment.equals(VOTE) ? "-" + perspective : "";
    Map<String, String> notes = notes(assignment, task, perspective);
    return new AgentQuestion(
        "t%s%s-%s".formatted(number, voter, task.id()),
        state.round(),
        assignment.role(),
        () -> new Given(assignment.template(), given(ledger.get()), notes));
  }

  private static Map<String, DocumentRef> given(@Nullable DocumentRef ledger) {
    return ledger == null ? Map.of() : Map.of("ledger", ledger);
  }

  /** The good reply; {@code failed} takes why nobody gave one. */
  private @Nullable AskReply reply(Answer answer, Consumer<String> failed) {
    answer.failure(calls.decided() ? NOT_ASKED : "no agent can be asked").ifPresent(failed);
    return answer.good();
  }

  /** The agent that is asked first for a perspective. */
  private String seated(String perspective) {
    return agents.get(Math.max(0, state.perspectives().indexOf(perspective)) % agents.size());
  }

  private Map<String, String> notes(Assignment assignment, AnalysisTask task, String perspective) {
    Map<String, String> notes = new LinkedHashMap<>(state.decided());
    if (!assignment.equals(MODERATE)) {
      notes.put(AskRequest.PERSPECTIVE, perspective);
    }
    if (task.role() != AnalysisTask.TaskRole.DISCUSSANT) {
      notes.put("assignment", task.description());
      notes.put("previous", state.tasks().context(task));
      // Who concludes reads in the ledger what became of the analyses.
      boolean judged = assignment.equals(CONCLUDE) && state.last != null && state.fresh.isEmpty();
      notes.put("discoveries", state.discoveries.shown(judged));
    }
    return notes;
  }
}
