package dev.conclave.activities.planning.degraded;

import dev.conclave.activities.planning.check.EmptyPhrases;
import dev.conclave.activities.planning.check.OneLine;
import dev.conclave.activities.planning.check.PlanFacts;
import dev.conclave.activities.planning.check.PlanWords;
import dev.conclave.activities.planning.check.TaskChecks;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.planning.Plan.Complexity;
import dev.conclave.workflows.planning.PlanFile;
import dev.conclave.workflows.planning.PlanTask;
import dev.conclave.workflows.wire.Cut;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Words the tasks of a degraded plan, so that they pass the rules of every plan. */
final class TaskWording {
  private static final String PROOF = "The project's build and all its tests pass with the change.";
  private static final String VERIFICATION = "Run the project's build and its tests.";
  private static final Pattern SENTENCE_END = Pattern.compile("[.!?。！？…]$");
  private static final Pattern SENTENCE_IN_CHINESE = Pattern.compile("\\p{IsHan}{4}");
  private static final int MOST_RISKS = 5;
  private static final int APPROACH = 600;

  private final Solution solution;
  private final List<String> constraints;
  private final Complexity complexity;
  private final PlanFacts facts;

  TaskWording(Solution solution, List<String> constraints, Complexity complexity, PlanFacts facts) {
    this.solution = solution;
    this.constraints = lines(constraints);
    this.complexity = complexity;
    this.facts = facts;
  }

  /** The n-th task, from a parcel of work. */
  PlanTask task(int number, WorkParcel parcel, List<String> needs) {
    List<PlanFile> files = parcel.files().values().stream().map(this::file).toList();
    String title = TaskNaming.title(parcel);
    return new PlanTask(
        PlanWords.taskId(number),
        title,
        TaskNaming.scope(files),
        TaskNaming.action(title, files),
        description(parcel, title),
        files,
        steps(parcel, files),
        acceptance(parcel),
        needs,
        1,
        VERIFICATION,
        risks(),
        "Taken from the solution \"%s\".".formatted(OneLine.of(solution.name())));
  }

  /** A last task that proves the others, where one task alone would be too few. */
  PlanTask proof(int number, List<String> needs) {
    return new PlanTask(
        PlanWords.taskId(number),
        "Prove the change",
        "",
        "Test",
        withConstraints("Cover the change with tests and run the whole suite."),
        List.of(),
        List.of("Write tests for what the change does and for its edges", VERIFICATION),
        List.of("Each changed behaviour has a test that fails without the change.", PROOF),
        needs,
        1,
        VERIFICATION,
        risks(),
        "A change of this size is proven before it is handed over.");
  }

  private PlanFile file(CodeLocation location) {
    boolean there = facts.exists(location.file());
    boolean inRange =
        location.line() > 0 && there && location.line() <= facts.lineCount(location.file());
    return new PlanFile(
        location.file(),
        inRange ? location.line() : 0,
        there ? PlanWords.MODIFY : PlanWords.CREATE,
        OneLine.of(location.reason()));
  }

  /** The title, its key points, and the approach that it is a part of: no task stands alone. */
  private String description(WorkParcel parcel, String title) {
    List<String> sentences = new ArrayList<>();
    sentences.add(sentence(title));
    String points = String.join("; ", parcel.keyPoints());
    if (!points.isEmpty() && !points.equals(title)) {
      sentences.add(
          sentence((parcel.keyPoints().size() == 1 ? "Key point: " : "Key points: ") + points));
    }
    String approach =
        Cut.shown(
            OneLine.or(
                solution.implementationPlan().approach(), OneLine.of(solution.description())),
            APPROACH);
    if (!approach.isEmpty() && !approach.equals(title) && !approach.equals(points)) {
      sentences.add(sentence("The approach: " + approach));
    }
    return withConstraints(String.join(" ", sentences));
  }

  private String withConstraints(String text) {
    return constraints.isEmpty()
        ? text
        : text
            + " The person's constraints hold: "
            + constraints.stream().map("“%s”"::formatted).collect(Collectors.joining(", "))
            + ".";
  }

  private static String sentence(String text) {
    return SENTENCE_END.matcher(text).find() ? text : text + ".";
  }

  private static List<String> steps(WorkParcel parcel, List<PlanFile> files) {
    List<String> steps = new ArrayList<>();
    List<String> paths =
        files.stream()
            .map(file -> file.line() > 0 ? file.path() + ":" + file.line() : file.path())
            .toList();
    if (!paths.isEmpty()) {
      steps.add("Work in " + String.join(", ", paths));
    }
    int room = TaskChecks.MOST_STEPS - steps.size() - 1;
    List<String> points = parcel.keyPoints().stream().map(TaskWording::step).toList();
    boolean all = points.size() <= room;
    points.stream().limit(all ? room : room - 1L).forEach(steps::add);
    if (!all) {
      steps.add(String.join("; ", points.subList(room - 1, points.size())));
    }
    if (points.isEmpty()) {
      steps.add("Make the change that the title names, in the way of the approach");
    }
    steps.add(VERIFICATION);
    return List.copyOf(steps);
  }

  /** A name alone is nothing to do. */
  private static String step(String point) {
    return point.contains(" ") || SENTENCE_IN_CHINESE.matcher(point).find()
        ? point
        : "Mind the key point: " + point;
  }

  private static List<String> acceptance(WorkParcel parcel) {
    return Stream.concat(
            parcel.keyPoints().stream()
                .filter(point -> EmptyPhrases.in(point).isEmpty() && saysSomething(point))
                .limit(TaskChecks.MOST_CRITERIA - 1)
                .map("The change deals with “%s”, and a test or the diff shows it."::formatted),
            Stream.of(PROOF))
        .toList();
  }

  /** A name alone is no criterion: it does not say what becomes of what it names. */
  private static boolean saysSomething(String point) {
    return point.split("\\s+").length > 2 || SENTENCE_IN_CHINESE.matcher(point).find();
  }

  private List<String> risks() {
    List<String> named =
        lines(
            Stream.concat(solution.technicalConcerns().stream(), solution.cons().stream())
                .toList());
    return named.isEmpty() && complexity == Complexity.HIGH
        ? List.of(
            "The discussion named no risk for a change of high effort: review it before it is merged")
        : named.stream().limit(MOST_RISKS).toList();
  }

  private static List<String> lines(List<String> texts) {
    return texts.stream().map(OneLine::of).filter(line -> !line.isEmpty()).distinct().toList();
  }
}
