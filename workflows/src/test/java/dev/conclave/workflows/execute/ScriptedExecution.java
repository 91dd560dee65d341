package dev.conclave.workflows.execute;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.CheckActivities;
import dev.conclave.workflows.api.ExecutionActivities;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.plan.ScriptedHost;
import dev.conclave.workflows.plan.SessionDriver;
import dev.conclave.workflows.session.SessionTerms;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.failure.ApplicationFailure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A simulated repository with simulated checks, to test the workflow without Git. A tree is a set
 * of marks, {@code a+b}; a write-mode call adds marks.
 */
public final class ScriptedExecution implements ExecutionActivities, CheckActivities {
  public static final String SESSION = "EXE-limits-2026-11-21";
  static final String BASE = "base";
  static final String TESTS = "make test";

  final List<CheckOrder> ran = new CopyOnWriteArrayList<>();
  final List<CommitOrder> committed = new CopyOnWriteArrayList<>();
  final List<DeliveryOrder> delivered = new CopyOnWriteArrayList<>();
  final List<List<String>> allowed = new CopyOnWriteArrayList<>();
  final List<Base> replayedFrom = new CopyOnWriteArrayList<>();
  final List<InspectOrder> inspected = new CopyOnWriteArrayList<>();

  /** The mark a writer adds to its tree; by default its task's id. */
  volatile Function<AskRequest, String> writes = ScriptedExecution::task;

  /** The verdict on a tree, by its marks. */
  volatile BiFunction<String, Set<String>, CheckStatus> verdict =
      (line, marks) -> CheckStatus.PASSED;

  /** Marks that conflict in a merge. */
  volatile Set<String> conflicting = Set.of();

  volatile Set<String> outOfScope = Set.of();

  /** Changed files whose original content the checks use. */
  volatile List<String> shielded = List.of();

  volatile List<Command> commands = List.of(check(TESTS, Command.Origin.OPTION, true));
  volatile List<Way> ways = List.of(Way.values());
  volatile boolean workable = true;
  volatile Function<DeliveryOrder, Delivered> onDeliver =
      order ->
          new Delivered(true, "it is delivered", order.base().branch(), List.of())
              .withCommit(Optional.of(order.squash() ? "squashed" : order.commit()));

  /** The new target; null if the commits conflict with it. */
  volatile @Nullable String target;

  /** The mark of the user's uncommitted changes; empty without any. */
  volatile String uncommitted = "";

  /** Whether the uncommitted changes conflict with the new target. */
  volatile boolean leftOut;

  /** Commits whose content the new target already has. */
  volatile Set<String> there = Set.of();

  /** Whether the manual work cannot be taken over. */
  volatile boolean tooLarge;

  private final Map<String, Integer> tries = new ConcurrentHashMap<>();

  public ScriptedExecution(ScriptedHost host) {
    Function<AskRequest, AskReply> others = host.onAsk;
    host.onAsk =
        request ->
            request.tree().startsWith(BASE) && request.template().startsWith("executor")
                ? written(host, request)
                : others.apply(request);
  }

  /**
   * Requires permission for commands, fails T1 with every agent and by hand, and refuses a merge.
   */
  public void failsUntilByHand() {
    commands =
        List.of(
            check("make test", Command.Origin.PROJECT, false),
            check("make lint", Command.Origin.PLAN, false));
    writes = request -> task(request).equals("T1") ? "" : task(request);
    verdict =
        (line, marks) -> marks.contains("T1-by-hand") ? CheckStatus.FAILED : CheckStatus.PASSED;
    onDeliver =
        order -> new Delivered(order.way() != Way.MERGE, "by " + order.way(), "", List.of());
  }

  /** Makes every agent fail a task. */
  public void failsAt(String id) {
    writes = request -> task(request).equals(id) ? "" : task(request);
  }

  static Command check(String line, Command.Origin origin, boolean allowed) {
    return new Command(line, Command.Purpose.CHECK, "", origin, "a test", allowed);
  }

  private AskReply written(ScriptedHost host, AskRequest request) {
    Set<String> marks = marks(request.tree());
    Stream.of(writes.apply(request).split("[+]")).filter(m -> !m.isEmpty()).forEach(marks::add);
    String done = request.notes().containsKey("failed") ? "repaired " : "did ";
    return host.structured(request, Optional.of(Map.of("summary", done + task(request))))
        .withTree(tree(marks));
  }

  /** Returns the task id of a request; {@code fix} for findings. */
  static String task(AskRequest request) {
    String json = request.notes().getOrDefault("task", "");
    return json.isEmpty() ? "fix" : json.replaceAll("(?s).*?\"id\":\"([^\"]*)\".*", "$1");
  }

  static Set<String> marks(String tree) {
    Set<String> marks = new TreeSet<>(List.of(tree.split("[+]")));
    marks.remove(BASE);
    return marks;
  }

  static String tree(Set<String> marks) {
    return Stream.concat(Stream.of(BASE), marks.stream()).collect(Collectors.joining("+"));
  }

  /** Returns an execution of tasks {@code id group dependency…}. */
  public static ExecuteRequest request(String... tasks) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (String task : tasks) {
      String[] parts = task.split(" ");
      Map<String, Object> fields = new HashMap<>();
      fields.put("id", parts[0]);
      fields.put("title", "Do " + parts[0]);
      fields.put("execution_group", Integer.parseInt(parts[1]));
      fields.put("depends_on", List.of(parts).subList(2, parts.length));
      fields.put("acceptance", List.of(parts[0] + " works"));
      all.add(fields);
    }
    SessionTerms terms = SessionDriver.request().terms();
    Plan plan =
        ScriptedHost.read(
            Plan.class,
            dev.conclave.workflows.text.WireMapper.get()
                .valueToTree(Map.of("summary", "Add a limiter", "tasks", all))
                .toString());
    return ExecuteRequest.of(terms, "", plan, PlanTerms.NONE)
        .withWhy("- Chosen: Token bucket")
        .withWriters(List.of("codex"))
        .withReviewers(List.of());
  }

  @Override
  public Base open(OpenExecution order) {
    return new Base(
        Optional.of("c0ffee"),
        BASE,
        uncommitted.isEmpty() ? BASE : tree(Set.of(uncommitted)),
        List.of(uncommitted),
        uncommitted.isEmpty() ? 0 : 1,
        Optional.of("main"),
        "conclave/limits",
        "Ada <ada@example.org>",
        commands,
        List.of());
  }

  @Override
  public void allow(Workspace workspace, List<String> lines) {
    allowed.add(lines);
  }

  @Override
  public TaskChange inspect(InspectOrder order) {
    inspected.add(order);
    Set<String> added = marks(order.to());
    added.removeAll(marks(order.from()));
    List<String> paths = List.copyOf(added);
    return new TaskChange(
        added.size(),
        added.size(),
        0,
        paths,
        List.of(),
        paths.stream().filter(outOfScope::contains).toList(),
        List.of(),
        shielded,
        List.of(),
        List.of(),
        order.to() + (shielded.isEmpty() ? "" : "+shielded"),
        String.join(" ", paths),
        ScriptedHost.document("diff " + order.to()));
  }

  @Override
  public Merged merge(
      String session, Workspace workspace, String base, String onto, String changed) {
    Set<String> added = marks(changed);
    added.removeAll(marks(base));
    Set<String> all = new HashSet<>(marks(onto));
    all.addAll(added);
    Set<String> together = new TreeSet<>(all);
    together.retainAll(conflicting);
    return together.size() > 1
        ? new Merged(null, List.copyOf(together))
        : new Merged(tree(new TreeSet<>(all)), List.of());
  }

  @Override
  public Committed commit(CommitOrder order) {
    committed.add(order);
    return new Committed("commit-" + order.tree(), order.tree());
  }

  @Override
  public String openByHand(String session, Workspace workspace, String task, String tree) {
    return "/by-hand/" + task;
  }

  @Override
  public String takeByHand(String session, Workspace workspace, String task, String tree) {
    if (tooLarge) {
      throw ApplicationFailure.newNonRetryableFailure(
          "b.iso is larger than 64 MiB", FailureTypes.WORKSPACE_REFUSED);
    }
    Set<String> marks = marks(tree);
    marks.add(task + "-by-hand");
    return tree(marks);
  }

  @Override
  public Target target(
      String session, Workspace workspace, Base base, String commit, boolean uncommitted) {
    return new Target(ways, List.of(), false, workable);
  }

  @Override
  public Optional<Replayed> replay(String session, Workspace workspace, Base base, String commit) {
    replayedFrom.add(base);
    return Optional.ofNullable(target)
        .map(
            moved -> {
              Map<String, String> commits = new LinkedHashMap<>();
              committed.stream()
                  .map(CommitOrder::tree)
                  .filter(tree -> !there.contains(tree))
                  .forEach(tree -> commits.put("commit-" + tree, moved + "-" + tree));
              Set<String> marks = marks(commit.replaceFirst("^[^-]*-", ""));
              marks.add(moved);
              return new Replayed(
                  base.withHead(Optional.of(moved))
                      .withHeadTree(BASE + "+" + moved)
                      .withTree(BASE + "+" + moved),
                  commits,
                  new Committed(commits.getOrDefault(commit, moved), tree(marks)),
                  tree(marks),
                  leftOut);
            });
  }

  @Override
  public Delivered deliver(DeliveryOrder order) {
    delivered.add(order);
    return onDeliver.apply(order);
  }

  @Override
  public CheckRun run(CheckOrder order) {
    ran.add(order);
    tries.merge(order.line() + order.tree(), 1, Integer::sum);
    CheckStatus status = verdict.apply(order.line(), marks(order.tree()));
    return new CheckRun(
        order.line(),
        status,
        Optional.of(status == CheckStatus.PASSED ? 0 : 1),
        12,
        Optional.of(ScriptedHost.document("output of " + order.line())),
        status + "\n");
  }
}
