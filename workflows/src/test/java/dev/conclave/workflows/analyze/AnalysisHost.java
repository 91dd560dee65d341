package dev.conclave.workflows.analyze;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Answer.AnalysisMode;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.plan.Requests;
import dev.conclave.workflows.plan.ScriptedHost;
import dev.conclave.workflows.session.ProjectionRequest;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.activity.Activity;
import io.temporal.client.ActivityCanceledException;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A simulated host for analyses with two agents: scripted activities that record their requests. In
 * each discussion technical and business disagree on one point.
 */
public final class AnalysisHost extends ScriptedHost {
  static final TopicConfiguration CONFIGURED =
      new TopicConfiguration(
          List.of("security"), List.of("technical", "business"), 5, AnalysisMode.STANDARD);
  static final String CONFLICT = "Is there a limit?";

  /** The agent's reason for its configuration. */
  volatile String why = "";

  /** Calls whose agent fails permanently. */
  public volatile Predicate<AskRequest> failing = request -> false;

  /** Calls whose reply has none of the requested content. */
  volatile Predicate<AskRequest> prose = request -> false;

  /** Explorations that find nothing and say why. */
  volatile Predicate<AskRequest> blind = request -> false;

  /** Calls that run until cancelled. */
  volatile Predicate<AskRequest> endless = request -> false;

  /** Unknown fields of an exploration. */
  volatile String beyond = "";

  /** Whether analysts ask the user something. */
  volatile boolean asks;

  /** Findings per analysis, about 1 KiB each. */
  volatile int findings = 1;

  /** Questions that a discussion leaves to the human. */
  volatile List<Ledger.Question> questions = List.of();

  volatile Duration pause = Duration.ZERO;
  volatile Optional<String> exportRefusal = Optional.empty();
  private final AtomicInteger running = new AtomicInteger();
  final AtomicInteger mostAtATime = new AtomicInteger();

  public AnalysisHost(String id, String name) {
    super(id, name);
    sessions = "/.workflow/.csv-wave";
    onAsk = this::answered;
  }

  /** Returns the tasks of the calls in order, without the topic's. */
  List<String> tasks() {
    return asked.stream().map(AnalysisHost::task).filter(task -> !task.isEmpty()).toList();
  }

  /** Returns {@code DISCUSS-001} for {@code m1.1-DISCUSS-001-codex-1}; empty for the topic. */
  static String task(AskRequest request) {
    return request.callId().replaceFirst("^.*?([A-Z]+-(fix-)?\\d+|$).*", "$1");
  }

  List<AskRequest> of(String task) {
    return asked.stream().filter(request -> task(request).equals(task)).toList();
  }

  @Override
  public long project(ProjectionRequest request) {
    if (request.target().isPresent() && exportRefusal.isPresent()) {
      throw ApplicationFailure.newNonRetryableFailure(
          exportRefusal.get(), FailureTypes.FOLDER_REFUSED);
    }
    return super.project(request);
  }

  private AskReply answered(AskRequest request) {
    mostAtATime.accumulateAndGet(running.incrementAndGet(), Math::max);
    try {
      if (endless.test(request)) {
        untilCancelled();
      }
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActivityCanceledException();
    } finally {
      running.decrementAndGet();
    }
    if (failing.test(request)) {
      throw failure(request, FailureKind.NOT_AUTHENTICATED);
    }
    return prose.test(request)
        ? structured(request, Optional.empty(), "the reply has no JSON object")
        : structured(request, Optional.of(said(request)));
  }

  private static void untilCancelled() throws InterruptedException {
    while (true) {
      Activity.getExecutionContext().heartbeat("endless");
      Thread.sleep(100);
    }
  }

  private Object said(AskRequest request) {
    String who = request.voter();
    return switch (request.role()) {
      case TOPIC_ANALYZER ->
          json(
              "{'dimensions':['security'],'perspectives':['technical','business'],'complexity':5%s}"
                  .formatted(why.isEmpty() ? "" : ",'why':'" + why + "'"));
      case EXPLORER ->
          blind.test(request)
              ? json(
                  "{'summary':'','explorations':[],'patterns':[],'nothing_found':'no limit in src'}")
              : json(
                  "{'summary':'seen as %1$s','explorations':[{'file':'src/%1$s.py','relevance':'high','summary':'here'}],'patterns':[]%2$s}"
                      .formatted(who, beyond));
      case SYNTHESIZER ->
          json(
              "{'summary':'add a limit','conclusions':[{'point':'there is none%s','perspectives_supporting':['technical','security']}],'recommendations':[{'action':'add one'}],'open_questions':['how many?']}"
                  .formatted(request.callId().contains("SYNTH-002") ? " at all" : ""));
      case MODERATOR -> NOTHING_THE_SAME;
      default -> analysis(who, request.template().equals("ballot-1"));
    };
  }

  private static ObjectNode json(String quoted) {
    return read(ObjectNode.class, quoted.replace('\'', '"'));
  }

  private Analysis analysis(String who, boolean votes) {
    Analysis said =
        read(
            Analysis.class,
            """
            {"tool":"%1$s","perspective":"%1$s","feasibility_score":0.8,
             "code_locations":[{"file":"src/limit.py","line":3,"reason":"here"}]}"""
                .formatted(who));
    return Requests.with(
        said,
        votes
            ? Map.of("ballot", json("{'conflicts':[{'id':'C1','side':1,'why':'seen'}]}"))
            : Map.of(
                "open_questions",
                asks
                    ? List.of(json("{'question':'which limit?','options':['ten','none'],'why':''}"))
                    : List.of(),
                "findings",
                IntStream.range(0, findings)
                    .mapToObj(i -> who + " finds no limit" + " again".repeat(i == 0 ? 0 : 160 + i))
                    .map(text -> text + " [src/limit.py:3]")
                    .toList()));
  }

  @Override
  public MergedReplies mergeReplies(MergeRequest request) {
    super.mergeReplies(request);
    return new MergedReplies(
        document("ledger " + request.round()), request.analyses().size() > 1, Map.of());
  }

  @Override
  public Synthesis count(CountRequest request) {
    super.count(request);
    return Requests.with(
        read(
            Synthesis.class,
            """
            {"voters":["business","technical"],"alpha":1,
             "convergence":{"score":0.5,"agreement_ratio":0.5,"mean_feasibility":0.8,"new_insights":true,
              "recommendation":"continue","rationale":"so far","evidence_rate":1},
             "places":{}}"""),
        Map.of(
            "round", request.round(),
            "ledger", ledger(request.round() - 1),
            "questions", questions,
            "document", document("synthesis " + request.round())));
  }

  /** Returns one conflict left open by a number of ballots. */
  private static Ledger ledger(int ballots) {
    return read(
        Ledger.class,
        """
        {"next":{"point":1,"conflict":2,"approach":1,"question":1},
         "statements":[%s,%s],
         "conflicts":[{"id":"C1","question":{"en":"%s"},"settled_by":"code","why":"not both",
          "sides":[{"position":{"en":"yes"},"members":["technical.1.f1"]},
           {"position":{"en":"no"},"members":["business.1.f1"]}],
          "state":"open","round":1,"shown":[%s]}]}"""
            .formatted(
                finding("technical"),
                finding("business"),
                CONFLICT,
                ballots == 0 ? "" : "{\"agent\":\"technical\",\"round\":2}"));
  }

  private static String finding(String who) {
    return """
        {"id":"%1$s.1.f1","agent":"%1$s","round":1,"type":"finding",
         "text":{"en":"%1$s finds no limit"},"counts":true}"""
        .formatted(who);
  }

  /** Returns the request of an analysis in a folder of this host. */
  AnalyzeRequest request() {
    return read(
        AnalyzeRequest.class,
        """
        {"task":"限流","workspace":{"host":"%s","path":"/repo"},"tools":["gemini","codex"],
         "concurrency":3,"budget":{},"languages":["en"],"context_bytes":16384,"by":"ada"}"""
            .formatted(id));
  }

  static AnalyzeRequest with(AnalyzeRequest request, Map<String, ?> values) {
    return Requests.with(request, values);
  }
}
