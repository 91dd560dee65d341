package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.analyze.AnalysisPipeline;
import dev.conclave.workflows.analyze.AnalysisReport;
import dev.conclave.workflows.analyze.AnalysisTask;
import dev.conclave.workflows.analyze.Discoveries;
import dev.conclave.workflows.analyze.Discovery;
import dev.conclave.workflows.analyze.Discovery.DiscoveryType;
import dev.conclave.workflows.analyze.TaskTable;
import dev.conclave.workflows.analyze.TopicConfiguration;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.PointView;
import dev.conclave.workflows.discussion.Position;
import dev.conclave.workflows.gate.GateAnswer.AnalysisMode;
import dev.conclave.workflows.temporal.Words;
import java.time.Instant;
import java.util.List;
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
  static final CrossVerification NOTHING_VERIFIED =
      new CrossVerification(List.of(), List.of(), List.of(), List.of(), "No disagreement.");
  private static final String TOPIC =
      "Should the limiter keep its counters in Redis?\nWe pay for it.";

  private Analyses() {}

  private static TaskTable started() {
    return new AnalysisPipeline(
            CONFIGURATION.mode(), CONFIGURATION.perspectives(), CONFIGURATION.dimensions(), false)
        .tasks();
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
        'rationale':'They are lost','priority':'P1','confidence':'medium'}}
        {'worker':'SYNTH-001','type':'recommendation','data':{'action':'Tell users','priority':'some day'}}
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

  private static Position side(String perspective, String said) {
    return new Position(perspective, said, List.of());
  }

  static AnalysisReport report() {
    TaskTable table = started();
    for (String id : List.of("EXPLORE-001", "EXPLORE-002", "ANALYZE-001", "ANALYZE-002")) {
      table = table.completed(id, "Findings of " + id);
    }
    table =
        table
            .completed("DISCUSS-001", "Both agree on the loss")
            .completed("FEEDBACK-001", "done")
            .completed("SYNTH-001", "Move the counters to Redis once there is a second node.");
    return report(table);
  }

  static AnalysisReport report(TaskTable table) {
    return new AnalysisReport(
        "uan-limiter-20260301",
        TOPIC,
        CONFIGURATION,
        table,
        discovered(),
        new CrossVerification(
            List.of(
                new PointView(
                    "P1",
                    "Counters are lost on restart",
                    List.of(
                        new Position(
                            "technical",
                            "The map is gone",
                            List.of(
                                new CheckedLocation("src/limit.ts", 12, Evidence.THERE),
                                new CheckedLocation("src/gone.ts", 0, Evidence.MISSING))),
                        side("business", "Users are reset")))),
            List.of(new PointView("P2", "Redis costs 20 a month", List.of(side("business", "20")))),
            List.of(
                new Disagreement(
                    "C1",
                    "Is Redis worth it now?",
                    List.of(side("technical", "Yes, at once"), side("business", "Not yet")),
                    "open: for you to decide",
                    true)),
            List.of(new PointView("P3", "Latency rises", List.of(side("technical", "By 2 ms")))),
            "1 open."),
        List.of("Who pays?", "When is the second node due?"),
        List.of("Who pays? — the platform team"),
        AT);
  }

  /** The one that says least: nothing was found. */
  static AnalysisReport empty() {
    TaskTable table = started();
    for (AnalysisTask task : table.pending(1)) {
      table = table.failed(task.id(), "timed out");
    }
    return new AnalysisReport(
        "uan-limiter-20260301",
        "Limits",
        CONFIGURATION,
        table,
        Discoveries.NONE,
        NOTHING_VERIFIED,
        List.of(),
        List.of(),
        AT);
  }

  /** The same with a text of agents everywhere. */
  static AnalysisReport saying(String text) {
    AnalysisReport report = report();
    TaskTable table = report.table();
    for (AnalysisTask task : table.tasks()) {
      table = table.completed(task.id(), text);
    }
    Discoveries found =
        Discoveries.NONE.plus(
            report
                .discoveries()
                .ndjson()
                .lines()
                .map(line -> entry(filled(Sessions.json(line), text)))
                .toList());
    return new AnalysisReport(
        report.session(),
        report.topic(),
        report.configuration(),
        table,
        found,
        new CrossVerification(
            List.of(new PointView("P1", text, List.of(side("a", text), side("b", text + "!")))),
            List.of(),
            List.of(new Disagreement("C1", text, List.of(side("a", text)), text, true)),
            List.of(),
            text),
        List.of(text),
        List.of(text),
        AT);
  }

  private static JsonNode filled(JsonNode entry, String text) {
    ObjectNode filled = entry.deepCopy();
    Stream.of("file", "insight", "name", "topic", "action", "point", "summary", "evidence")
        .filter(field -> filled.path("data").has(field))
        .forEach(field -> filled.withObject("/data").put(field, text));
    return filled;
  }
}
