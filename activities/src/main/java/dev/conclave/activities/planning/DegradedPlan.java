package dev.conclave.activities.planning;

import dev.conclave.activities.search.source.PathKind;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.Plan.Complexity;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.SolutionTask;
import dev.conclave.workflows.temporal.Cut;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The plan that rules make when no planner could: the solution's own tasks, else one task for the
 * places it names. It passes {@link PlanChecks}; see docs/plan.md, section 4. Pure; one for each
 * plan.
 */
public final class DegradedPlan {
  private static final String VERIFICATION = "Run the project's build and its tests.";
  private static final String ACCEPTANCE =
      "The project's build and all its tests pass with the change.";
  private static final Pattern PLACE = Pattern.compile("(.+?):(\\d{1,9})(?:[-:]\\d+)?");
  private static final Pattern SENTENCE_END = Pattern.compile("[.!?。！？…]$");
  private static final int MOST_RISKS = 5;
  private static final int LONGEST_APPROACH = 600;

  private final String name;
  private final boolean isDirect;
  private final String title;
  private final Solution solution;
  private final PlanTerms terms;
  private final PlanFacts facts;
  private final PlanScope scope;
  private final Complexity complexity;

  private DegradedPlan(String task, Solution solution, PlanTerms terms, PlanFacts facts) {
    this.name =
        PlanWords.oneLineOr(
            solution.name(), PlanWords.oneLineOr(solution.description(), PlanWords.oneLine(task)));
    this.isDirect = solution.sourceCli().equals(List.of(AgentStatus.DIRECT));
    // Where to start says nothing of what to do.
    this.title = isDirect ? PlanWords.oneLineOr(task, name) : name;
    this.solution = solution;
    this.terms = terms;
    this.facts = facts;
    this.scope = PlanScope.of(terms.scope(), facts);
    this.complexity =
        switch (solution.effort()) {
          case LOW -> Complexity.LOW;
          case HIGH -> Complexity.HIGH;
          case MEDIUM, UNKNOWN -> Complexity.MEDIUM;
        };
  }

  /**
   * Builds the plan.
   *
   * @param terms the constraints, which every task shows, and the scope, whose bounds no file of it
   *     leaves
   * @return empty when the solution has neither files nor tasks in scope, or nothing but tests of
   *     what would be out of it
   */
  public static Optional<Plan> of(
      String task, Solution solution, PlanTerms terms, PlanFacts facts) {
    return new DegradedPlan(task, solution, terms, facts).plan();
  }

  /** A part of the solution, with its places in scope. */
  private record Work(
      String id, String title, String keyPoint, List<String> needs, List<CodeLocation> places) {}

  private Optional<Plan> plan() {
    List<String> leftOut = new ArrayList<>();
    List<Work> works = inOrder(works(leftOut));
    if (works.isEmpty() || onlyTestsAreInScope()) {
      return Optional.empty();
    }
    List<PlanTask> tasks = new ArrayList<>();
    for (int i = 0; i < works.size(); i++) {
      tasks.add(task(works, i));
    }
    boolean simple = complexity == Complexity.LOW;
    return Optional.of(
        new Plan(
            isDirect ? "No model has seen this task. " + name : name,
            approach().isEmpty() ? name : approach(),
            complexity,
            "not estimated",
            "Agent",
            simple ? Optional.empty() : Optional.of("Not described by the solution."),
            simple ? List.of() : List.of("Chosen: " + name),
            TaskGraph.assign(tasks),
            // Rules carry a constraint's words along; that a task keeps it they cannot know.
            List.of(),
            true,
            List.copyOf(leftOut)));
  }

  /**
   * The solution's own tasks, else one for all its places; adds the names of those out of scope.
   */
  private List<Work> works(List<String> leftOut) {
    List<Work> works = new ArrayList<>();
    for (SolutionTask task : solution.implementationPlan().tasks()) {
      List<CodeLocation> all = places(task);
      List<CodeLocation> inScope = all.stream().filter(this::isInScope).toList();
      if (inScope.isEmpty() && !all.isEmpty()) {
        leftOut.add(PlanWords.oneLineOr(task.name(), task.id()));
      } else {
        works.add(
            new Work(
                task.id(),
                PlanWords.oneLineOr(task.name(), name),
                PlanWords.oneLine(task.keyPoint()),
                task.dependsOn(),
                inScope));
      }
    }
    List<CodeLocation> affected = affected().filter(this::isInScope).toList();
    if (solution.implementationPlan().tasks().isEmpty() && !affected.isEmpty()) {
      works.add(new Work("", title, "", List.of(), affected));
    }
    return works;
  }

  private static List<Work> inOrder(List<Work> works) {
    Map<String, Work> byId = new LinkedHashMap<>();
    for (Work work : works) {
      boolean usable = !work.id().isBlank() && !byId.containsKey(work.id());
      byId.put(usable ? work.id() : "#" + byId.size(), work);
    }
    Map<String, List<String>> needs = new LinkedHashMap<>();
    byId.forEach((id, work) -> needs.put(id, work.needs()));
    return TaskGraph.inOrder(needs).stream()
        .flatMap(id -> Stream.ofNullable(byId.get(id)))
        .toList();
  }

  private PlanTask task(List<Work> works, int index) {
    Work work = works.get(index);
    Map<String, PlanFile> files = new LinkedHashMap<>();
    work.places().forEach(place -> files.putIfAbsent(place.file(), file(place)));
    List<String> needs =
        Stream.iterate(0, i -> i < index, i -> i + 1)
            .filter(i -> work.needs().contains(works.get(i).id()))
            .map(i -> PlanWords.taskId(i + 1))
            .toList();
    return new PlanTask(
        PlanWords.taskId(index + 1),
        work.title(),
        folder(files.keySet()),
        action(work.title(), files.values().stream().toList()),
        description(work),
        List.copyOf(files.values()),
        steps(work),
        List.of(ACCEPTANCE),
        needs,
        1,
        VERIFICATION,
        risks(),
        "Taken from the solution \"%s\".".formatted(name));
  }

  private PlanFile file(CodeLocation place) {
    boolean there = facts.exists(place.file());
    boolean inRange = there && place.line() <= facts.lineCount(place.file());
    return new PlanFile(
        place.file(),
        inRange ? Math.max(0, place.line()) : 0,
        there ? PlanWords.MODIFY : PlanWords.CREATE,
        PlanWords.oneLine(place.reason()));
  }

  /** The folder of all the files; empty when they are in several. */
  private static String folder(Set<String> paths) {
    Set<String> folders = new TreeSet<>();
    paths.forEach(path -> folders.add(path.substring(0, Math.max(0, path.lastIndexOf('/')))));
    return folders.size() == 1 ? String.join("", folders) : "";
  }

  /** The verb that the title begins with, else what fits the files. */
  private static String action(String title, List<PlanFile> files) {
    String first = title.split("[\\s:]", 2)[0].toLowerCase(Locale.ROOT);
    return PlanWords.TASK_ACTIONS.stream()
        .filter(action -> action.toLowerCase(Locale.ROOT).equals(first))
        .findFirst()
        .orElse(
            files.stream().anyMatch(file -> file.action().equals(PlanWords.MODIFY))
                ? "Update"
                : "Implement");
  }

  private String description(Work work) {
    List<String> sentences = new ArrayList<>();
    Stream.of(work.title(), work.keyPoint(), approach())
        .filter(text -> !text.isEmpty())
        .distinct()
        .map(text -> SENTENCE_END.matcher(text).find() ? text : text + ".")
        .forEach(sentences::add);
    if (!terms.constraints().isEmpty()) {
      sentences.add(
          lines(terms.constraints().stream())
              .map("“%s”"::formatted)
              .collect(Collectors.joining(", ", "The person's constraints hold: ", ".")));
    }
    return String.join(" ", sentences);
  }

  private String approach() {
    return Cut.shown(
        PlanWords.oneLineOr(
            solution.implementationPlan().approach(), PlanWords.oneLine(solution.description())),
        LONGEST_APPROACH);
  }

  private static List<String> steps(Work work) {
    List<String> steps = new ArrayList<>();
    if (!work.keyPoint().isEmpty() || work.places().isEmpty()) {
      steps.add(work.keyPoint().isEmpty() ? work.title() : work.keyPoint());
    }
    for (CodeLocation place : work.places()) {
      String reason = PlanWords.oneLine(place.reason());
      steps.add(
          "Work in "
              + place.file()
              + (place.line() > 0 ? ":" + place.line() : "")
              + (reason.isEmpty() ? "" : " (" + reason + ")"));
    }
    int room = TaskChecks.MOST_STEPS - 1;
    if (steps.size() > room) {
      List<String> rest = List.copyOf(steps.subList(room - 1, steps.size()));
      steps.subList(room - 1, steps.size()).clear();
      steps.add(String.join("; ", rest));
    }
    steps.add(VERIFICATION);
    return List.copyOf(steps);
  }

  private List<String> risks() {
    List<String> named =
        lines(Stream.concat(solution.technicalConcerns().stream(), solution.cons().stream()))
            .limit(MOST_RISKS)
            .toList();
    return named.isEmpty() && complexity == Complexity.HIGH
        ? List.of("The discussion named no risk for a change of high effort.")
        : named;
  }

  private static Stream<String> lines(Stream<String> texts) {
    return texts.map(PlanWords::oneLine).filter(line -> !line.isEmpty()).distinct();
  }

  private boolean isInScope(CodeLocation place) {
    return scope.objection(place.file()).isEmpty();
  }

  /** Whether what would be built is out of scope, and only what would test it is left. */
  private boolean onlyTestsAreInScope() {
    List<CodeLocation> all =
        Stream.concat(
                affected(),
                solution.implementationPlan().tasks().stream().flatMap(t -> places(t).stream()))
            .toList();
    List<CodeLocation> left = all.stream().filter(this::isInScope).toList();
    return !left.isEmpty()
        && left.stream().allMatch(DegradedPlan::isTest)
        && !all.stream().allMatch(DegradedPlan::isTest);
  }

  private static boolean isTest(CodeLocation place) {
    return PathKind.of(place.file()) == PathKind.TEST;
  }

  private Stream<CodeLocation> affected() {
    return solution.affectedFiles().stream().flatMap(place -> inside(place).stream());
  }

  /** A task's files, each with the line and the reason that the solution gives elsewhere. */
  private List<CodeLocation> places(SolutionTask task) {
    return task.files().stream()
        .flatMap(path -> inside(new CodeLocation(path, 0, "")).stream())
        .map(
            place ->
                place.line() > 0
                    ? place
                    : affected()
                        .filter(known -> known.file().equals(place.file()))
                        .findFirst()
                        .orElse(place))
        .distinct()
        .toList();
  }

  /** A place whose line may stand behind its path; empty when it is outside of the workspace. */
  private static Optional<CodeLocation> inside(CodeLocation place) {
    Matcher matcher = PLACE.matcher(place.file().strip());
    boolean lined = matcher.matches();
    String path = lined ? matcher.group(1) : place.file();
    int line =
        place.line() > 0 || !lined ? Math.max(0, place.line()) : Integer.parseInt(matcher.group(2));
    return PlanPaths.inside(path).map(file -> new CodeLocation(file, line, place.reason()));
  }
}
