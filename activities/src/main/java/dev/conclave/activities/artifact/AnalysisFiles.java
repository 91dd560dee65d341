package dev.conclave.activities.artifact;

import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.EvidenceRules;
import dev.conclave.workflows.analyze.AnalysisReport;
import dev.conclave.workflows.analyze.AnalysisTask;
import dev.conclave.workflows.analyze.AnalysisTask.ExecMode;
import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.analyze.AnalysisTask.TaskRole;
import dev.conclave.workflows.analyze.AnalyzePhase;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.analyze.AnalyzeState.Feedback;
import dev.conclave.workflows.analyze.Discoveries;
import dev.conclave.workflows.analyze.Discovery;
import dev.conclave.workflows.analyze.Discovery.DiscoveryType;
import dev.conclave.workflows.analyze.TaskTable;
import dev.conclave.workflows.analyze.TopicConfiguration;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.PointView;
import dev.conclave.workflows.discussion.Position;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renders {@code context.md} and the answers of humans and of the topic's analyst. */
final class AnalysisFiles {
  static final String CONTEXT = "context.md";
  static final String TASKS = "tasks.csv";
  static final String DISCOVERIES = "discoveries.ndjson";
  static final String TOPIC = "interactive/topic-analyzer-result.json";

  private static final int TITLE = 120;
  private static final String SUPPORT = "perspectives_supporting";

  private AnalysisFiles() {}

  /** Every file of an analysis; what people wrote into the folder stays. */
  static Rendering render(AnalyzeState state, TreeSource tree, Rendering files) {
    state
        .configuration()
        .ifPresent(
            set -> files.add(ArtifactKind.TOPIC_RESULT, TOPIC, topic(set, state.updatedAt())));
    state.report().ifPresent(report -> render(state, report, tree, files));
    files.add(SessionArtifacts.SESSION_STATE, SessionStateFile.brief(state));
    return files;
  }

  private static void render(
      AnalyzeState state, AnalysisReport report, TreeSource tree, Rendering files) {
    TaskTable table = report.table();
    files.add(TASKS, table.csv());
    files.add(DISCOVERIES, report.discoveries().ndjson());
    for (Discovery entry : report.discoveries().entries()) {
      files.check(ArtifactKind.DISCOVERY, DISCOVERIES, WireMapper.get().valueToTree(entry));
    }
    if (table.nextWave().isEmpty()) {
      files.add("results.csv", table.csv());
    }
    if (state.phase() == AnalyzePhase.RUNNING_TASKS) {
      table
          .nextWave()
          .ifPresent(
              wave -> files.add("wave-" + wave + ".csv", new TaskTable(table.pending(wave)).csv()));
    }
    if (table.tasks().stream().anyMatch(task -> task.status() == Status.COMPLETED)) {
      files.add(CONTEXT, context(report, tree));
    }
    for (Feedback said : state.feedback()) {
      table.tasks().stream()
          .filter(task -> task.id().equals(said.task()))
          .forEach(
              task ->
                  files.add(
                      ArtifactKind.INTERACTIVE_RESULT,
                      interactivePath(task),
                      interactive(task, said.words(), said.at())));
    }
  }

  static ObjectNode topic(TopicConfiguration set, Instant at) {
    return new JsonFields()
        .with("task_id", "topic-analyzer")
        .with("status", Status.COMPLETED)
        .with("pipeline_mode", set.mode())
        .with("perspectives", set.perspectives())
        .with("dimensions", set.dimensions())
        .with("depth", set.complexity())
        .with("timestamp", at)
        .json();
  }

  static String interactivePath(AnalysisTask task) {
    return "interactive/" + task.id() + "-result.json";
  }

  /** What the human answered to a task. */
  static ObjectNode interactive(AnalysisTask task, String feedback, Instant at) {
    return new JsonFields()
        .with("task_id", task.id())
        .with("status", task.status())
        .with("discussion_round", task.discussionRound())
        .with("feedback", feedback)
        .with("timestamp", at)
        .json();
  }

  static String context(AnalysisReport report, TreeSource tree) {
    String topic = report.topic().strip();
    List<AnalysisTask> tasks = report.table().tasks();
    Optional<AnalysisTask> conclusion =
        tasks.stream()
            .filter(
                task -> task.role() == TaskRole.SYNTHESIZER && task.status() == Status.COMPLETED)
            .reduce((first, last) -> last);
    Map<String, Object> model = new HashMap<>();
    model.put("report", report);
    model.put("title", Cut.shown(topic.lines().findFirst().orElse(""), TITLE));
    model.put("topic", topic);
    model.put("mode", Words.of(report.configuration().mode()));
    model.put("answer", conclusion.map(AnalysisTask::findings).orElse(""));
    model.put("summary", summary(report));
    model.put(
        "waves",
        tasks.stream().collect(Collectors.groupingBy(AnalysisTask::wave, TreeMap::new, toList())));
    Map<String, String> results = new HashMap<>();
    tasks.forEach(task -> results.put(task.id(), result(task, conclusion)));
    model.put("results", results);
    for (DiscoveryType type : DiscoveryType.values()) {
      model.put(type.word(), report.discoveries().of(type));
    }
    model.put("recommended", recommended(report.discoveries().of(DiscoveryType.RECOMMENDATION)));
    model.put("agreed", points(report.verified().agreements()));
    model.put("partial", points(report.verified().partial()));
    model.put("unique", points(report.verified().unique()));
    model.put("conflicts", report.verified().disagreements());
    CrossVerification verified = report.verified();
    if (Stream.of(verified.agreements(), verified.partial(), verified.unique())
        .anyMatch(points -> !points.isEmpty())) {
      // The points say what became of them.
      model.put(DiscoveryType.ANALYSIS.word(), List.of());
    }
    Map<String, String> evidence = new HashMap<>();
    Map<String, String> support = new HashMap<>();
    Set<String> eyes = tasks.stream().map(AnalysisTask::perspective).collect(Collectors.toSet());
    for (Discovery one : report.discoveries().of(DiscoveryType.CONCLUSION)) {
      evidence.put(one.text("evidence"), checked(one.text("evidence"), tree));
      support.put(
          one.text(SUPPORT),
          one.list(SUPPORT).stream().filter(eyes::contains).collect(Collectors.joining(", ")));
    }
    model.put("evidence", evidence);
    model.put("support", support);
    model.put("asked", asked(tasks));
    model.put("questions", report.questions().stream().distinct().toList());
    return MarkdownText.render("context.md.peb", model);
  }

  /** With the places that are not there named as such: nobody votes on a conclusion. */
  private static String checked(String evidence, TreeSource tree) {
    String missing =
        EvidenceRules.citedIn(evidence).stream()
            .filter(tree::lacks)
            .map(place -> place.file() + ":" + place.line())
            .collect(Collectors.joining(", "));
    return evidence + (missing.isEmpty() ? "" : " (missing: " + missing + ")");
  }

  /** The human's questions, each with what was found for it. */
  private static Map<String, String> asked(List<AnalysisTask> tasks) {
    Map<String, String> asked = new LinkedHashMap<>();
    String said = "";
    for (AnalysisTask task : tasks) {
      if (task.execMode() == ExecMode.INTERACTIVE) {
        said = task.findings().replaceFirst("^ask: ", "");
      } else if (task.answers() && !task.findings().isBlank()) {
        asked.put(said, task.findings());
      }
    }
    return asked;
  }

  /** What was counted, and how many there are. */
  private static Map<String, String> summary(AnalysisReport report) {
    List<AnalysisTask> tasks = report.table().tasks();
    Discoveries found = report.discoveries();
    long rounds =
        tasks.stream()
            .filter(task -> task.role() == TaskRole.DISCUSSANT && task.status() == Status.COMPLETED)
            .filter(task -> task.execMode() == ExecMode.CSV_WAVE)
            .count();
    long waves = tasks.stream().mapToInt(AnalysisTask::wave).distinct().count();
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put("Tasks", counts(tasks.stream().map(AnalysisTask::status).sorted().map(Words::of)));
    rows.put("Waves", Long.toString(waves));
    rows.put("Rounds of discussion", Long.toString(rounds));
    rows.put(
        "Discoveries",
        counts(
            Stream.of(
                    found.entries().stream()
                        .map(Discovery::type)
                        .sorted()
                        .map(type -> type.word().replace('_', ' ')),
                    Collections.nCopies(found.malformed(), "malformed and ignored").stream(),
                    Collections.nCopies(found.leftOut(), "left out for their size").stream())
                .flatMap(names -> names)));
    rows.put("Agreements", Integer.toString(report.verified().agreements().size()));
    rows.put(
        "Conflicts",
        counts(
            report.verified().disagreements().stream()
                .map(one -> one.open() ? "open" : "settled")));
    rows.values().removeIf(row -> row.isEmpty() || row.equals("0"));
    return rows;
  }

  /** {@code exploration 12, pattern 3}; empty when there is nothing to count. */
  private static String counts(Stream<String> names) {
    return names
        .collect(Collectors.groupingBy(one -> one, LinkedHashMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .map(one -> one.getKey() + " " + one.getValue())
        .collect(Collectors.joining(", "));
  }

  /** What a task found, or what became of it and why; what the page begins with is not repeated. */
  private static String result(AnalysisTask task, Optional<AnalysisTask> conclusion) {
    if (conclusion.filter(task::equals).isPresent()) {
      return "see the top of this page";
    }
    return task.status() == Status.COMPLETED
        ? task.findings()
        : Words.of(task.status()) + (task.error().isBlank() ? "" : ": " + task.error());
  }

  /** Sentences, whose they are, and the places that show them. */
  private static List<Map<String, Object>> points(List<PointView> points) {
    return points.stream()
        .map(
            point ->
                Map.<String, Object>of(
                    "statement",
                    point.statement(),
                    "perspectives",
                    point.positions().stream().map(Position::agent).distinct().toList(),
                    "places",
                    point.positions().stream()
                        .flatMap(position -> position.evidence().stream())
                        .map(AnalysisFiles::place)
                        .distinct()
                        .toList()))
        .toList();
  }

  private static String place(CheckedLocation place) {
    String where = place.file() + (place.line() > 0 ? ":" + place.line() : "");
    return place.verdict() == Evidence.THERE ? where : where + " (missing)";
  }

  /** Priorities by the words of agents, each matched at the beginning. */
  private enum Priority {
    CRITICAL("critical|urgent|p0|紧急|严重"),
    HIGH("high|p?1|高"),
    MEDIUM("medium|moderate|p?2|中"),
    LOW("low|p?3|低"),
    OTHER("");

    private final Pattern words;

    Priority(String words) {
      this.words = Pattern.compile(words, Pattern.CASE_INSENSITIVE);
    }

    static Priority of(Discovery recommendation) {
      String said = recommendation.text("priority");
      return Stream.of(values())
          .filter(one -> one.words.matcher(said).lookingAt())
          .findFirst()
          .orElse(OTHER);
    }
  }

  /** Recommendations by priority, the highest first. */
  private static Map<String, List<Discovery>> recommended(List<Discovery> recommendations) {
    Map<String, List<Discovery>> byPriority = new LinkedHashMap<>();
    for (Priority priority : Priority.values()) {
      List<Discovery> of =
          recommendations.stream().filter(one -> Priority.of(one) == priority).toList();
      if (!of.isEmpty()) {
        byPriority.put(FileWords.capitalized(priority), of);
      }
    }
    return byPriority;
  }
}
