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

/** Runs the tasks of one wave with agents; each result enters the state immediately. */
final class TaskWave {
  private static final TypeReference<List<String>> TEXTS = new TypeReference<>() {};

  /** Limit of conclusions and recommendations of a synthesis, together. */
  private static final int CONCLUDED = 30;

  static final String NO_AGENT =
      "no agent is available, and an analysis needs one: `conclave doctor` shows how to set one"
          + " up";

  private static final String NOT_ASKED = "not asked: the budget is exhausted";

  /** Fits four full analyses and keeps the state within its limit. */
  private static final int FRESH_BYTES = 208 << 10;

  /** A finding with its citations at the end. */
  private static final Pattern CITED =
      Pattern.compile("(.*?)\\s*((\\[[^\\[\\]]+:\\d[^\\[\\]]*]\\s*)+)[\\s.。]*", Pattern.DOTALL);

  /** An agent's role and template, the test for a good reply, and the types to read from it. */
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

  /** Serializes discussions of one wave, which an edited table may have. */
  private final WorkflowLock discussion = Workflow.newWorkflowLock();

  /** Part of call ids: a task retried by the human is a new call. */
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

  AnalyzePhase run() {
    List<AnalysisTask> next = state.tasks().next();
    if (next.isEmpty()) {
      // A failed perspective skips all tasks that depend on it.
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
      state.setEnding(NO_AGENT);
      return AnalyzePhase.FAILED;
    }
    // A failed task does not stop the others of its wave.
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
      // In task order, not in order of completion: after a workflow reset the next wave's prompts
      // must be the same.
      tasks.forEach(
          task ->
              state.discoveries = state.discoveries.plus(found.getOrDefault(task.id(), List.of())));
    }
    if (calls.userStopped()) {
      state.note("the budget is exhausted; the remaining tasks did not run");
      while (!state.tasks().next().isEmpty()) {
        failed(state.tasks().next().get(0), NOT_ASKED);
      }
      if (!state.tasks().with(Status.COMPLETED).isEmpty()) {
        // The human continued with the current results: nothing to retry.
        return AnalyzePhase.AWAITING_COMPLETION;
      }
    }
    // If the whole wave failed, all later tasks are skipped.
    return state.tasks().next().isEmpty()
            && TaskTable.lastWave(state.tasks().with(Status.COMPLETED)) < tasks.get(0).wave()
        ? AnalyzePhase.AWAITING_WAVE_FAILURE
        : AnalyzePhase.RUNNING_TASKS;
  }

  /**
   * Reads the discoveries of a reply, which are under the plural of their type, such as {@code
   * conclusions}. Reads only fields checked by the role's schema: replies may have extra fields.
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
      state.note(task.id() + " is not discussed: the discussion is full");
    }
    List<String> statements = new ArrayList<>(statements(reply));
    boolean discussed =
        state.tasks().tasks().stream().anyMatch(other -> other.discussionType().isPresent());
    if (!discussed) {
      // No discussion asks the user; the synthesis answers them, or leaves them open.
      reply.analysis().stream()
          .flatMap(said -> said.openQuestions().stream())
          .map(
              asked ->
                  "Open question: %s (%s)"
                      .formatted(asked.question(), String.join("; ", asked.options())))
          .forEach(statements::add);
    }
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

  /** Moderates new statements, after ballots if the human wants to go deeper. */
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
        failed(task, "no perspective added anything new");
        return;
      }
      List<AgentRun> runs = said.stream().map(TaskWave::run).toList();
      ledger.merge(said.stream().map(Said::reply).toList(), runs);
      AskReply moderation = null;
      if (ledger.merged().moderate()) {
        moderation =
            moderation(
                chain.ask(
                    chain.firstOf(moderators(ledger), MODERATE.good()),
                    question(MODERATE, task, task.perspective(), ledger::document)));
      }
      int more = state.pipeline().feedbackGates();
      boolean first = state.last == null;
      state.last = ledger.count(moderation, runs, first, 1 + more, more, null, null, started, null);
      // Analyses that arrived meanwhile are left for the next discussion.
      state.fresh.removeAll(said);
      String open = String.join(" ", state.openConflicts(any -> true));
      completed(task, state.discussionSummary() + ". " + open, points(task));
    } finally {
      discussion.unlock();
    }
  }

  /** Returns all agents as moderators, those with the fewest statements first. */
  private List<String> moderators(RoundLedger ledger) {
    Map<String, Integer> statements = new TreeMap<>();
    ledger
        .merged()
        .statements()
        .forEach((eyes, count) -> statements.merge(seated(eyes), count, Integer::sum));
    return state.request().moderators(agents, statements);
  }

  private @Nullable AskReply moderation(Answer answer) {
    return reply(
        answer,
        why ->
            state.note(
                "perspectives were not compared in discussion %d: %s"
                    .formatted(state.round(), why)));
  }

  /** Returns the ballots of all perspectives; one that does not answer keeps its votes. */
  private List<Func<List<Said>>> ballots(AnalysisTask task, RoundLedger ledger) {
    Set<String> voters = new LinkedHashSet<>(state.perspectives());
    // A perspective takes part once per discussion.
    state.fresh.forEach(said -> voters.remove(said.perspective()));
    List<Func<List<Said>>> asked = new ArrayList<>();
    for (String voter : voters) {
      Consumer<String> failed =
          why ->
              state.note(
                  "%s did not vote in discussion %d: %s".formatted(voter, state.round(), why));
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

  /** Returns a run with the perspective in place of the agent, as in the ledger. */
  private static AgentRun run(Said said) {
    String eyes = said.perspective();
    Optional<Receipt> proof = Optional.of(said.reply().receipt());
    return new AgentRun(eyes, eyes, AgentRun.ANSWERED, Optional.empty(), proof);
  }

  private record DiscussionPoint(
      String topic, List<String> perspectives, String convergence, List<String> openQuestions) {}

  /** Returns points of several perspectives, points with votes, and conflicts. */
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
        state.ledger().statementsOf(members).map(Ledger.Statement::agent).distinct().toList();
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

  /** Returns the agent of a perspective, which is the same in all waves, then its fallbacks. */
  private FallbackChain.Order order(Assignment assignment, String perspective) {
    return chain.firstOf(
        state.request().moderators(List.of(seated(perspective))), assignment.good());
  }

  /**
   * Returns the request of a task.
   *
   * @param ledger for the agent to read, on the current host
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

  /** Returns the good reply; passes the reason to {@code failed} if there is none. */
  private @Nullable AskReply reply(Answer answer, Consumer<String> failed) {
    answer.failure(calls.userStopped() ? NOT_ASKED : "no agent is available").ifPresent(failed);
    return answer.good();
  }

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
      // For the synthesis the ledger already covers the analyses.
      boolean judged = assignment.equals(CONCLUDE) && state.last != null && state.fresh.isEmpty();
      notes.put("discoveries", state.discoveries.shown(judged));
    }
    return notes;
  }
}
