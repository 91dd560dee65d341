package dev.conclave.activities.artifact;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Matcher;
import dev.conclave.workflows.analyze.AnalysisTask;
import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.analyze.AnalyzePhase;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.analyze.AnalyzeState.Feedback;
import dev.conclave.workflows.analyze.Discoveries;
import dev.conclave.workflows.analyze.Discoveries.Discovery;
import dev.conclave.workflows.analyze.Discoveries.DiscoveryType;
import dev.conclave.workflows.analyze.TaskTable;
import dev.conclave.workflows.analyze.TopicConfiguration;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.PointView;
import dev.conclave.workflows.discussion.Position;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Renders the files of an analysis; the template of {@code context.md} calls its public methods.
 */
public final class AnalysisFiles {
  static final String TASKS = "tasks.csv";
  static final String DISCOVERIES = "discoveries.ndjson";
  static final String TOPIC = "interactive/topic-analyzer-result.json";

  private static final int MOST_PLACES = 5;

  private final AnalyzeState state;
  private final TaskTable table;
  private final Optional<AnalysisTask> conclusion;
  private final Map<Integer, List<Discovery>> against;

  AnalysisFiles(AnalyzeState state) {
    this.state = state;
    table = state.table().orElseThrow();
    against = state.discoveries().disputes();
    conclusion =
        table.tasks().stream().filter(AnalysisTask::concluded).reduce((earlier, later) -> later);
  }

  /** Renders all files of an analysis; files that people added to the folder remain. */
  static Rendering render(AnalyzeState state, Rendering files) {
    state
        .configuration()
        .ifPresent(
            set -> files.add(ArtifactKind.TOPIC_RESULT, TOPIC, topic(set, state.updatedAt())));
    if (state.table().isPresent()) {
      new AnalysisFiles(state).render(files);
    }
    files.add(SessionArtifacts.SESSION_STATE, SessionStateFile.brief(state));
    return files;
  }

  private void render(Rendering files) {
    files.add(TASKS, table.csv());
    files.add(DISCOVERIES, state.discoveries().ndjson());
    for (Discovery entry : state.discoveries().entries()) {
      files.check(ArtifactKind.DISCOVERY, DISCOVERIES, WireMapper.get().valueToTree(entry));
    }
    List<AnalysisTask> next = table.next();
    if (next.isEmpty()) {
      files.add("results.csv", table.csv());
    } else if (state.phase() == AnalyzePhase.RUNNING_TASKS) {
      files.add("wave-" + next.get(0).wave() + ".csv", new TaskTable(next).csv());
    }
    if (!table.with(Status.COMPLETED).isEmpty()) {
      files.add("context.md", context());
    }
    for (Feedback said : state.feedback()) {
      String path = "interactive/" + said.task() + "-result.json";
      files.add(ArtifactKind.INTERACTIVE_RESULT, path, interactive(said));
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

  static ObjectNode interactive(Feedback said) {
    return new JsonFields()
        .with("task_id", said.task())
        .with("status", Status.COMPLETED)
        .with("discussion_round", said.round())
        .with("feedback", said.words())
        .with("timestamp", said.at())
        .json();
  }

  String context() {
    String topic = state.request().task().strip();
    TopicConfiguration set = state.configuration().orElseThrow();
    Map<String, Object> model = new HashMap<>();
    model.put("page", this);
    model.put("state", state);
    model.put("title", Cut.shorten(topic.lines().findFirst().orElse(""), 120));
    model.put("topic", topic);
    model.put("configuration", set);
    model.put("mode", Words.of(set.mode()));
    model.put("answer", conclusion.map(AnalysisTask::findings).orElse(""));
    for (DiscoveryType type : DiscoveryType.values()) {
      boolean concludes = type == DiscoveryType.CONCLUSION || type == DiscoveryType.RECOMMENDATION;
      model.put(type.word(), concludes ? state.conclusions(type) : state.discoveries().of(type));
    }
    model.put("asked", asked());
    model.put("decided", Clarifications.of(state.decisions()));
    List<String> languages = state.request().languages();
    CrossVerification verified = CrossVerification.of(state.ledger(), languages);
    // Includes open conflicts that have no votes yet.
    List<Disagreement> conflicts =
        new ArrayList<>(
            state.ledger().conflicts().stream()
                .filter(one -> one.open() && one.ballots() == 0)
                .map(one -> CrossVerification.disagreement(state.ledger(), one, languages))
                .toList());
    conflicts.addAll(verified.disagreements());
    model.put("verified", verified);
    model.put("conflicts", conflicts);
    model.put("table", table);
    model.put("waves", TaskTable.lastWave(table.tasks()));
    return MarkdownText.render("context.md.peb", model, Language.of(languages));
  }

  /** Returns an entry's confidence; empty if all of its type have the same. */
  public String confidence(Discovery one) {
    boolean rated = Discoveries.differ(state.discoveries().of(one.type()), "confidence");
    return rated ? one.text("confidence") : "";
  }

  /** Returns the analyses that dispute a discovery, except withdrawn ones. */
  public List<Discovery> disputes(Discovery entry) {
    int number = state.discoveries().entries().indexOf(entry) + 1;
    return against.getOrDefault(number, List.of()).stream()
        .filter(one -> state.ledger().statements().stream().noneMatch(said -> takesBack(said, one)))
        .toList();
  }

  private static boolean takesBack(Ledger.Statement said, Discovery one) {
    String text = one.text("insight").replaceFirst("(?<!\\W)\\W+$", "");
    return said.withdrawn()
        && said.agent().equals(one.text("perspective"))
        && said.text().en().startsWith(text);
  }

  /** Returns an insight that quotes a disputed discovery instead of citing its number. */
  public String insight(Discovery one) {
    String text = one.text("insight");
    Matcher wrong = Discoveries.WRONG.matcher(text);
    List<Discovery> all = state.discoveries().entries();
    if (!wrong.lookingAt() || Integer.parseInt(wrong.group(1)) > all.size()) {
      return text;
    }
    Discovery entry = all.get(Math.max(1, Integer.parseInt(wrong.group(1))) - 1);
    String said =
        Cut.shorten(entry.line().replaceFirst("^\\[.*?] (?:perspective: \\S+; )?", ""), 120);
    return "%s's claim \"%s\" is wrong%s"
        .formatted(entry.worker(), said, text.substring(wrong.end()));
  }

  /** Returns the correction from an analysis that disputes a discovery. */
  public String correction(Discovery against) {
    return against.text("insight").replaceFirst("^D\\d+ is wrong\\W*", "");
  }

  /**
   * Returns a task's findings, or its status and error. Does not repeat the conclusion at the top
   * of the page.
   */
  public String result(AnalysisTask task) {
    if (conclusion.filter(task::equals).isPresent()) {
      return "see the top of this page";
    }
    return task.status() == Status.COMPLETED
        ? task.findings()
        : Words.of(task.status()) + (task.error().isBlank() ? "" : ": " + task.error());
  }

  public String voices(PointView point) {
    return point.positions().stream().map(Position::agent).distinct().collect(joining(", "));
  }

  /** Returns the first citations of a point, most cited first; the ledger has all. */
  public String places(PointView point) {
    Map<String, Integer> cited = new LinkedHashMap<>();
    for (Position position : point.positions()) {
      position.evidence().stream()
          .map(AnalysisFiles::place)
          .distinct()
          .forEach(place -> cited.merge(place, 1, Integer::sum));
    }
    List<String> all = new ArrayList<>(cited.keySet());
    all.sort(Comparator.comparing(cited::get).reversed());
    int more = all.size() - MOST_PLACES;
    return all.stream().limit(MOST_PLACES).collect(joining(", "))
        + (more > 0 ? " and %d more".formatted(more) : "");
  }

  private static String place(CheckedLocation place) {
    String where = place.file() + (place.line() > 0 ? ":" + place.line() : "");
    return place.verdict() == Evidence.THERE ? where : where + " (missing)";
  }

  private List<Map.Entry<String, List<Discovery>>> asked() {
    List<Map.Entry<String, List<Discovery>>> asked = new ArrayList<>();
    for (AnalysisTask task : table.tasks()) {
      if (task.answers() && task.status() == Status.COMPLETED) {
        String said =
            state.feedback().stream()
                .filter(one -> one.round() == task.discussionRound() - 1)
                .reduce((earlier, later) -> later)
                .map(one -> one.words().replaceFirst("^(?:ask|adjust): ", ""))
                .orElse(task.title());
        List<Discovery> found =
            state.discoveries().of(DiscoveryType.ANALYSIS).stream()
                .filter(one -> one.worker().equals(task.id()))
                .toList();
        asked.add(Map.entry(said, found));
      }
    }
    return asked;
  }
}
