package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.Records;
import dev.conclave.workflows.analyze.AnalysisPipeline;
import dev.conclave.workflows.analyze.AnalysisTask;
import dev.conclave.workflows.analyze.AnalyzeRequest;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.analyze.AnalyzeState.Feedback;
import dev.conclave.workflows.analyze.Discoveries;
import dev.conclave.workflows.analyze.Discoveries.Discovery;
import dev.conclave.workflows.analyze.Discoveries.DiscoveryType;
import dev.conclave.workflows.analyze.TaskTable;
import dev.conclave.workflows.analyze.TopicConfiguration;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.CitationCheck;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Answer.AnalysisMode;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** An analysis with something in every section of its page. */
final class Analyses {
  static final Instant AT = Instant.parse("2026-03-01T09:30:00Z");
  static final TopicConfiguration CONFIGURATION =
      new TopicConfiguration(
          List.of("performance", "decision"),
          List.of("technical", "business"),
          5,
          AnalysisMode.STANDARD);
  static final Feedback FEEDBACK = new Feedback("FEEDBACK-001", 1, "adjust: cost", AT);
  private static final String TOPIC =
      "Should the limiter keep its counters in Redis?\nWe pay for it.";

  private Analyses() {}

  private static TaskTable started() {
    return new AnalysisPipeline(CONFIGURATION, false).tasks();
  }

  static AnalysisTask feedback() {
    return started().tasks().stream()
        .filter(task -> task.id().equals("FEEDBACK-001"))
        .findFirst()
        .orElseThrow();
  }

  static Discoveries discovered() {
    return Discoveries.NONE.plus(
        """
        {'worker':'EXPLORE-001','type':'exploration','data':{'perspective':'technical','file':'src/limit.ts',\
        'relevance':'high','summary':'Counts calls in a `Map`','patterns':['Facade','Singleton']}}
        {'worker':'EXPLORE-001','type':'exploration','data':{'perspective':'business','file':'docs/cost.md'}}
        {'worker':'EXPLORE-001','type':'pattern','data':{'name':'Facade','file':'src/limit.ts',\
        'description':'One way in','type':'structural'}}
        {'worker':'EXPLORE-001','type':'pattern','data':{'name':' '}}
        {'worker':'ANALYZE-001','type':'analysis','data':{'perspective':'technical',\
        'insight':'Counters are lost on restart','confidence':'high','evidence':'The map is never saved',\
        'file_ref':'src/limit.ts:12'}}
        {'worker':'DISCUSS-001','type':'discussion_point','data':{'topic':'Cost of Redis',\
        'perspectives':['technical','business'],'convergence':'partly',\
        'open_questions':['Who pays?','How many nodes?']}}
        {'worker':'DISCUSS-001','type':'discussion_point','data':{'topic':'Latency',\
        'perspectives':['technical'],'open_questions':['how many nodes?']}}
        {'worker':'SYNTH-001','type':'conclusion','data':{'point':'Redis is needed with a second node',\
        'evidence':'src/limit.ts:12','confidence':'high','perspectives_supporting':['technical','business']}}
        {'worker':'SYNTH-001','type':'recommendation','data':{'action':'Measure first','priority':'low'}}
        {'worker':'SYNTH-001','type':'recommendation','data':{'action':'Move the counters',\
        'rationale':'They are lost','priority':'high','confidence':'medium'}}
        {'worker':'SYNTH-001','type':'recommendation','data':{'action':'Tell users','priority':'medium'}}
        """
            .replace('\'', '"')
            .lines()
            .map(line -> entry(Sessions.json(line)))
            .toList());
  }

  private static Discovery entry(JsonNode line) {
    return Discovery.of(
        AT,
        line.path("worker").asText(),
        Words.parse(DiscoveryType.class, line.path("type").asText()).orElseThrow(),
        line.path("data"));
  }

  /** Returns the table with every task done. */
  static TaskTable done() {
    TaskTable table = started();
    for (String id : List.of("EXPLORE-001", "EXPLORE-002", "ANALYZE-001", "ANALYZE-002")) {
      table = table.completed(id, "Findings of " + id);
    }
    return table
        .completed("DISCUSS-001", "Both agree on the loss")
        .completed("FEEDBACK-001", "done")
        .completed("SYNTH-001", "Move the counters to Redis once there is a second node.");
  }

  static AnalyzeState complete() {
    return complete(done());
  }

  static AnalyzeState complete(TaskTable table) {
    CheckedLocation there = new CheckedLocation("src/limit.ts", 12, Evidence.THERE);
    CheckedLocation gone = new CheckedLocation("src/gone.ts", 0, Evidence.MISSING);
    return state(
        TOPIC,
        table,
        discovered(),
        ledger(
            List.of(
                statement("technical.1.f1", "The map is gone", there, gone),
                statement("business.1.f1", "Users are reset"),
                statement("business.1.f2", "20"),
                statement("technical.1.f2", "By 2 ms")),
            List.of(
                point(
                    "P1",
                    PointState.AGREED,
                    "Counters are lost on restart",
                    "technical.1.f1",
                    "business.1.f1"),
                point("P2", PointState.PARTIAL, "Redis costs 20 a month", "business.1.f2"),
                point("P3", PointState.LONE, "Latency rises", "technical.1.f2")),
            conflict("Is Redis worth it now?", "Yes, at once", "Not yet")),
        List.of("Who pays?", "When is the second node due?"),
        List.of(decision("Who pays?", "the platform team")));
  }

  /** Returns an analysis that found nothing. */
  static AnalyzeState empty() {
    TaskTable table = started();
    for (AnalysisTask task : table.next()) {
      table = table.failed(task.id(), "timed out");
    }
    return Records.with(
        state("Limits", table, Discoveries.NONE, Ledger.EMPTY, List.of(), List.of()),
        Map.of("last", Optional.empty()));
  }

  /** Returns the complete analysis with every agent text replaced. */
  static AnalyzeState saying(String text) {
    TaskTable table = done();
    for (AnalysisTask task : table.tasks()) {
      table = table.completed(task.id(), text);
    }
    Discoveries found =
        Discoveries.NONE.plus(
            discovered()
                .ndjson()
                .lines()
                .map(line -> entry(filled(Sessions.json(line), text)))
                .toList());
    return state(
        TOPIC,
        table,
        found,
        ledger(
            List.of(statement("a.1.f1", text), statement("b.1.f1", text + "!")),
            List.of(point("P1", PointState.AGREED, text, "a.1.f1", "b.1.f1")),
            conflict(text, text, text)),
        List.of(text),
        List.of(decision(text, text)));
  }

  private static AnalyzeState state(
      String topic,
      TaskTable table,
      Discoveries discoveries,
      Ledger ledger,
      List<String> questions,
      List<Decision> decisions) {
    AnalyzeRequest request =
        WireMapper.get()
            .convertValue(
                Map.of(
                    "task", topic,
                    "workspace", WorkspaceSpec.ofPath("host-1", "/srv/shop"),
                    "languages", List.of("en"),
                    "budget", Map.of()),
                AnalyzeRequest.class);
    Synthesis last =
        new Synthesis(
            1,
            ledger,
            List.of(),
            List.of(),
            new Convergence(0.5, 0.5, Optional.of(0.8), true, Recommendation.CONTINUE, "", 1),
            List.of(),
            List.of("business", "technical"),
            false,
            Optional.of(1.0),
            CitationCheck.NONE,
            List.of(),
            false,
            Sessions.ROUND_1,
            null);
    List<Discovery> concluded =
        discoveries.entries().stream().filter(one -> one.worker().equals("SYNTH-001")).toList();
    return Records.with(
        new AnalyzeState("uan-limiter-20260301", request, AT),
        Map.of(
            "concluded", concluded,
            "configuration", CONFIGURATION,
            "table", table,
            "discoveries", discoveries,
            "last", last,
            "feedback", List.of(FEEDBACK),
            "questions", questions,
            "decisions", decisions));
  }

  private static Ledger ledger(
      List<Ledger.Statement> statements, List<Ledger.Point> points, Ledger.Conflict conflict) {
    return Records.with(
        Ledger.EMPTY,
        Map.of("statements", statements, "points", points, "conflicts", List.of(conflict)));
  }

  private static Ledger.Statement statement(String id, String said, CheckedLocation... places) {
    return new Ledger.Statement(
        id,
        id.substring(0, id.indexOf('.')),
        1,
        Ledger.Statement.StatementType.FINDING,
        LocalizedText.of(said),
        List.of(places),
        true,
        false,
        Optional.empty(),
        null);
  }

  private static Ledger.Point point(
      String id, PointState state, String sentence, String... members) {
    return new Ledger.Point(
        id,
        LocalizedText.of(sentence),
        Optional.empty(),
        Ledger.Point.PointKind.FACT,
        Ledger.Point.Changes.NONE,
        List.of(members),
        List.of(members),
        List.of(),
        List.of(),
        state,
        1,
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns a conflict for the human that has been on a ballot. */
  private static Ledger.Conflict conflict(String question, String first, String second) {
    return new Ledger.Conflict(
        "C1",
        LocalizedText.of(question),
        List.of(
            new Ledger.Side(LocalizedText.of(first), List.of("technical.1.f1", "a.1.f1")),
            new Ledger.Side(LocalizedText.of(second), List.of("business.1.f1", "b.1.f1"))),
        Ledger.Conflict.SettledBy.HUMAN,
        "not both",
        List.of(),
        Ledger.Conflict.ConflictState.OPEN,
        Optional.empty(),
        Optional.empty(),
        1,
        List.of(new Ledger.Shown("technical", 2)),
        null);
  }

  private static Decision decision(String question, String answer) {
    GateAnswer done =
        Records.with(
            GateAnswer.of("3-discussion", AnswerKind.DONE), Map.of("answers", Map.of("1", answer)));
    Ledger.Question asked =
        new Ledger.Question(
            "Q1",
            LocalizedText.of(question),
            List.of(),
            Optional.empty(),
            List.of(),
            List.of(),
            Optional.empty());
    return new Decision(
        AT,
        "3-discussion",
        "",
        "ada",
        AnswerKind.DONE,
        Optional.empty(),
        List.of(),
        done,
        1,
        List.of(asked));
  }

  private static JsonNode filled(JsonNode entry, String text) {
    ObjectNode filled = entry.deepCopy();
    Stream.of("file", "insight", "name", "topic", "action", "point", "summary", "evidence")
        .filter(field -> filled.path("data").has(field))
        .forEach(field -> filled.withObject("/data").put(field, text));
    return filled;
  }
}
