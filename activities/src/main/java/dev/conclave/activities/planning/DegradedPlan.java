package dev.conclave.activities.planning;

import static dev.conclave.activities.planning.PlanChecks.oneLine;
import static dev.conclave.activities.planning.PlanReader.TASK_ACTIONS;
import static dev.conclave.activities.planning.PlanReader.taskId;
import static dev.conclave.workflows.api.PlanTask.PlanFile.CREATE;
import static dev.conclave.workflows.api.PlanTask.PlanFile.MODIFY;

import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.Plan.Complexity;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.api.TaskGraph;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.SolutionTask;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Language;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Builds a plan by rules when no planner could; see docs/plan.md, section 4. The plan passes {@link
 * PlanChecks}.
 */
public final class DegradedPlan {
  private static final String VERIFICATION = "Run the project's build and its tests.";
  private static final String ACCEPTANCE =
      "The project's build and all its tests pass with the change.";
  private static final int MOST_RISKS = 5;
  private static final int LONGEST_APPROACH = 600;

  private final boolean direct;
  private final String name;
  private final String title;
  private final String approach;
  private final Solution solution;
  private final PlanTerms terms;
  private final TreeFacts facts;
  private final List<CodeLocation> affected;
  private final PlanScope scope;
  private final Complexity complexity;
  private final Language language;

  private DegradedPlan(
      String task, Solution solution, PlanTerms terms, TreeFacts facts, Language language) {
    this.language = language;
    this.direct = solution.sourceCli().equals(List.of(AgentStatus.DIRECT));
    this.name = first(solution.name(), solution.description(), task);
    // The direct analyst's solution names where to start, not what to do.
    this.title = direct ? first(task, name) : name;
    this.approach =
        Cut.shorten(
            first(solution.implementationPlan().approach(), solution.description()),
            LONGEST_APPROACH);
    this.solution = solution;
    this.terms = terms;
    this.facts = facts;
    this.affected =
        solution.affectedFiles().stream()
            .flatMap(
                place ->
                    TreeFacts.inside(place.file())
                        .map(file -> new CodeLocation(file, place.line(), place.reason()))
                        .stream())
            .toList();
    this.scope = new PlanScope(terms.scope(), facts);
    this.complexity =
        switch (solution.effort()) {
          case LOW -> Complexity.LOW;
          case HIGH -> Complexity.HIGH;
          case MEDIUM, UNKNOWN -> Complexity.MEDIUM;
        };
  }

  private String ours(String sentence) {
    return language.console(sentence);
  }

  private static String first(String... texts) {
    return lines(Stream.of(texts)).findFirst().orElse("");
  }

  private static Stream<String> lines(Stream<String> texts) {
    return texts.map(PlanChecks::oneLine).filter(line -> !line.isEmpty()).distinct();
  }

  /**
   * Builds the plan within the scope of {@code terms}, in a language; empty if the solution has
   * neither files nor tasks in scope.
   */
  public static Optional<Plan> of(
      String task, Solution solution, PlanTerms terms, TreeFacts facts, Language language) {
    return new DegradedPlan(task, solution, terms, facts, language).plan();
  }

  private Optional<Plan> plan() {
    List<SolutionTask> own = solution.implementationPlan().tasks();
    List<String> files = affected.stream().map(CodeLocation::file).distinct().toList();
    List<SolutionTask> given =
        own.isEmpty() && !files.isEmpty()
            ? List.of(new SolutionTask("", title, List.of(), files, ""))
            : own;
    // Drops tasks whose files are all out of scope.
    List<SolutionTask> kept =
        given.stream()
            .filter(task -> places(task).isEmpty() || places(task).stream().anyMatch(this::inScope))
            .toList();
    if (kept.isEmpty()) {
      return Optional.empty();
    }
    List<SolutionTask> ordered = inOrder(kept);
    boolean simple = complexity == Complexity.LOW;
    String gap = language == Language.ZH ? "" : " ";
    return Optional.of(
        new Plan(
            direct ? String.join(gap, ours("No model has seen this task."), name) : name,
            approach.isEmpty() ? title : approach,
            complexity,
            ours("not estimated"),
            "Agent",
            simple ? Optional.empty() : Optional.of(ours("The solution does not describe it.")),
            simple ? List.of() : List.of(ours("Chosen: " + name)),
            TaskGraph.assign(
                IntStream.range(0, ordered.size()).mapToObj(i -> task(ordered, i)).toList()),
            // Rules copy a constraint's text but cannot know whether a task keeps it.
            List.of(),
            true,
            given.stream()
                .filter(task -> !kept.contains(task))
                .map(task -> first(task.name(), task.id()))
                .toList()));
  }

  private static List<SolutionTask> inOrder(List<SolutionTask> tasks) {
    Map<String, SolutionTask> byId = new LinkedHashMap<>();
    Map<String, List<String>> needs = new LinkedHashMap<>();
    for (SolutionTask task : tasks) {
      boolean usable = !task.id().isBlank() && !byId.containsKey(task.id());
      String id = usable ? task.id() : "#" + byId.size();
      byId.put(id, task);
      needs.put(id, task.dependsOn());
    }
    return TaskGraph.inOrder(needs).stream()
        .flatMap(id -> Stream.ofNullable(byId.get(id)))
        .toList();
  }

  private PlanTask task(List<SolutionTask> tasks, int index) {
    SolutionTask task = tasks.get(index);
    List<CodeLocation> places = places(task).stream().filter(this::inScope).toList();
    List<SolutionTask> before = tasks.subList(0, index);
    Map<String, PlanFile> files = new LinkedHashMap<>();
    for (CodeLocation place : places) {
      boolean created = before.stream().anyMatch(one -> creates(one, place));
      files.putIfAbsent(place.file(), file(place, created));
    }
    String named = first(task.name(), title);
    boolean changes = files.values().stream().anyMatch(file -> file.action().equals(MODIFY));
    return new PlanTask(
        taskId(index + 1),
        named,
        "",
        TASK_ACTIONS.stream()
            .filter(named.split("[\\s:]", 2)[0]::equalsIgnoreCase)
            .findFirst()
            .orElse(changes ? "Update" : "Implement"),
        description(named, task.keyPoint()),
        List.copyOf(files.values()),
        steps(named, oneLine(task.keyPoint()), places),
        List.of(ours(ACCEPTANCE)),
        IntStream.range(0, index)
            .filter(
                i ->
                    task.dependsOn().contains(tasks.get(i).id())
                        || places.stream().anyMatch(place -> creates(tasks.get(i), place)))
            .mapToObj(i -> taskId(i + 1))
            .toList(),
        1,
        ours(VERIFICATION),
        List.of(),
        risks(),
        ours("From the option \"%s\".".formatted(name)));
  }

  private List<CodeLocation> places(SolutionTask task) {
    return task.files().stream()
        .flatMap(path -> TreeFacts.inside(path).stream())
        .distinct()
        .flatMap(
            path -> {
              List<CodeLocation> known =
                  affected.stream().filter(place -> place.file().equals(path)).toList();
              return known.isEmpty() ? Stream.of(new CodeLocation(path, 0, "")) : known.stream();
            })
        .toList();
  }

  private boolean creates(SolutionTask task, CodeLocation place) {
    return !facts.exists(place.file())
        && places(task).stream().anyMatch(one -> one.file().equals(place.file()));
  }

  private boolean inScope(CodeLocation place) {
    return scope.objection(place.file()).isEmpty();
  }

  private PlanFile file(CodeLocation place, boolean created) {
    boolean inRange = place.line() > 0 && place.line() <= facts.lines(place.file()).orElse(0);
    return new PlanFile(
        place.file(),
        inRange ? place.line() : 0,
        created || facts.exists(place.file()) ? MODIFY : CREATE,
        oneLine(place.reason()));
  }

  private String description(String named, String keyPoint) {
    Stream<String> constraints =
        terms.constraints().stream()
            .map("keep the user's constraint “%s”"::formatted)
            .map(this::ours);
    return lines(Stream.concat(Stream.of(named, keyPoint, approach), constraints))
        .map(text -> text.replaceFirst("[.。]$", ""))
        .collect(Collectors.joining("; ", "", language == Language.ZH ? "。" : "."));
  }

  private List<String> steps(String named, String keyPoint, List<CodeLocation> places) {
    List<String> steps = new ArrayList<>();
    if (!keyPoint.isEmpty() || places.isEmpty()) {
      steps.add(keyPoint.isEmpty() ? named : keyPoint);
    }
    for (CodeLocation place : places) {
      String reason = oneLine(place.reason());
      String line = place.line() > 0 ? ":" + place.line() : "";
      String why = reason.isEmpty() ? "" : " (" + reason + ")";
      steps.add(ours("Work in " + place.file() + line + why));
    }
    int room = PlanChecks.MOST_STEPS - 2;
    List<String> few = new ArrayList<>(steps.subList(0, Math.min(room, steps.size())));
    if (steps.size() > room) {
      few.add(String.join("; ", steps.subList(room, steps.size())));
    }
    few.add(ours(VERIFICATION));
    return few;
  }

  private List<String> risks() {
    List<String> named =
        lines(Stream.concat(solution.technicalConcerns().stream(), solution.cons().stream()))
            .limit(MOST_RISKS)
            .toList();
    return named.isEmpty() && complexity == Complexity.HIGH
        ? List.of(ours("High effort; no risk was named."))
        : named;
  }
}
