package dev.conclave.workflows.analyze;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.analyze.AnalysisTask.DiscussionType;
import dev.conclave.workflows.analyze.AnalysisTask.TaskRole;
import dev.conclave.workflows.analyze.AnalyzeState.Said;
import dev.conclave.workflows.analyze.Discovery.DiscoveryType;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.session.FallbackChain;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.ReplyDocuments;
import dev.conclave.workflows.session.RoundLedger;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import io.temporal.workflow.Functions.Func;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowLock;
import io.temporal.workflow.WorkflowSemaphore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Carries out the tasks of one wave, with agents; what each comes to enters the state at once. */
final class TaskWave {
  private static final String LEDGER = "ledger";
  private static final String NOT_ASKED = "not asked: the budget is used up";

  private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};

  /** A finding with the place that it cites last. */
  private static final Pattern CITED =
      Pattern.compile("(.*?)\\s*\\[([^\\[\\]]+:\\d[^\\[\\]]*)][\\s.。]*", Pattern.DOTALL);

  private final AnalyzeState session;
  private final HostCalls host;
  private final ReplyDocuments documents;
  private final AgentCalls calls;
  private final FallbackChain chain;
  private final List<String> agents;
  private final WorkflowSemaphore permits;

  /** Discussions of one wave, in a table that a human changed, follow one on another. */
  private final WorkflowLock discussion = Workflow.newWorkflowLock();

  private final String number;

  TaskWave(
      AnalyzeState session,
      HostCalls host,
      ReplyDocuments documents,
      AgentCalls calls,
      List<String> agents) {
    this.session = session;
    this.host = host;
    this.documents = documents;
    this.calls = calls;
    this.agents = agents;
    chain = new FallbackChain(session, calls);
    permits = Workflow.newWorkflowSemaphore(Math.max(1, session.request().concurrency()));
    // A task that is tried again after the human said so is another call.
    number = session.round() + "." + session.decisions().size();
  }

  /** Tasks that fail do not stop the others of their wave. */
  void run(List<AnalysisTask> tasks) {
    AgentCalls.sideBySide(
        tasks.stream().<Func<String>>map(task -> () -> carriedOut(task)).toList());
    if (calls.decided()) {
      session.note("the budget ended the tasks; the rest is not done");
      while (session.tasks().nextWave().isPresent()) {
        AnalysisTask left = session.tasks().pending(session.tasks().nextWave().get()).get(0);
        session.tasks(session.tasks().failed(left.id(), NOT_ASKED));
      }
    }
  }

  private String carriedOut(AnalysisTask task) {
    switch (task.role()) {
      case DISCUSSANT -> {
        discussion.lock();
        try {
          discuss(task);
        } finally {
          discussion.unlock();
        }
      }
      case EXPLORER, SYNTHESIZER -> ask(task);
      case ANALYST -> analyze(task);
    }
    return task.id();
  }

  private void ask(AnalysisTask task) {
    boolean explores = task.role() == TaskRole.EXPLORER;
    Optional<ObjectNode> said =
        asked(
                task,
                task.perspective(),
                explores ? "explorer-1" : "synthesizer-1",
                reply -> reply.structured().isPresent())
            .flatMap(AskReply::structured);
    if (said.isEmpty()) {
      return;
    }
    ObjectNode reply = said.get();
    List<Discovery> found = new ArrayList<>();
    if (explores) {
      found.addAll(found(task, DiscoveryType.EXPLORATION, reply.path("explorations")));
      found.addAll(found(task, DiscoveryType.PATTERN, reply.path("patterns")));
    } else {
      found.addAll(found(task, DiscoveryType.CONCLUSION, reply.path("conclusions")));
      found.addAll(found(task, DiscoveryType.RECOMMENDATION, reply.path("recommendations")));
      session.questions =
          WireMapper.get()
              .convertValue(
                  reply.withArray("open_questions"), new TypeReference<List<String>>() {});
    }
    completed(task, reply.path("summary").asText(), found);
  }

  private void analyze(AnalysisTask task) {
    Optional<AskReply> reply = asked(task, task.perspective(), "perspective-1", TaskWave::states);
    if (reply.isEmpty()) {
      return;
    }
    Said one = new Said(task.id(), task.perspective(), reply.get());
    if (session.takes(one)) {
      session.fresh.add(one);
    } else {
      session.note(task.id() + " is not discussed: the analyses before it fill a discussion");
    }
    Analysis analysis = reply.get().analysis().orElseThrow();
    List<String> statements = statements(analysis);
    List<Discovery> found = statements.stream().map(text -> insight(task, analysis, text)).toList();
    completed(task, String.join(" ", statements), found);
  }

  private static boolean states(AskReply reply) {
    return reply.analysis().filter(one -> !statements(one).isEmpty()).isPresent();
  }

  private static List<String> statements(Analysis analysis) {
    return Stream.concat(analysis.findings().stream(), analysis.technicalConcerns().stream())
        .toList();
  }

  private static Discovery insight(AnalysisTask task, Analysis analysis, String text) {
    Matcher cited = CITED.matcher(text);
    boolean placed = cited.matches();
    String evidence = placed ? cited.group(2) : "";
    return found(
        task,
        DiscoveryType.ANALYSIS,
        Map.of(
            "insight",
            placed ? cited.group(1) : text,
            "confidence",
            Words.decimal(analysis.feasibilityScore(), 2),
            "evidence",
            evidence,
            "file_ref",
            evidence.split(",", 2)[0].strip()));
  }

  /** Moderation of what is new, after ballots where the human wants to go deeper. */
  private void discuss(AnalysisTask task) {
    Instant started = SessionState.now();
    int round = session.round();
    RoundLedger ledger =
        new RoundLedger(
            session,
            host,
            documents,
            () -> session.ledgerDocument(documents),
            session.ledger().next(),
            Clarifications.answers(session.decisions()));
    List<Said> said = new ArrayList<>(session.fresh);
    boolean votes =
        session.last.isPresent()
            && task.discussionType().filter(type -> type == DiscussionType.DEEPEN).isPresent();
    if (votes) {
      said.addAll(ballots(task));
    }
    if (said.isEmpty()) {
      session.tasks(session.tasks().failed(task.id(), "no perspective has said anything new"));
      return;
    }
    List<AgentRun> runs = said.stream().map(TaskWave::run).toList();
    ledger.enter(said.stream().map(Said::reply).toList(), runs);
    boolean moderate = ledger.entered().moderate();
    List<String> reasons = new ArrayList<>();
    Optional<AskReply> moderation = moderate ? moderation(task, ledger, reasons) : Optional.empty();
    if (moderate && moderation.isEmpty()) {
      session.note(
          "nobody compared what the perspectives say in discussion %d: %s"
              .formatted(round, why(reasons)));
    }
    moderation
        .flatMap(AskReply::flaw)
        .ifPresent(
            flaw ->
                session.note(
                    "the comparison in discussion %d is not whole: %s".formatted(round, flaw)));
    int more = session.pipeline().feedbackGates();
    Synthesis counted =
        ledger.count(
            moderation,
            runs,
            session.last.isEmpty(),
            1 + more,
            more,
            Optional.empty(),
            Optional.empty(),
            started);
    Ledger before = session.ledger();
    session.last = Optional.of(counted);
    // What was said beside this discussion is left for the next.
    session.fresh.removeAll(said);
    completed(task, outcome(), points(task, before));
  }

  private Optional<AskReply> moderation(
      AnalysisTask task, RoundLedger ledger, List<String> reasons) {
    permits.acquire();
    try {
      return chain.firstOf(
          session.request().moderators(agents),
          (agent, attempt) ->
              session.question(
                  call("m%s", task, agent, attempt),
                  session.round(),
                  agent,
                  Role.MODERATOR,
                  "moderator-1",
                  Map.of(LEDGER, ledger.entered().ledger()),
                  session.decided()),
          reply -> reply.moderation().isPresent(),
          reasons);
    } finally {
      permits.release();
    }
  }

  /** What each perspective votes on what is open; one that does not answer keeps its votes. */
  private List<Said> ballots(AnalysisTask task) {
    Set<String> voters = new LinkedHashSet<>(session.perspectives());
    // In one discussion a perspective speaks once.
    session.fresh.forEach(said -> voters.remove(said.perspective()));
    List<Func<Optional<Said>>> asked = new ArrayList<>();
    for (String perspective : voters) {
      asked.add(
          () -> {
            List<String> reasons = new ArrayList<>();
            Optional<AskReply> votes =
                asked(task, perspective, "ballot-1", TaskWave::votes, reasons);
            if (votes.isEmpty()) {
              session.note(
                  "%s has not voted in discussion %d: %s"
                      .formatted(perspective, session.round(), why(reasons)));
            }
            return votes.map(reply -> new Said(task.id(), perspective, reply));
          });
    }
    return AgentCalls.sideBySide(asked).stream().flatMap(Optional::stream).toList();
  }

  private static boolean votes(AskReply reply) {
    return reply.analysis().flatMap(Analysis::ballot).isPresent();
  }

  /** A run in which the perspective has the agent's place, as it has in the ledger. */
  private static AgentRun run(Said said) {
    return new AgentRun(
        said.perspective(),
        said.perspective(),
        AgentRun.ANSWERED,
        Optional.empty(),
        Optional.of(said.reply().receipt()));
  }

  private String outcome() {
    int agreed = session.ledger().points(Ledger.Point.PointState.AGREED).size();
    List<String> open =
        session.ledger().conflicts().stream()
            .filter(Ledger.Conflict::open)
            .map(one -> one.question().in(session.request().languages()))
            .toList();
    return "%s, %s open. %s"
        .formatted(
            Words.counted(agreed, "agreed point"),
            Words.counted(open.size(), "conflict"),
            String.join(" ", open))
        .strip();
  }

  /**
   * Points of several perspectives and conflicts that are new, or stand otherwise than before. Of a
   * topic that was discovered already the first entry stays.
   */
  private List<Discovery> points(AnalysisTask task, Ledger before) {
    Set<String> known = new HashSet<>();
    before.points().forEach(one -> known.add(one.id() + one.state()));
    before.conflicts().forEach(one -> known.add(one.id() + one.state()));
    List<Discovery> found = new ArrayList<>();
    for (Ledger.Point point : session.ledger().points()) {
      if (point.members().size() > 1 && !known.contains(point.id() + point.state())) {
        found.add(
            point(task, point.sentence(), point.members(), Words.of(point.state()), List.of()));
      }
    }
    for (Ledger.Conflict one : session.ledger().conflicts()) {
      if (!known.contains(one.id() + one.state())) {
        List<String> members =
            one.sides().stream().flatMap(side -> side.members().stream()).toList();
        List<String> asked =
            one.open() ? List.of(one.question().in(session.request().languages())) : List.of();
        String state = "conflict " + Words.of(one.state()) + one.how().map(": "::concat).orElse("");
        found.add(point(task, one.question(), members, state, asked));
      }
    }
    return found;
  }

  private Discovery point(
      AnalysisTask task, Label topic, List<String> members, String state, List<String> open) {
    return found(
        task,
        DiscoveryType.DISCUSSION_POINT,
        Map.of(
            "topic",
            topic.in(session.request().languages()),
            "perspectives",
            session.ledger().said(members).map(Ledger.Statement::agent).distinct().toList(),
            "convergence",
            state,
            "open_questions",
            open));
  }

  private static List<Discovery> found(AnalysisTask task, DiscoveryType type, JsonNode entries) {
    List<Discovery> found = new ArrayList<>();
    entries.forEach(
        entry -> found.add(found(task, type, WireMapper.get().convertValue(entry, FIELDS))));
    return found;
  }

  private static Discovery found(AnalysisTask task, DiscoveryType type, Map<String, ?> data) {
    ObjectNode fields = WireMapper.get().valueToTree(data);
    fields.put("perspective", task.perspective());
    return Discovery.of(SessionState.now(), task.id(), type, fields);
  }

  private void completed(AnalysisTask task, String findings, List<Discovery> found) {
    session.discoveries = session.discoveries.plus(found);
    session.tasks(session.tasks().completed(task.id(), findings));
  }

  private String why(List<String> reasons) {
    return reasons.isEmpty()
        ? calls.decided() ? NOT_ASKED : "no agent can be asked"
        : String.join("; ", reasons);
  }

  /** The first good reply; the task has failed without one. */
  private Optional<AskReply> asked(
      AnalysisTask task, String perspective, String template, Predicate<AskReply> good) {
    List<String> reasons = new ArrayList<>();
    Optional<AskReply> reply = asked(task, perspective, template, good, reasons);
    if (reply.isEmpty()) {
      session.tasks(session.tasks().failed(task.id(), why(reasons)));
    }
    return reply;
  }

  /**
   * Asks the agent of a perspective, which keeps it over the waves, then stand-ins until one gives
   * a good reply.
   */
  private Optional<AskReply> asked(
      AnalysisTask task,
      String perspective,
      String template,
      Predicate<AskReply> good,
      List<String> reasons) {
    int seat = Math.max(0, session.perspectives().indexOf(perspective));
    boolean votes = template.startsWith("ballot");
    Map<String, String> notes = new LinkedHashMap<>(session.decided());
    notes.put(AskRequest.PERSPECTIVE, perspective);
    if (!votes) {
      notes.put("assignment", task.description());
      notes.put("previous", session.tasks().context(task));
      // Who concludes reads in the ledger what became of the analyses.
      boolean judged =
          task.role() == TaskRole.SYNTHESIZER
              && session.last.isPresent()
              && session.fresh.isEmpty();
      notes.put("discoveries", session.discoveries.shown(judged));
    }
    boolean hasLedger = votes || task.role() == TaskRole.SYNTHESIZER;
    permits.acquire();
    try {
      return chain.firstOf(
          session.request().moderators(List.of(agents.get(seat % agents.size()))),
          (agent, attempt) ->
              session.question(
                  call(votes ? "t%s-" + perspective : "t%s", task, agent, attempt),
                  session.round(),
                  agent,
                  role(task),
                  template,
                  hasLedger
                      ? session
                          .ledgerDocument(documents)
                          .map(document -> Map.of(LEDGER, document))
                          .orElse(Map.of())
                      : Map.of(),
                  notes),
          good,
          reasons);
    } finally {
      permits.release();
    }
  }

  private String call(String kind, AnalysisTask task, String agent, int attempt) {
    return "%s-%s-%s-%d".formatted(kind.formatted(number), task.id(), agent, attempt);
  }

  private static Role role(AnalysisTask task) {
    return switch (task.role()) {
      case EXPLORER -> Role.EXPLORER;
      case ANALYST, DISCUSSANT -> Role.ANALYST;
      case SYNTHESIZER -> Role.SYNTHESIZER;
    };
  }
}
