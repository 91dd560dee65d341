package dev.conclave.workflows.api;

import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.Bounds;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The repository of an execution, in the data folder of the host that has the workspace; see
 * docs/execute.md. The workflow holds base, trees and commits; nothing here is remembered but
 * objects by their ids, folders that can be made anew, and what the user once allowed. The user's
 * repository is only read, but for {@link #deliver}.
 *
 * <p>All methods may be called again with the same arguments, and then do nothing twice.
 */
@ActivityInterface
public interface ExecutionActivities {

  /**
   * Makes the repository, takes the workspace's content over, and says what could be run there.
   *
   * @throws io.temporal.failure.ApplicationFailure of type {@code workspace-refused},
   *     non-retryable, where nothing can be executed: no user.name, a bare repository, the
   *     in-memory server and the like; the message says what to do
   */
  @ActivityMethod(name = "openExecution")
  Base open(OpenExecution order);

  /** Remembers for this repository that the user allows these command lines. */
  @ActivityMethod(name = "allowCommands")
  void allow(Workspace workspace, List<String> lines);

  /**
   * What lies between two trees, by Git and nothing that an agent says.
   *
   * @param order {@code from} and {@code to} are trees of this execution
   */
  @ActivityMethod(name = "inspectChange")
  TaskChange inspect(InspectOrder order);

  /**
   * Brings a change onto another tree, by a three-way merge without drivers.
   *
   * @param base the tree that the change was made from
   * @param onto the tree that it comes onto
   * @param changed the tree with the change
   */
  @ActivityMethod(name = "mergeTrees")
  Merged merge(String session, Workspace workspace, String base, String onto, String changed);

  /** Makes a commit of the branch; equal orders make one object. */
  @ActivityMethod(name = "commitTask")
  Committed commit(CommitOrder order);

  /** Makes the folder in which a person carries a task out by hand; returns its path. */
  @ActivityMethod(name = "openByHand")
  String openByHand(String session, Workspace workspace, String task, String tree);

  /** Takes over what a person left in that folder; returns its tree. */
  @ActivityMethod(name = "takeByHand")
  String takeByHand(String session, Workspace workspace, String task, String tree);

  /** Looks at where the branch would go, and which ways of delivery are open now. */
  @ActivityMethod(name = "lookAtTarget")
  Target target(String session, Workspace workspace, Base base, String commit, boolean uncommitted);

  /**
   * Delivers the branch. Asks first whether the target has it already.
   *
   * @return what was done, or why it was refused and what to do about it; nothing is lost either
   *     way
   */
  @ActivityMethod(name = "deliverBranch")
  Delivered deliver(DeliveryOrder order);

  /**
   * What an execution begins with.
   *
   * @param checks command lines from {@code --check}
   * @param setup command lines from {@code --setup}
   * @param branch the name of the branch to make
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
   * What the tasks start from.
   *
   * @param head the commit that HEAD stands at; absent without Git
   * @param headTree its tree, which delivered commits build on
   * @param tree HEAD with what is not committed
   * @param dirty paths that are not committed, at most 200
   * @param dirtyFiles how many there are
   * @param onBranch the branch that HEAD is on; absent when it is detached or there is none
   * @param branch the branch that will hold the commits
   * @param author of the commits, {@code Ada <ada@example.org>}
   * @param commands what could be run, in order: setup, then checks of the repository, then of
   *     tasks
   * @param notes what the user should know: hooks and signing that do not run, files left out
   */
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
      List<String> notes) {}

  /**
   * A command line that an execution may run, through {@code /bin/sh -c}.
   *
   * @param task the id of the task that it checks; empty for one of the repository
   * @param from where it comes from, in words: {@code --check}, {@code package.json}
   * @param allowed whether the user gave it, or allowed it here before
   */
  record Command(
      String line, Purpose purpose, String task, Origin origin, String from, boolean allowed) {
    /** In characters. */
    public static final int LONGEST = 500;

    /** Returns whether a text can be a command line. */
    public static boolean isLine(String text) {
      return !text.isBlank()
          && text.length() <= LONGEST
          && text.chars().noneMatch(Character::isISOControl);
    }

    /** What a command is for. */
    public enum Purpose {
      SETUP,
      CHECK
    }

    /** Who a command comes from. */
    public enum Origin {
      OPTION,
      CONFIGURATION,
      PLAN,
      PROJECT
    }
  }

  /**
   * A question about a change.
   *
   * @param base the execution's first tree: protected files are restored from it
   * @param files that the change is meant to touch; empty for any
   * @param scope the human's, of the plan
   */
  record InspectOrder(
      String session,
      Workspace workspace,
      String base,
      String from,
      String to,
      List<PlanTask.PlanFile> files,
      PlanTerms scope) {}

  /**
   * A change as Git sees it. Lists hold at most 100 paths each.
   *
   * @param files how many files it touches
   * @param outside touched files that the task does not name
   * @param outOfScope touched files that the human left out; the task fails
   * @param secrets files of the change that hold a secret; the task fails
   * @param protectedFiles tests and definitions of checks that existed before, were changed, and
   *     are not named by the task
   * @param unmanaged changed files of Git LFS, which cannot be committed; the task fails
   * @param dependencies new dependencies, by name
   * @param checkTree the changed tree with protected files as they were: the checks run on it
   * @param stat a diff stat, at most 4 KiB
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

    /** The same with at most 20 paths of each kind, for a state that holds many. */
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

    private static List<String> some(List<String> all) {
      return Bounds.paths(all.stream().limit(KEPT).toList());
    }
  }

  /**
   * The result of a merge.
   *
   * @param tree absent where it conflicts
   * @param conflicts the files in conflict, at most 100
   */
  record Merged(@Nullable String tree, List<String> conflicts) {}

  /**
   * A commit to make.
   *
   * @param parent a commit; absent for the first one without Git
   * @param onto the tree of {@code parent}
   * @param from the execution's tree before the change
   * @param tree the execution's tree after it: what differs comes onto {@code onto}
   * @param message subject, body and trailers
   * @param at the workflow's clock
   */
  record CommitOrder(
      String session,
      Workspace workspace,
      Optional<String> parent,
      String onto,
      String from,
      String tree,
      String message,
      String author,
      Instant at) {}

  /**
   * A commit that was made.
   *
   * @param tree of the commit, without what was not committed before
   * @param dirty files of it that were not committed before: they are in it whole
   */
  record Committed(String commit, String tree, List<String> dirty) {}

  /** Ways to deliver. */
  enum Way {
    KEEP,
    MERGE,
    PR,
    PATCH,
    DISCARD
  }

  /**
   * Where a branch can go.
   *
   * @param ways that are open, KEEP first
   * @param closed why each other one is not, a sentence each
   * @param moved whether the target has commits that the branch does not have
   * @param current the target's commit now
   */
  record Target(List<Way> ways, List<String> closed, boolean moved, Optional<String> current) {}

  /**
   * A delivery.
   *
   * @param squash as one commit; of MERGE
   * @param draft of PR
   * @param file of PATCH: absolute, or relative to the workspace
   * @param title of a pull request or of a squashed commit
   * @param body of these, as Markdown
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
      boolean uncommitted,
      String file,
      String title,
      String body)
      implements ExecutionActivitiesDeliveryOrderBuilder.With {}

  /**
   * What came of a delivery.
   *
   * @param done false where it was refused
   * @param said what was done, or why not, in a sentence
   * @param place the branch, the URL or the file; empty where there is none
   * @param commands to copy, for whoever goes on by hand
   */
  record Delivered(boolean done, String said, String place, List<String> commands) {}

  /** How long a check may take when nobody says otherwise. */
  Duration CHECK_TIMEOUT = Duration.ofMinutes(10);
}
