package dev.conclave.workflows.analyze;

import dev.conclave.workflows.analyze.AnalysisTask.DiscussionType;
import dev.conclave.workflows.analyze.AnalysisTask.ExecMode;
import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.analyze.AnalysisTask.TaskRole;
import dev.conclave.workflows.gate.GateAnswer.AnalysisMode;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which tasks an analysis consists of: those of its mode, then those that the human's answers in
 * the discussion add. Every table that it returns has its waves.
 *
 * @param chinese whether titles and descriptions are Chinese, else English
 */
public record AnalysisPipeline(
    AnalysisMode mode, List<String> perspectives, List<String> dimensions, boolean chinese) {
  private static final String EXPLORE = "EXPLORE-";
  private static final String ANALYZE = "ANALYZE-";
  private static final String DISCUSS = "DISCUSS-";
  private static final String FEEDBACK = "FEEDBACK-";
  private static final String SYNTHESIS = "SYNTH-";
  private static final String FIX = "ANALYZE-fix-";
  private static final String GENERAL = "general";
  private static final List<String> ALL = List.of(AnalysisTask.ALL);

  /** Longest direction or list of questions in a description, in characters. */
  static final int QUOTED = 1_500;

  private static final String TEXTS = AnalysisPipeline.class.getPackageName() + ".tasks";
  private static final ResourceBundle ENGLISH = ResourceBundle.getBundle(TEXTS, Locale.ROOT);
  private static final ResourceBundle CHINESE = ResourceBundle.getBundle(TEXTS, Locale.CHINESE);

  /** The tasks that an analysis of this mode starts with; deep has no synthesis yet. */
  public TaskTable tasks() {
    boolean quick = mode == AnalysisMode.QUICK;
    List<String> explorers = quick ? List.of(GENERAL) : perspectives;
    List<String> analysts = quick ? List.of("technical") : perspectives;
    List<AnalysisTask> tasks = new ArrayList<>();
    for (int i = 1; i <= explorers.size(); i++) {
      tasks.add(explorer(i, explorers.get(i - 1)));
    }
    for (int i = 1; i <= analysts.size(); i++) {
      tasks.add(analyst(i, analysts.get(i - 1)));
    }
    if (!quick) {
      List<String> analyses =
          IntStream.rangeClosed(1, analysts.size()).mapToObj(i -> id(ANALYZE, i)).toList();
      tasks.add(discussant(1, DiscussionType.INITIAL, analyses, analyses));
      tasks.add(feedback(1));
    }
    TaskTable table = new TaskTable(tasks).withWaves();
    return mode == AnalysisMode.DEEP ? table : concluded(table);
  }

  /** The gates beyond {@link #feedbackGates} that show answers to the human's questions. */
  private static final int MOST_ASKS = 3;

  /** How often the human is asked how the discussion goes on; then comes the synthesis. */
  public int feedbackGates() {
    return switch (mode) {
      case QUICK -> 0;
      case STANDARD -> 1;
      case DEEP -> 5;
    };
  }

  /** The discussion goes deeper. */
  public TaskTable deepened(TaskTable table) {
    return discussed(table, DiscussionType.DEEPEN, Optional.empty());
  }

  /** The discussion takes another direction, after an analysis in that direction. */
  public TaskTable adjusted(TaskTable table, String direction) {
    return discussed(table, DiscussionType.DIRECTION_ADJUSTED, Optional.of(direction.strip()));
  }

  /** The discussion takes up questions, after an analysis that looks for their answers. */
  public TaskTable asked(TaskTable table, List<String> questions) {
    return discussed(table, DiscussionType.SPECIFIC_QUESTIONS, Optional.of(numbered(questions)));
  }

  /** Questions as an analyst is given them. */
  static String numbered(List<String> questions) {
    List<String> numbered = new ArrayList<>();
    for (String question : questions) {
      numbered.add((numbered.size() + 1) + ". " + question.strip());
    }
    return String.join(" ", numbered);
  }

  private TaskTable discussed(TaskTable table, DiscussionType type, Optional<String> wish) {
    int round = 1 + Math.max(rounds(table), highest(table, FEEDBACK));
    List<AnalysisTask> tasks = new ArrayList<>(table.tasks());
    List<String> after = last(table);
    if (wish.isPresent()) {
      AnalysisTask fix =
          fix(
              Math.max(round - 1, highest(table, FIX) + 1),
              round,
              type,
              Cut.shown(wish.get(), QUOTED),
              after);
      tasks.add(fix);
      after = List.of(fix.id());
    }
    tasks.add(discussant(round, type, after, ALL));
    // Who asked wants to read the answer before it is concluded.
    boolean asked = type == DiscussionType.SPECIFIC_QUESTIONS;
    boolean asks = feedbackOfRun(table) < feedbackGates() + (asked ? MOST_ASKS : 0);
    if (asks) {
      tasks.add(feedback(round));
    }
    TaskTable discussed = new TaskTable(tasks).withWaves();
    return asks && tasks.stream().noneMatch(AnalysisPipeline::toConclude)
        ? discussed
        : concluded(discussed);
  }

  /** The discussion is over: a synthesis comes after all that was said. */
  public TaskTable concluded(TaskTable table) {
    List<String> last = last(table);
    List<AnalysisTask> tasks = new ArrayList<>(table.tasks());
    if (tasks.stream().anyMatch(AnalysisPipeline::toConclude)) {
      tasks.replaceAll(
          task ->
              toConclude(task)
                  ? task.after(Stream.concat(last.stream(), later(table, task, last)).toList())
                  : task);
    } else {
      tasks.add(synthesis(highest(table, SYNTHESIS) + 1, last));
    }
    return new TaskTable(tasks).withWaves();
  }

  /** What a synthesis waits for in a table that a human changed, beyond the last discussion. */
  private static Stream<String> later(TaskTable table, AnalysisTask synthesis, List<String> last) {
    Map<String, Integer> waves =
        table.tasks().stream().collect(Collectors.toMap(AnalysisTask::id, AnalysisTask::wave));
    int wave = last.stream().mapToInt(id -> waves.getOrDefault(id, 0)).max().orElse(0);
    return synthesis.deps().stream().filter(id -> waves.getOrDefault(id, 0) > wave);
  }

  private static boolean toConclude(AnalysisTask task) {
    return task.role() == TaskRole.SYNTHESIZER && task.is(Status.PENDING);
  }

  /** The rounds of discussion that a table has. */
  static int rounds(TaskTable table) {
    return highest(table, DISCUSS);
  }

  /** The highest number of an id with this prefix; 0 when there is none. */
  private static int highest(TaskTable table, String prefix) {
    return table.tasks().stream()
        .map(AnalysisTask::id)
        .filter(id -> id.matches(prefix + "\\d{1,6}"))
        .mapToInt(id -> Integer.parseInt(id.substring(prefix.length())))
        .max()
        .orElse(0);
  }

  /** How often the human is asked since the last synthesis. */
  private static long feedbackOfRun(TaskTable table) {
    int concluded =
        table.tasks().stream()
            .filter(task -> task.role() == TaskRole.SYNTHESIZER && task.is(Status.COMPLETED))
            .mapToInt(AnalysisTask::wave)
            .max()
            .orElse(0);
    return table.tasks().stream()
        .filter(task -> task.execMode() == ExecMode.INTERACTIVE && task.wave() > concluded)
        .count();
  }

  /** What the next step waits for: the last discussion or synthesis; without any the last wave. */
  private static List<String> last(TaskTable table) {
    List<AnalysisTask> usable =
        table.tasks().stream()
            .filter(task -> task.is(Status.COMPLETED) || task.is(Status.PENDING))
            .filter(task -> !toConclude(task))
            .toList();
    List<AnalysisTask> discussed =
        usable.stream()
            .filter(
                task -> task.role() == TaskRole.DISCUSSANT || task.role() == TaskRole.SYNTHESIZER)
            .toList();
    List<AnalysisTask> from = discussed.isEmpty() ? usable : discussed;
    int wave = from.stream().mapToInt(AnalysisTask::wave).max().orElse(0);
    return from.stream().filter(task -> task.wave() == wave).map(AnalysisTask::id).toList();
  }

  private AnalysisTask explorer(int number, String perspective) {
    return task(
        "explore", id(EXPLORE, number), TaskRole.EXPLORER, perspective, List.of(), List.of());
  }

  private AnalysisTask analyst(int number, String perspective) {
    List<String> explored = List.of(id(EXPLORE, number));
    return task("analyze", id(ANALYZE, number), TaskRole.ANALYST, perspective, explored, explored);
  }

  private AnalysisTask fix(
      int number, int round, DiscussionType type, String wish, List<String> after) {
    String key = Words.of(type);
    return WireMapper.with(
        task("fix." + key, FIX + number, TaskRole.ANALYST, GENERAL, after, ALL, wish),
        Map.of("discussion_round", round, "discussion_type", type));
  }

  private AnalysisTask discussant(
      int round, DiscussionType type, List<String> after, List<String> context) {
    String key = "discuss." + Words.of(type);
    return WireMapper.with(
        task(key, id(DISCUSS, round), TaskRole.DISCUSSANT, GENERAL, after, context, round),
        Map.of("discussion_round", round, "discussion_type", type));
  }

  private AnalysisTask feedback(int round) {
    List<String> discussed = List.of(id(DISCUSS, round));
    return WireMapper.with(
        task(
            "feedback",
            id(FEEDBACK, round),
            TaskRole.DISCUSSANT,
            GENERAL,
            discussed,
            discussed,
            round),
        Map.of("discussion_round", round, "exec_mode", ExecMode.INTERACTIVE));
  }

  private AnalysisTask synthesis(int number, List<String> after) {
    return task("synthesis", id(SYNTHESIS, number), TaskRole.SYNTHESIZER, GENERAL, after, ALL);
  }

  /**
   * A task with the title and the description of a key.
   *
   * @param said for its texts; the perspective, in words and explained, when nothing
   */
  private AnalysisTask task(
      String key,
      String id,
      TaskRole role,
      String perspective,
      List<String> deps,
      List<String> contextFrom,
      Object... said) {
    String name = text("perspective." + perspective, perspective.replace('_', ' '));
    String seen = text("seen." + perspective, text("seen", "%s").formatted(name));
    Object[] words = said.length == 0 ? new Object[] {name, seen} : said;
    String all = String.join(text("comma", ", "), dimensions);
    return new AnalysisTask(
        id,
        text(key + ".title", key).formatted(words),
        text(dimensions.isEmpty() ? "task.plain" : "task", "%s %s")
            .formatted(text(key, key).formatted(words), all),
        role,
        perspective,
        dimensions,
        0,
        Optional.empty(),
        deps,
        contextFrom,
        ExecMode.CSV_WAVE,
        0,
        Status.PENDING,
        "",
        "");
  }

  private static String id(String prefix, int number) {
    return "%s%03d".formatted(prefix, number);
  }

  private String text(String key, String otherwise) {
    ResourceBundle texts = chinese ? CHINESE : ENGLISH;
    return texts.containsKey(key) ? texts.getString(key) : otherwise;
  }
}
