package dev.conclave.activities.planning;

import static dev.conclave.activities.planning.PlanReader.EXECUTIONS;
import static dev.conclave.activities.planning.PlanReader.TASK_ACTIONS;
import static dev.conclave.workflows.api.PlanTask.PlanFile.CREATE;
import static dev.conclave.workflows.api.PlanTask.PlanFile.DELETE;
import static dev.conclave.workflows.api.PlanTask.PlanFile.MODIFY;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.Plan.Complexity;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.api.TaskGraph;
import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Checks plans; see docs/plan.md, section 2. Errors can be quoted in a repair prompt. Thread-safe.
 */
public final class PlanChecks {
  private static final int MOST_TASKS = 7;
  private static final int LEAST_STEPS = 2;
  static final int MOST_STEPS = 7;
  private static final int MOST_CRITERIA = 4;
  private static final int MOST_CHECKS = 5;
  private static final int LONGEST_CHECK = 500;

  /** Does not match generics, which a search command may contain, or Go's {@code ./...}. */
  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "(?:^|[\\s=/:])<[A-Za-z][\\w.-]*(?: [\\w.-]+)*>|(?:^|\\s)\\.\\.\\.(?:\\s|$)|…");

  private static final Pattern TASK_ID = Pattern.compile("TASK-\\d{3}");
  private static final List<String> FILE_ACTIONS = List.of(MODIFY, CREATE, DELETE);

  private static final Pattern EMPTY_PHRASE =
      Pattern.compile(
          "\\b(?:"
              + "(?:works?|working|functions?|functioning|behaves?|runs?|operates?)"
              + " (?:correctly|properly|fine|well|as (?:expected|intended|desired|designed))"
              + "|(?:correctly|properly) (?:implemented|working|done)"
              + "|(?:implemented|done) (?:correctly|properly)"
              + "|(?:good|great|acceptable|adequate|high|better|improved) (?:performance|quality)"
              + "|performs? well|fully functional|user[- ]friendly|clean code|best practices?"
              + "|as (?:needed|appropriate|required)|no (?:issues|problems)|looks? good"
              + ")\\b"
              + "|正常工作|正确工作|工作正常|运行正常|功能正常|正常运行|性能良好|良好的性能|符合预期|没有问题");

  private final List<String> errors = new ArrayList<>();

  private PlanChecks() {}

  /** Returns the errors of a plan; empty if it may be executed. */
  public static List<String> check(Plan plan, PlanTerms terms, TreeFacts facts) {
    PlanChecks checks = new PlanChecks();
    checks.whole(plan);
    plan.tasks().forEach(task -> checks.task(task, plan.complexity()));
    TaskGraph graph = new TaskGraph(plan.tasks());
    for (PlanTask task : plan.tasks()) {
      task.files().forEach(file -> checks.file(task.id(), file, graph.earlier(task, file), facts));
      checks.errors.addAll(Verifications.errors(task, plan.tasks(), facts));
    }
    checks.ids(plan.tasks().stream().map(PlanTask::id).toList());
    checks.errors.addAll(TaskGraph.orderErrors(plan.tasks()));
    checks.terms(plan, terms, facts);
    return List.copyOf(checks.errors);
  }

  /** Returns what a planner is asked once to fix; empty for a degraded plan. */
  public static List<String> warnings(Plan plan) {
    if (plan.degraded()) {
      return List.of();
    }
    List<String> warnings = new ArrayList<>();
    int count = plan.tasks().size();
    boolean simple = plan.complexity() == Complexity.LOW;
    if (count > MOST_TASKS || (count == 1 && !simple)) {
      String wanted = simple ? "1 to 7" : "2 to 7, or 1 when the complexity is Low";
      warnings.add("The plan has %s; give %s.".formatted(Words.counted(count, "task"), wanted));
    }
    for (PlanTask task : plan.tasks()) {
      count(task.id(), "implementation steps", task.implementation(), LEAST_STEPS, MOST_STEPS)
          .ifPresent(warnings::add);
      count(task.id(), "acceptance criteria", task.acceptance(), 1, MOST_CRITERIA)
          .ifPresent(warnings::add);
      String unmet = "%s: risk \"%s\" has no mitigation; add one.";
      task.risks().stream()
          .filter(risk -> !risk.contains(PlanTask.MITIGATION))
          .forEach(risk -> warnings.add(unmet.formatted(task.id(), oneLine(risk))));
    }
    return List.copyOf(warnings);
  }

  private static Optional<String> count(
      String id, String what, List<String> texts, int least, int most) {
    int count = texts.size();
    return count == 0 || (count >= least && count <= most)
        ? Optional.empty()
        : Optional.of("%s: %s: %d; give %d to %d.".formatted(id, what, count, least, most));
  }

  private void error(String error, Object... said) {
    errors.add(error.formatted(said));
  }

  private void require(boolean holds, String error, Object... said) {
    if (!holds) {
      error(error, said);
    }
  }

  private void whole(Plan plan) {
    require(!plan.tasks().isEmpty(), "The plan has no tasks; give 1 to %d.", MOST_TASKS);
    require(!plan.summary().isBlank(), "The plan has no summary.");
    require(!plan.approach().isBlank(), "The plan has no approach.");
    require(!plan.estimatedTime().isBlank(), "The plan has no estimated_time.");
    require(
        EXECUTIONS.contains(plan.recommendedExecution()),
        "recommended_execution is \"%s\"; it must be one of %s.",
        plan.recommendedExecution(),
        String.join(", ", EXECUTIONS));
    boolean simple = plan.complexity() == Complexity.LOW;
    require(
        simple || plan.dataFlow().filter(flow -> !flow.isBlank()).isPresent(),
        "The plan has no data_flow; complexity Medium or High requires it.");
    require(
        simple || !plan.designDecisions().isEmpty(),
        "The plan has no design_decisions; complexity Medium or High requires them.");
  }

  private void task(PlanTask task, Complexity complexity) {
    String id = task.id();
    require(!task.title().isBlank(), "%s has no title.", id);
    require(!task.description().isBlank(), "%s has no description.", id);
    require(!task.verification().isBlank(), "%s has no verification.", id);
    commands(id, task.checks());
    require(
        TASK_ACTIONS.contains(task.action()),
        "%s: action \"%s\" is not one of %s.",
        id,
        task.action(),
        String.join(", ", TASK_ACTIONS));
    require(!task.implementation().isEmpty(), "%s has no implementation steps; give 2 to 7.", id);
    require(
        complexity != Complexity.HIGH || !task.risks().isEmpty(),
        "%s names no risks; complexity High requires them.",
        id);
    require(
        !task.acceptance().isEmpty(),
        "%s has no acceptance criteria; give 1 to 4 that a test can decide.",
        id);
    for (String criterion : task.acceptance()) {
      require(!criterion.isBlank(), "%s has an empty acceptance criterion.", id);
      Matcher empty =
          EMPTY_PHRASE.matcher(criterion.toLowerCase(Locale.ROOT).replaceAll("\\s+", " "));
      if (empty.find()) {
        error(
            "%s: acceptance criterion \"%s\" cannot be tested: instead of \"%s\", name an observable result, with numbers.",
            id, criterion.strip(), empty.group());
      }
    }
  }

  /** Requires each check to be one command line that can run unchanged. */
  private void commands(String id, List<String> checks) {
    require(
        checks.size() <= MOST_CHECKS,
        "%s has %d checks; give at most %d.",
        id,
        checks.size(),
        MOST_CHECKS);
    for (String check : checks) {
      Matcher placeholder = PLACEHOLDER.matcher(check);
      if (check.length() > LONGEST_CHECK) {
        error(
            "%s: a check has %d characters, the limit is %d: \"%s\".",
            id, check.length(), LONGEST_CHECK, oneLine(check));
      } else if (check.indexOf('\n') >= 0 || ControlCharacters.isIn(check)) {
        error(
            "%s: check \"%s\" is not one line of visible characters; give one command line.",
            id, oneLine(check));
      } else if (placeholder.find()) {
        error(
            "%s: check \"%s\" cannot run as written: replace the placeholder \"%s\".",
            id, check, placeholder.group().strip());
      }
    }
  }

  private void ids(List<String> ids) {
    for (String id : new LinkedHashSet<>(ids)) {
      require(
          TASK_ID.matcher(id).matches(),
          "Task id \"%s\" does not have the form TASK-001, TASK-002 and so on.",
          id);
      require(
          Collections.frequency(ids, id) == 1,
          "Task id %s is used more than once; each id must be unique.",
          id);
    }
  }

  /**
   * Checks a file of a task.
   *
   * @param earlier the action of the last earlier task that creates or deletes the file
   */
  private void file(String id, PlanFile file, Optional<String> earlier, TreeFacts facts) {
    String path = file.path();
    boolean kept = TreeFacts.inside(path).filter(facts::exists).isPresent();
    boolean there = earlier.map(CREATE::equals).orElse(kept);
    if (TreeFacts.inside(path).filter(path::equals).isEmpty()) {
      error(
          "%s: \"%s\" is not a path inside the workspace; write it relative to the root, with /.",
          id, path);
    } else if (!FILE_ACTIONS.contains(file.action())) {
      String actions = String.join(", ", FILE_ACTIONS);
      error("%s: action \"%s\" of %s is not one of %s.", id, file.action(), path, actions);
    } else if (file.action().equals(CREATE)) {
      String error = "%s creates %s, which already exists; modify it, or choose another path.";
      require(!there, error, id, path);
    } else if (!there) {
      error(
          "%s %s %s, which does not exist at that point; correct the path, or depend on the task that creates it.",
          id, file.action().equals(DELETE) ? "deletes" : "modifies", path);
    } else if (earlier.isEmpty() || file.line() < 0) {
      // The number of lines of a new file is not known yet.
      int lines = facts.lines(path).orElse(0);
      String error = "%s: line %d of %s is out of range; the file has %s (0 means the whole file).";
      boolean inRange = file.line() >= 0 && file.line() <= lines;
      require(inRange, error, id, file.line(), path, Words.counted(lines, "line"));
    }
  }

  private void terms(Plan plan, PlanTerms terms, TreeFacts facts) {
    PlanScope scope = new PlanScope(terms.scope(), facts);
    for (PlanTask task : plan.tasks()) {
      for (PlanFile file : task.files()) {
        scope
            .objection(file.path())
            .ifPresent(why -> error("%s touches %s, %s.", task.id(), file.path(), why));
      }
    }
    // Rules cannot know whether their tasks keep a user's constraint; the gate says so.
    Set<String> ids = new LinkedHashSet<>(plan.tasks().stream().map(PlanTask::id).toList());
    for (int number = 1; number <= terms.constraints().size() && !plan.degraded(); number++) {
      List<String> tasks = plan.tasksForConstraint(number);
      require(
          !tasks.isEmpty(),
          "No task keeps the user's constraint %d (\"%s\"); add it to a task, and list that task in constraints.",
          number,
          oneLine(terms.constraints().get(number - 1)));
      for (String id : tasks) {
        require(
            ids.contains(id),
            "constraints: constraint %d names \"%s\", which is not a task of the plan.",
            number,
            id);
      }
    }
  }

  static String oneLine(String text) {
    return Cut.shorten(text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip(), 400);
  }
}
