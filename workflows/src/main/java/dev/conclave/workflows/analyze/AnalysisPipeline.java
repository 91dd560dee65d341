package dev.conclave.workflows.analyze;

import static dev.conclave.workflows.analyze.TaskTable.lastWave;

import dev.conclave.workflows.analyze.AnalysisTask.DiscussionType;
import dev.conclave.workflows.analyze.AnalysisTask.ExecMode;
import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.analyze.AnalysisTask.TaskRole;
import dev.conclave.workflows.gate.Answer.AnalysisMode;
import dev.conclave.workflows.gate.Answer.Ask;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ResourceBundle;

/**
 * Builds the tasks of an analysis: those of its mode, then those added by the human's answers in
 * the discussion. Every returned table has its waves.
 *
 * @param chinese whether titles and descriptions are in Chinese instead of English
 */
public record AnalysisPipeline(TopicConfiguration topic, boolean chinese) {
  private static final String EXPLORE = "EXPLORE-";
  private static final String ANALYZE = "ANALYZE-";
  private static final String DISCUSS = "DISCUSS-";
  private static final String FEEDBACK = "FEEDBACK-";
  private static final String SYNTHESIS = "SYNTH-";
  private static final String FIX = "ANALYZE-fix-";
  private static final String GENERAL = "general";
  private static final List<String> ALL = List.of(AnalysisTask.ALL);
  private static final List<String> NONE = List.of();

  /** Limit of a direction or list of questions in a description, in characters. */
  static final int QUOTED = 1_500;

  /** Extra gates beyond {@link #feedbackGates} that show answers to the human's questions. */
  private static final int MOST_ASKS = 3;

  private static final String TEXTS = AnalysisPipeline.class.getPackageName() + ".tasks";
  private static final ResourceBundle ENGLISH = ResourceBundle.getBundle(TEXTS, Locale.ROOT);
  private static final ResourceBundle CHINESE = ResourceBundle.getBundle(TEXTS, Locale.CHINESE);

  /** Returns the initial tasks of the mode; deep has no synthesis yet. */
  public TaskTable tasks() {
    boolean quick = topic.mode() == AnalysisMode.QUICK;
    List<AnalysisTask> tasks = new ArrayList<>();
    List<AnalysisTask> analysts = new ArrayList<>();
    for (String eyes : topic.perspectives()) {
      int number = tasks.size() + 1;
      String all = quick && topic.perspectives().size() == 1 ? GENERAL : eyes;
      List<String> explored = List.of(id(EXPLORE, number));
      tasks.add(task("explore", id(EXPLORE, number), TaskRole.EXPLORER, all, NONE, NONE));
      analysts.add(
          task("analyze", id(ANALYZE, number), TaskRole.ANALYST, eyes, explored, explored));
    }
    tasks.addAll(analysts);
    TaskTable table = new TaskTable(tasks).withWaves();
    TaskTable discussed = quick ? table : withDiscussion(table, DiscussionType.INITIAL, "");
    return topic.mode() == AnalysisMode.DEEP ? discussed : withSynthesis(discussed);
  }

  /** Returns how often the human is asked how to continue the discussion, before the synthesis. */
  public int feedbackGates() {
    return switch (topic.mode()) {
      case QUICK -> 0;
      case STANDARD -> 1;
      case DEEP -> 5;
    };
  }

  /** Returns the human's direction or questions as an analyst sees them; else empty. */
  static String wish(GateAnswer answer) {
    if (answer.body() instanceof Ask ask) {
      List<String> numbered = new ArrayList<>();
      ask.questions().forEach(one -> numbered.add((numbered.size() + 1) + ". " + one));
      return String.join(" ", numbered);
    }
    return answer.kind() == AnswerKind.ADJUST ? answer.text().orElseThrow() : "";
  }

  /**
   * Adds another discussion. A direction or questions first get an analysis of their own.
   *
   * @param wish the direction or the questions; empty to go deeper
   */
  public TaskTable withDiscussion(TaskTable table, DiscussionType type, String wish) {
    int round = 1 + Math.max(highest(table, DISCUSS), highest(table, FEEDBACK));
    List<AnalysisTask> tasks = new ArrayList<>(table.tasks());
    List<String> after = ids(last(table));
    if (!wish.isEmpty()) {
      String fix = FIX + Math.max(round - 1, highest(table, FIX) + 1);
      String key = "fix." + Words.of(type);
      String said = Cut.shorten(wish, QUOTED);
      tasks.add(task(key, fix, TaskRole.ANALYST, GENERAL, after, ALL, said).in(round, type));
      after = List.of(fix);
    }
    String id = id(DISCUSS, round);
    String key = "discuss." + Words.of(type);
    List<String> from = type == DiscussionType.INITIAL ? after : ALL;
    tasks.add(task(key, id, TaskRole.DISCUSSANT, GENERAL, after, from, round).in(round, type));
    // Show the answers to the human's questions before concluding.
    boolean asked = type == DiscussionType.SPECIFIC_QUESTIONS;
    boolean asks = feedbackOfRun(table) < feedbackGates() + (asked ? MOST_ASKS : 0);
    if (asks) {
      List<String> said = List.of(id);
      tasks.add(
          task("feedback", id(FEEDBACK, round), TaskRole.DISCUSSANT, GENERAL, said, said, round)
              .byHuman(round));
    }
    boolean concludes = !asks || tasks.stream().anyMatch(AnalysisTask::concludes);
    TaskTable discussed = new TaskTable(tasks).withWaves();
    return concludes ? withSynthesis(discussed) : discussed;
  }

  /**
   * Ends the discussion: puts the synthesis after all discussions, and after any tasks that a human
   * put between the two.
   */
  public TaskTable withSynthesis(TaskTable table) {
    List<AnalysisTask> tasks = new ArrayList<>(table.tasks());
    // A skipped synthesis is replaced by one that uses the available results.
    tasks.removeIf(task -> task.role() == TaskRole.SYNTHESIZER && task.is(Status.SKIPPED));
    List<AnalysisTask> last = last(table);
    if (tasks.stream().noneMatch(AnalysisTask::concludes)) {
      String id = id(SYNTHESIS, highest(new TaskTable(tasks), SYNTHESIS) + 1);
      tasks.add(task("synthesis", id, TaskRole.SYNTHESIZER, GENERAL, NONE, ALL));
    }
    int wave = lastWave(last);
    List<String> later = ids(tasks.stream().filter(task -> task.wave() > wave).toList());
    tasks.replaceAll(
        task -> {
          List<String> deps = new ArrayList<>(task.deps());
          deps.retainAll(later);
          deps.addAll(0, ids(last));
          return task.concludes() ? task.withDeps(deps) : task;
        });
    return new TaskTable(tasks).withWaves();
  }

  private static List<String> ids(List<AnalysisTask> tasks) {
    return tasks.stream().map(AnalysisTask::id).toList();
  }

  /** Returns the highest number of an id with this prefix; 0 if there is none. */
  private static int highest(TaskTable table, String prefix) {
    return table.tasks().stream()
        .map(AnalysisTask::id)
        .filter(id -> id.startsWith(prefix))
        .map(id -> id.substring(prefix.length()))
        .filter(number -> number.matches("\\d{1,6}"))
        .mapToInt(Integer::parseInt)
        .max()
        .orElse(0);
  }

  private static long feedbackOfRun(TaskTable table) {
    int concluded = lastWave(table.tasks().stream().filter(AnalysisTask::concluded).toList());
    return table.tasks().stream()
        .filter(task -> task.interactive() && task.wave() > concluded)
        .count();
  }

  /**
   * Returns what the next step depends on: the last discussion or synthesis, else the last wave.
   */
  private static List<AnalysisTask> last(TaskTable table) {
    List<AnalysisTask> usable =
        table.tasks().stream()
            .filter(task -> task.is(Status.COMPLETED) || task.is(Status.PENDING))
            .filter(task -> !task.concludes())
            .toList();
    List<AnalysisTask> discussed =
        usable.stream()
            .filter(
                task -> task.role() == TaskRole.DISCUSSANT || task.role() == TaskRole.SYNTHESIZER)
            .toList();
    List<AnalysisTask> from = discussed.isEmpty() ? usable : discussed;
    return from.stream().filter(task -> task.wave() == lastWave(from)).toList();
  }

  /**
   * Creates a task with the title and description of a key.
   *
   * @param eyes the perspective
   * @param said arguments of its texts; if empty, the name and explanation of the perspective
   */
  private AnalysisTask task(
      String key,
      String id,
      TaskRole role,
      String eyes,
      List<String> deps,
      List<String> from,
      Object... said) {
    String name = text("perspective." + eyes, eyes.replace('_', ' '));
    String seen = text("seen." + eyes, text("seen", "%s").formatted(name));
    Object[] words = said.length == 0 ? new Object[] {name, seen} : said;
    String title = text(key + ".title", key).formatted(words);
    List<String> topics = topic.dimensions();
    String text =
        text(topics.isEmpty() ? "task.plain" : "task", "%s %s")
            .formatted(text(key, key).formatted(words), String.join(text("comma", ", "), topics));
    Optional<DiscussionType> none = Optional.empty();
    ExecMode mode = ExecMode.CSV_WAVE;
    Status status = Status.PENDING;
    return new AnalysisTask(
        id, title, text, role, eyes, topics, 0, none, deps, from, mode, 0, status, "", "");
  }

  private static String id(String prefix, int number) {
    return String.format(Locale.ROOT, "%s%03d", prefix, number);
  }

  private String text(String key, String otherwise) {
    ResourceBundle texts = chinese ? CHINESE : ENGLISH;
    return texts.containsKey(key) ? texts.getString(key) : otherwise;
  }
}
