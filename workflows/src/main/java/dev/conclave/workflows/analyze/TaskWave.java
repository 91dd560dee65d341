package dev.conclave.workflows.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.analyze.AnalysisTask.DiscussionType;
import dev.conclave.workflows.analyze.AnalysisTask.TaskRole;
import dev.conclave.workflows.analyze.AnalyzeState.Said;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.DiscussionActivities;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.session.FallbackChain;
import dev.conclave.workflows.session.FallbackChain.SeatResult;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.ReplyDocuments;
import dev.conclave.workflows.session.RoundLedger;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.ActivityProfile;
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
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Carries out the tasks of one wave, with agents; what each comes to enters the state at once. */
final class TaskWave {
  private static final String LEDGER = "ledger";
  private static final String NOT_ASKED = "not asked: the budget is used up";

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
    SeatResult seat =
        asked(
            task,
            task.perspective(),
            explores ? "explorer-1" : "synthesizer-1",
            reply -> reply.structured().isPresent());
    Optional<ObjectNode> said = seat.reply().flatMap(AskReply::structured);
    if (said.isEmpty()) {
      failed(task, seat);
      return;
    }
    ObjectNode reply = said.get();
    List<JsonNode> found = new ArrayList<>();
    if (explores) {
      found.addAll(
          discovered(reply.path("explorations"), Discovery.DiscoveryType.EXPLORATION, task));
      found.addAll(discovered(reply.path("patterns"), Discovery.DiscoveryType.PATTERN, task));
    } else {
      found.addAll(discovered(reply.path("conclusions"), Discovery.DiscoveryType.CONCLUSION, task));
      found.addAll(
          discovered(reply.path("recommendations"), Discovery.DiscoveryType.RECOMMENDATION, task));
      List<String> open = new ArrayList<>();
      reply.path("open_questions").forEach(question -> open.add(question.asText()));
      session.questions = List.copyOf(open);
    }
    completed(task, reply.path("summary").asText(), found);
  }

  private void analyze(AnalysisTask task) {
    SeatResult seat = asked(task, task.perspective(), "perspective-1", TaskWave::states);
    Optional<Analysis> said = seat.reply().filter(TaskWave::states).flatMap(AskReply::analysis);
    if (said.isEmpty()) {
      failed(task, seat);
      return;
    }
    Analysis analysis = said.get();
    Said one = new Said(task.id(), task.perspective(), seat.reply().orElseThrow());
    if (session.takes(one)) {
      session.fresh.add(one);
    } else {
      session.note(task.id() + " is not discussed: the analyses before it fill a discussion");
    }
    List<String> statements = statements(analysis);
    List<JsonNode> found = statements.stream().map(text -> insight(task, analysis, text)).toList();
    completed(task, String.join(" ", statements), found);
  }

  private static boolean states(AskReply reply) {
    return reply.analysis().filter(one -> !statements(one).isEmpty()).isPresent();
  }

  private static List<String> statements(Analysis analysis) {
    return Stream.concat(analysis.findings().stream(), analysis.technicalConcerns().stream())
        .toList();
  }

  private static JsonNode insight(AnalysisTask task, Analysis analysis, String text) {
    Matcher cited = CITED.matcher(text);
    boolean placed = cited.matches();
    return discovery(
        Discovery.DiscoveryType.ANALYSIS,
        Map.of(
            "perspective",
            task.perspective(),
            "insight",
            placed ? cited.group(1) : text,
            "confidence",
            Words.decimal(analysis.feasibilityScore(), 2),
            "evidence",
            placed ? cited.group(2) : "",
            "file_ref",
            placed ? cited.group(2).split(",", 2)[0].strip() : ""));
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
    List<AskReply> replies = said.stream().map(Said::reply).toList();
    List<AgentRun> runs = said.stream().map(TaskWave::run).toList();
    ledger.enter(replies, runs);
    boolean moderate = ledger.entered().moderate();
    List<String> reasons = new ArrayList<>();
    Optional<AskReply> moderation = moderate ? moderation(task, ledger, reasons) : Optional.empty();
    if (moderate && moderation.isEmpty()) {
      session.note(
          "nobody compared what the perspectives say in discussion %d: %s"
              .formatted(round, reasons.isEmpty() ? NOT_ASKED : String.join("; ", reasons)));
    }
    moderation
        .flatMap(AskReply::flaw)
        .ifPresent(
            flaw ->
                session.note(
                    "the comparison in discussion %d is not whole: %s".formatted(round, flaw)));
    Synthesis counted =
        host.call(
            DiscussionActivities.class,
            ActivityProfile.RULES,
            "count the votes · discussion " + round,
            rules ->
                rules.count(
                    new CountRequest(
                        session.session(),
                        session.request().task(),
                        round,
                        session.opened(),
                        session.named().id(),
                        ledger.entered().ledger(),
                        documents.analyses(moderation.stream().toList()).stream().findFirst(),
                        moderate,
                        documents.analyses(replies),
                        runs,
                        session.last.isEmpty(),
                        1 + session.pipeline().feedbackGates(),
                        session.pipeline().feedbackGates(),
                        Clarifications.answers(session.decisions()),
                        Optional.empty(),
                        Optional.empty(),
                        session.request().languages(),
                        started)));
    Ledger before = session.ledger();
    session.last = Optional.of(counted);
    // What was said beside this discussion is left for the next.
    session.fresh.removeAll(said);
    completed(task, outcome(), points(before));
  }

  private Optional<AskReply> moderation(
      AnalysisTask task, RoundLedger ledger, List<String> reasons) {
    permits.acquire();
    try {
      return chain.firstOf(
          session.request().moderators(agents),
          (agent, attempt) ->
              request(
                  task,
                  "m" + number,
                  agent,
                  attempt,
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
            SeatResult seat = asked(task, perspective, "ballot-1", TaskWave::votes);
            Optional<AskReply> votes = seat.reply().filter(TaskWave::votes);
            if (votes.isEmpty()) {
              session.note(
                  "%s has not voted in discussion %d: %s"
                      .formatted(perspective, session.round(), seat.why().orElse(NOT_ASKED)));
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
  private List<JsonNode> points(Ledger before) {
    Set<String> known = new HashSet<>();
    before.points().forEach(one -> known.add(one.id() + one.state()));
    before.conflicts().forEach(one -> known.add(one.id() + one.state()));
    List<JsonNode> found = new ArrayList<>();
    for (Ledger.Point point : session.ledger().points()) {
      if (point.members().size() > 1 && !known.contains(point.id() + point.state())) {
        found.add(point(point.sentence(), point.members(), Words.of(point.state()), List.of()));
      }
    }
    for (Ledger.Conflict one : session.ledger().conflicts()) {
      if (!known.contains(one.id() + one.state())) {
        List<String> members =
            one.sides().stream().flatMap(side -> side.members().stream()).toList();
        List<String> asked =
            one.open() ? List.of(one.question().in(session.request().languages())) : List.of();
        String state = "conflict " + Words.of(one.state()) + one.how().map(": "::concat).orElse("");
        found.add(point(one.question(), members, state, asked));
      }
    }
    return found;
  }

  private JsonNode point(Label topic, List<String> members, String state, List<String> open) {
    List<String> perspectives =
        session.ledger().said(members).map(Ledger.Statement::agent).distinct().toList();
    return discovery(
        Discovery.DiscoveryType.DISCUSSION_POINT,
        Map.of(
            "topic",
            topic.in(session.request().languages()),
            "perspectives",
            perspectives,
            "convergence",
            state,
            "open_questions",
            open));
  }

  private static List<JsonNode> discovered(
      JsonNode entries, Discovery.DiscoveryType type, AnalysisTask task) {
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode entry : entries) {
      Map<String, Object> data = new LinkedHashMap<>();
      entry.properties().forEach(field -> data.put(field.getKey(), field.getValue()));
      if (type == Discovery.DiscoveryType.EXPLORATION) {
        data.put("perspective", task.perspective());
      }
      found.add(discovery(type, data));
    }
    return found;
  }

  private static JsonNode discovery(Discovery.DiscoveryType type, Map<String, ?> data) {
    return WireMapper.get().valueToTree(Map.of("type", type.word(), "data", data));
  }

  private void completed(AnalysisTask task, String findings, List<JsonNode> found) {
    session.discoveries = session.discoveries.plus(task.id(), SessionState.now(), found);
    session.tasks(session.tasks().completed(task.id(), findings));
  }

  private void failed(AnalysisTask task, SeatResult seat) {
    String why =
        seat.why().orElse(calls.decided() ? NOT_ASKED : "no agent gave a reply that can be used");
    session.tasks(session.tasks().failed(task.id(), why));
  }

  /**
   * Asks the agent of a perspective, which keeps it over the waves, then stand-ins until one gives
   * a good reply.
   */
  private SeatResult asked(
      AnalysisTask task, String perspective, String template, Predicate<AskReply> good) {
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
    BiFunction<String, Integer, AskRequest> question =
        (agent, attempt) ->
            request(
                task,
                "t" + number + (votes ? "-" + perspective : ""),
                agent,
                attempt,
                role(task),
                template,
                hasLedger
                    ? session
                        .ledgerDocument(documents)
                        .map(document -> Map.of(LEDGER, document))
                        .orElse(Map.of())
                    : Map.of(),
                notes);
    String agent = agents.get(seat % agents.size());
    Set<String> used = new HashSet<>(List.of(agent, AgentStatus.DIRECT));
    permits.acquire();
    try {
      SeatResult first = chain.ask(agent, used, question);
      SeatResult result = first;
      Optional<String> next = session.request().standIn(used);
      while (next.isPresent() && !calls.decided() && result.reply().filter(good).isEmpty()) {
        used.add(next.get());
        result = chain.ask(next.get(), used, question);
        next = session.request().standIn(used);
      }
      return result.reply().filter(good).isPresent() ? result : first;
    } finally {
      permits.release();
    }
  }

  private static Role role(AnalysisTask task) {
    return switch (task.role()) {
      case EXPLORER -> Role.EXPLORER;
      case ANALYST, DISCUSSANT -> Role.ANALYST;
      case SYNTHESIZER -> Role.SYNTHESIZER;
    };
  }

  private AskRequest request(
      AnalysisTask task,
      String call,
      String agent,
      int attempt,
      Role role,
      String template,
      Map<String, DocumentRef> given,
      Map<String, String> notes) {
    return session.question(
        call + "-" + task.id() + "-" + agent + "-" + attempt,
        session.round(),
        agent,
        role,
        template,
        given,
        notes);
  }
}
