package dev.conclave.workflows.api;

import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.Bounds;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Manages the repository of an execution, in the data folder of the host that has the workspace;
 * see docs/execute.md. The workflow holds base, trees and commits. The host keeps only objects by
 * id, folders that can be recreated, and the commands allowed by the user. Only {@link #deliver}
 * writes to the user's repository. All methods are idempotent.
 */
@ActivityInterface
public interface ExecutionActivities {

  /**
   * Creates the repository, imports the workspace's content, and lists the commands that can run.
   *
   * @throws io.temporal.failure.ApplicationFailure of type {@code workspace-refused},
   *     non-retryable, when execution is impossible, for example without user.name, in a bare
   *     repository or on the in-memory server; the message says what to do
   */
  @ActivityMethod(name = "openExecution")
  Base open(OpenExecution order);

  /** Records that the user allows these command lines in this repository. */
  @ActivityMethod(name = "allowCommands")
  void allow(Workspace workspace, List<String> lines);

  /**
   * Compares two trees with Git, independent of any agent's claims.
   *
   * @param order {@code from} and {@code to} are trees of this execution
   */
  @ActivityMethod(name = "inspectChange")
  TaskChange inspect(InspectOrder order);

  /**
   * Applies a change to another tree, by a three-way merge without drivers.
   *
   * @param base the tree before the change
   * @param onto the tree to apply it to
   * @param changed the tree with the change
   */
  @ActivityMethod(name = "mergeTrees")
  Merged merge(String session, Workspace workspace, String base, String onto, String changed);

  /** Creates a commit of the branch; equal orders create the same object. */
  @ActivityMethod(name = "commitTask")
  Committed commit(CommitOrder order);

  /** Creates the folder in which a human does a task by hand; returns its path. */
  @ActivityMethod(name = "openByHand")
  String openByHand(String session, Workspace workspace, String task, String tree);

  /**
   * Imports the content of that folder; returns its tree.
   *
   * @throws io.temporal.failure.ApplicationFailure of type {@code workspace-refused},
   *     non-retryable, if a file cannot be imported, such as one above 64 MiB
   */
  @ActivityMethod(name = "takeByHand")
  String takeByHand(String session, Workspace workspace, String task, String tree);

  /** Inspects the target of the branch and the ways of delivery open now. */
  @ActivityMethod(name = "inspectTarget")
  Target target(String session, Workspace workspace, Base base, String commit, boolean uncommitted);

  /**
   * Replays the commits on the target as it is now, in the execution's repository only.
   *
   * @param base the commits build on so far
   * @param commit the last one
   * @return empty if they conflict with the target; {@link #target} then names the conflict
   */
  @ActivityMethod(name = "replayBranch")
  Optional<Replayed> replay(String session, Workspace workspace, Base base, String commit);

  /**
   * Delivers the branch, unless the target already has it.
   *
   * @return the result, or why it was refused and what to do; nothing is lost either way
   */
  @ActivityMethod(name = "deliverBranch")
  Delivered deliver(DeliveryOrder order);

  /**
   * Parameters of an execution.
   *
   * @param checks command lines from {@code --check}
   * @param setup command lines from {@code --setup}
   * @param branch to create
   */
  record OpenExecution(
      String session,
      Workspace workspace,
      String tree,
      Plan plan,
      List<String> checks,
      List<String> setup,
      String branch) {}

  /**
   * The starting point of the tasks.
   *
   * @param head the commit of HEAD; absent without Git
   * @param headTree the tree of {@code head}, on which delivered commits build
   * @param tree HEAD with uncommitted changes
   * @param dirty uncommitted paths, at most 200
   * @param dirtyFiles number of uncommitted paths
   * @param onBranch the checked-out branch; absent when HEAD is detached, or without Git
   * @param branch for the commits
   * @param author of the commits, {@code Ada <ada@example.org>}
   * @param commands in order: setup, checks of the repository, checks of tasks
   * @param notes for the user: hooks and signing that do not run, files left out
   */
  @RecordBuilder
  record Base(
      Optional<String> head,
      String headTree,
      String tree,
      List<String> dirty,
      int dirtyFiles,
      Optional<String> onBranch,
      String branch,
      String author,
      List<Command> commands,
      List<String> notes)
      implements ExecutionActivitiesBaseBuilder.With {
    /** Whether the work builds on uncommitted changes. */
    public boolean hasUncommitted() {
      return !tree.equals(headTree);
    }
  }

  /**
   * A command line that an execution may run, through {@code /bin/sh -c}.
   *
   * @param task id of the task that it checks; empty for the repository
   * @param from source in words: {@code --check}, {@code package.json}
   * @param allowed whether the user supplied or allowed it here
   */
  record Command(
      String line, Purpose purpose, String task, Origin origin, String from, boolean allowed) {
    /** In characters. */
    public static final int LONGEST = 500;

    public static boolean isLine(String text) {
      return !text.isBlank()
          && text.length() <= LONGEST
          && text.chars().noneMatch(Character::isISOControl);
    }

    public enum Purpose {
      SETUP,
      CHECK
    }

    public enum Origin {
      OPTION,
      CONFIGURATION,
      PLAN,
      PROJECT
    }
  }

  /**
   * A change to inspect.
   *
   * @param base the execution's first tree: protected files are restored from it
   * @param files that the change is meant to touch; empty for any
   * @param definers files that the tasks so far name, which may therefore change check definitions
   * @param checks command lines that run
   * @param scope of the plan, set by the human
   */
  record InspectOrder(
      String session,
      Workspace workspace,
      String base,
      String from,
      String to,
      List<PlanTask.PlanFile> files,
      List<String> definers,
      List<String> checks,
      PlanTerms scope) {}

  /**
   * A change according to Git. Lists hold at most 100 paths each.
   *
   * @param outside changed files that the task does not name
   * @param outOfScope changed files that the human excluded; the task fails
   * @param secrets changed files that contain a secret; the task fails
   * @param protectedFiles changed tests that existed before, and changed check definitions
   * @param unmanaged changed files with a Git filter, which cannot be committed; the task fails
   * @param dependencies names of new dependencies
   * @param checkTree the changed tree in which protected files that no task names are restored; the
   *     checks run on it
   * @param stat at most 4 KiB
   * @param diff document of the {@link Change.Diff}
   */
  record TaskChange(
      int files,
      int added,
      int removed,
      List<String> paths,
      List<String> outside,
      List<String> outOfScope,
      List<String> secrets,
      List<String> protectedFiles,
      List<String> unmanaged,
      List<String> dependencies,
      String checkTree,
      String stat,
      DocumentRef diff) {
    private static final int KEPT = 20;

    /** Returns a copy with at most 20 paths per list, for a state that holds many changes. */
    public TaskChange lean() {
      return new TaskChange(
          files,
          added,
          removed,
          some(paths),
          some(outside),
          some(outOfScope),
          some(secrets),
          some(protectedFiles),
          some(unmanaged),
          some(dependencies),
          checkTree,
          stat,
          diff);
    }

    /** Returns what a reader of the change must know, one sentence each. */
    public List<String> remarks() {
      Map<String, List<String>> remarks = new LinkedHashMap<>();
      remarks.put("not named by a task", outside);
      remarks.put("changed existing tests or check definitions", protectedFiles);
      remarks.put("new dependencies", dependencies);
      remarks.values().removeIf(List::isEmpty);
      return remarks.entrySet().stream()
          .map(one -> one.getKey() + ": " + String.join(", ", Bounds.paths(one.getValue())))
          .toList();
    }

    private static List<String> some(List<String> all) {
      return Bounds.paths(all.stream().limit(KEPT).toList());
    }
  }

  /**
   * Result of a merge.
   *
   * @param tree absent on conflict
   * @param conflicts files in conflict, at most 100
   */
  record Merged(@Nullable String tree, List<String> conflicts) {}

  /**
   * A commit to create.
   *
   * @param after the commit of the user's repository that the branch starts from; absent without
   *     Git
   * @param parent absent for the first commit without Git
   * @param onto the tree of {@code parent}
   * @param from the execution's tree before the change
   * @param tree the execution's tree after it; the difference is applied to {@code onto}
   * @param message subject, body and trailers
   * @param at workflow time
   */
  record CommitOrder(
      String session,
      Workspace workspace,
      Optional<String> after,
      Optional<String> parent,
      String onto,
      String from,
      String tree,
      String message,
      String author,
      Instant at) {}

  /**
   * A created commit.
   *
   * @param tree of the commit, without earlier uncommitted changes
   */
  record Committed(String commit, String tree) {}

  enum Way {
    KEEP,
    MERGE,
    PR,
    PATCH,
    DISCARD
  }

  /**
   * Possible deliveries of a branch.
   *
   * @param ways the open ones, KEEP first
   * @param closed why each other way is closed, one sentence each
   * @param moved whether the target has commits that the branch lacks
   * @param workable whether the work can go on: its files are not tidied away
   */
  record Target(List<Way> ways, List<String> closed, boolean moved, boolean workable) {}

  /**
   * A delivery.
   *
   * @param squash into one commit; for MERGE
   * @param draft for PR
   * @param file for PATCH: absolute, or relative to the workspace
   * @param title of a pull request or a squashed commit
   * @param body of the same, in Markdown
   */
  @RecordBuilder
  record DeliveryOrder(
      String session,
      Workspace workspace,
      Base base,
      String commit,
      Way way,
      boolean squash,
      boolean draft,
      String file,
      String title,
      String body)
      implements ExecutionActivitiesDeliveryOrderBuilder.With {}

  /**
   * Commits on another base.
   *
   * @param commits the new commit of each replaced one, in order; commits whose content the base
   *     already has are missing
   * @param top the last one
   * @param tree of the execution, with uncommitted changes
   * @param leftOut whether it is without the uncommitted changes, because they conflict or are gone
   */
  record Replayed(
      Base base, Map<String, String> commits, Committed top, String tree, boolean leftOut) {}

  /**
   * Result of a delivery.
   *
   * @param done false when refused
   * @param moved whether it was refused because the target has moved, so that a replay may help
   * @param said the result, or why it was refused, in a sentence
   * @param place the branch, URL or file; empty if none
   * @param commit for MERGE: the last commit of the change on the target; absent if the target has
   *     the change by commits of others
   * @param commands to copy, for continuing by hand
   */
  @RecordBuilder
  record Delivered(
      boolean done,
      boolean moved,
      String said,
      String place,
      Optional<String> commit,
      List<String> commands)
      implements ExecutionActivitiesDeliveredBuilder.With {
    public Delivered(boolean done, String said, String place, List<String> commands) {
      this(done, false, said, place, Optional.empty(), commands);
    }
  }

  /** Default timeout of a check. */
  Duration CHECK_TIMEOUT = Duration.ofMinutes(10);
}
