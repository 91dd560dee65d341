package dev.conclave.workflows.analyze;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Ballot;
import dev.conclave.workflows.discussion.CitedPlaces;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Answer.AnalysisMode;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.plan.Requests;
import dev.conclave.workflows.plan.ScriptedHost;
import dev.conclave.workflows.session.ProjectionRequest;
import dev.conclave.workflows.session.SessionTerms;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.activity.Activity;
import io.temporal.client.ActivityCanceledException;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A simulated host for analyses, with two agents: every activity answers from a script and
 * remembers what it was asked. In each discussion technical and business disagree in one matter.
 */
public final class AnalysisHost extends ScriptedHost {
  static final TopicConfiguration CONFIGURED =
      new TopicConfiguration(
          List.of("security"), List.of("technical", "business"), 5, AnalysisMode.STANDARD);
  static final String CONFLICT = "Is there a limit?";

  /** What the agent says why it configures a topic so. */
  volatile String why = "";

  /** Calls whose agent fails for good. */
  volatile Predicate<AskRequest> failing = request -> false;

  /** Calls whose reply holds nothing that was asked for. */
  volatile Predicate<AskRequest> prose = request -> false;

  /** Calls that go on until they are cancelled. */
  volatile Predicate<AskRequest> endless = request -> false;

  /** Fields of an exploration that nobody asked for. */
  volatile String beyond = "";

  /** How many findings an analysis has, about 1 KiB each. */
  volatile int findings = 1;

  /** What a discussion leaves to the human. */
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

  /** The tasks of the calls, the topic's left out, in the order in which they came. */
  List<String> tasks() {
    return asked.stream().map(AnalysisHost::task).filter(task -> !task.isEmpty()).toList();
  }

  /** {@code DISCUSS-001} of {@code m1.1-DISCUSS-001-codex-1}; empty for the topic. */
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
    boolean nothing = prose.test(request);
    return AskReply.of(
        receipt(request),
        document("raw " + request.callId()),
        document("reply " + request.callId()),
        nothing ? Optional.empty() : Optional.of(said(request)),
        nothing ? List.of("the reply has no JSON object") : List.of(),
        false);
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
          json(
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
    try {
      return (ObjectNode) WireMapper.get().readTree(quoted.replace('\'', '"'));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Analysis analysis(String who, boolean votes) {
    return new Analysis(
        who,
        who,
        0.8,
        votes
            ? List.of()
            : IntStream.range(0, findings)
                .mapToObj(i -> who + " finds no limit" + " again".repeat(i == 0 ? 0 : 160 + i))
                .map(text -> text + " [src/limit.py:3]")
                .toList(),
        List.of(),
        List.of(),
        List.of(new CodeLocation("src/limit.py", 3, "here")),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        false,
        false,
        List.of(),
        votes
            ? Optional.of(
                new Ballot(
                    List.of(),
                    List.of(new Ballot.ConflictVote("C1", 1, List.of(), "seen")),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of()))
            : Optional.empty());
  }

  @Override
  public Entered enter(EnterRequest request) {
    super.enter(request);
    return new Entered(
        document("ledger " + request.round()), request.analyses().size() > 1, Map.of());
  }

  @Override
  public Synthesis count(CountRequest request) {
    super.count(request);
    return new Synthesis(
        request.round(),
        ledger(request.round() - 1),
        List.of(),
        List.of(),
        new Convergence(0.5, 0.5, Optional.of(0.8), true, Recommendation.CONTINUE, "so far", 1),
        questions,
        List.of("business", "technical"),
        false,
        1,
        CitedPlaces.NONE,
        List.of(),
        false,
        document("synthesis " + request.round()));
  }

  /** One conflict that so many ballots have not settled. */
  private static Ledger ledger(int ballots) {
    List<Ledger.Statement> statements =
        List.of("technical", "business").stream()
            .map(
                who ->
                    new Ledger.Statement(
                        who + ".1.f1",
                        who,
                        1,
                        Ledger.Statement.StatementType.FINDING,
                        LocalizedText.of(who + " finds no limit"),
                        List.of(),
                        true,
                        false,
                        Optional.empty()))
            .toList();
    Ledger.Conflict conflict =
        new Ledger.Conflict(
            "C1",
            LocalizedText.of(CONFLICT),
            List.of(
                new Ledger.Side(LocalizedText.of("yes"), List.of("technical.1.f1")),
                new Ledger.Side(LocalizedText.of("no"), List.of("business.1.f1"))),
            Ledger.Conflict.SettledBy.CODE,
            "not both",
            List.of(),
            Ledger.Conflict.ConflictState.OPEN,
            Optional.empty(),
            Optional.empty(),
            1,
            ballots == 0 ? List.of() : List.of(new Ledger.Shown("technical", 2)));
    return new Ledger(
        new Ledger.Next(1, 2, 1, 1),
        statements,
        List.of(),
        List.of(conflict),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        0);
  }

  /** What an analysis is started with, for a folder of this host. */
  AnalyzeRequest request() {
    return new AnalyzeRequest(
        new SessionTerms(
            "限流",
            WorkspaceSpec.ofPath(id, "/repo"),
            List.of("gemini", "codex"),
            false,
            List.of(),
            false,
            BudgetLimits.NONE,
            Optional.empty(),
            List.of("en"),
            16 << 10,
            false,
            "ada",
            Optional.empty()),
        Optional.empty(),
        List.of(),
        3,
        Optional.empty());
  }

  static AnalyzeRequest with(AnalyzeRequest request, Map<String, ?> values) {
    return Requests.with(request, values);
  }
}
