package dev.conclave.activities.execution;

import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.review.HostedRepository;
import dev.conclave.activities.review.PullRequests;
import dev.conclave.activities.review.PullRequests.Access;
import dev.conclave.activities.review.PullRequests.Output;
import dev.conclave.activities.workspace.ChangedTrees;
import dev.conclave.activities.workspace.ExecutionBase;
import dev.conclave.activities.workspace.ExecutionRepository;
import dev.conclave.activities.workspace.ExecutionRepository.Difference;
import dev.conclave.activities.workspace.ExecutionRepository.Replay;
import dev.conclave.activities.workspace.UserRepository;
import dev.conclave.workflows.api.ExecutionActivities.Base;
import dev.conclave.workflows.api.ExecutionActivities.Committed;
import dev.conclave.workflows.api.ExecutionActivities.Delivered;
import dev.conclave.workflows.api.ExecutionActivities.DeliveryOrder;
import dev.conclave.workflows.api.ExecutionActivities.Replayed;
import dev.conclave.workflows.api.ExecutionActivities.Target;
import dev.conclave.workflows.api.ExecutionActivities.Way;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the commits of an execution. Idempotent: a retry finds what was done; nothing is
 * overwritten.
 *
 * @param user the repository of the workspace; empty without Git
 * @param commit the last commit of the branch
 */
record Delivery(
    ExecutionRepository repository,
    Optional<UserRepository> user,
    Base base,
    String commit,
    PullRequests pullRequests,
    int spoolDays) {
  private static final Duration LOCK_PATIENCE = Duration.ofSeconds(10);
  private static final int MOST_NAMES = 20;
  private static final int MOST_NAMED = 5;
  private static final String NOT_COMMITTED =
      "files of the change have uncommitted changes in your tree: ";
  private static final String NO_REMOTE =
      "the repository has no remote to push to: git remote add origin URL";
  private static final String NO_GIT = "there is no Git repository: only a patch can be made";
  private static final String FORGOTTEN =
      "your repository no longer has the commit that the change is based on";
  static final String GONE =
      "its commits were removed with the execution, and no branch has them: start a new execution";
  private static final String HEADS = "refs/heads/";
  private static final String ABSENT = "0".repeat(40);
  private static final List<String> UNDER_WAY =
      List.of("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply");

  /** Whether the user's repository no longer has the base commit. */
  private boolean isForgotten() {
    return user.isPresent()
        && base.head().filter(head -> user.get().parsed(head + "^{commit}").isEmpty()).isPresent();
  }

  private boolean isGone() {
    return !repository.hasCommits(user.filter(any -> !isForgotten()), base.head(), commit);
  }

  Target target(boolean uncommitted) {
    Map<Way, String> closed = new EnumMap<>(Way.class);
    boolean moved = false;
    boolean workable = false;
    try {
      boolean gone = isGone();
      workable = !gone && repository.has(base.tree());
      if (gone) {
        close(closed, GONE);
        closed.put(Way.PATCH, GONE);
      } else if (user.isEmpty() || isForgotten()) {
        close(closed, user.isEmpty() ? NO_GIT : FORGOTTEN);
      } else {
        UserRepository here = user.get();
        Optional<String> current = current(here);
        moved = current.filter(tip -> !isDelivered(here, tip) && !isBase(tip)).isPresent();
        ExecutionBase now = isUrl() ? null : repository.base();
        whyNoMerge(here, current, now).ifPresent(why -> closed.put(Way.MERGE, why));
        List<String> dirty = now == null ? List.of() : dirty(now);
        if (!dirty.isEmpty() && !uncommitted) {
          closed.put(Way.PR, NOT_COMMITTED + some(dirty));
        } else if (remote(here).isEmpty()) {
          closed.put(Way.PR, noRemote(here));
        }
      }
    } catch (GitFailed e) {
      if (e.isTransient()) {
        throw e;
      }
      close(closed, "your repository cannot be read: " + e.getMessage());
    }
    List<Way> open = Stream.of(Way.values()).filter(way -> !closed.containsKey(way)).toList();
    return new Target(
        open,
        closed.entrySet().stream()
            .map(entry -> Words.of(entry.getKey()) + ": " + entry.getValue())
            .toList(),
        moved,
        workable);
  }

  /** Returns the last commit of the target branch. */
  private Optional<String> current(UserRepository here) {
    return base.onBranch().flatMap(branch -> here.parsed(HEADS + branch + "^{commit}"));
  }

  private static void close(Map<Way, String> closed, String why) {
    List.of(Way.KEEP, Way.MERGE, Way.PR).forEach(way -> closed.put(way, why));
  }

  private boolean isBase(String tip) {
    return base.head().filter(tip::equals).isPresent();
  }

  /** Returns files of the change with uncommitted changes in the user's tree. */
  private List<String> dirty(ExecutionBase now) {
    String from = base.head().map(head -> head + "^{tree}").orElse(base.headTree());
    Set<String> touched = changed(from, commit + "^{tree}");
    return now.dirty().stream().filter(touched::contains).toList();
  }

  private boolean isUrl() {
    return repository.workspace().url().isPresent();
  }

  private Set<String> changed(String from, String to) {
    return repository.differences(from, to).stream()
        .map(Difference::path)
        .collect(Collectors.toCollection(HashSet::new));
  }

  /**
   * @param now the user's tree; null for a workspace by URL
   */
  private Optional<String> whyNoMerge(
      UserRepository here, Optional<String> current, @Nullable ExecutionBase now) {
    if (now == null) {
      return Optional.of("the workspace is a copy of a remote repository");
    }
    if (base.onBranch().isEmpty()) {
      return Optional.of("no branch was checked out (detached HEAD), so there is no merge target");
    }
    String branch = base.onBranch().get();
    if (current.isEmpty()) {
      return Optional.of("the branch " + branch + " is gone");
    }
    Optional<String> elsewhere = isCheckedOut(here) ? Optional.empty() : checkedOut(here, branch);
    if (elsewhere.isPresent()) {
      return Optional.of(
          branch + " is checked out in another worktree: merge there, in " + elsewhere.get());
    }
    if (isDelivered(here, current.get())) {
      return Optional.empty();
    }
    Replay replay = replay(here, current.get());
    if (!replay.conflicts().isEmpty()) {
      return Optional.of(
          "%s has moved, and conflicts in %s: keep the branch, then git merge %s"
              .formatted(
                  branch,
                  some(replay.conflicts().stream().map(RawNames::text).toList()),
                  base.branch()));
    }
    return isCheckedOut(here)
        ? whyNoCheckout(here, current.get(), tree(replay.top()), now)
        : Optional.empty();
  }

  /** Returns why the user's checkout cannot move to a tree without loss; empty if it can. */
  private Optional<String> whyNoCheckout(
      UserRepository here, String from, String to, ExecutionBase now) {
    Optional<String> begun =
        UNDER_WAY.stream()
            .filter(name -> Files.exists(here.repository().gitDir().resolve(name)))
            .findFirst();
    if (begun.isPresent()) {
      return Optional.of("your repository is in the middle of another operation: " + begun.get());
    }
    repository.importCommit(here, from);
    Set<String> written = changed(from + "^{tree}", to);
    // Files that already have the new content were written by an interrupted attempt.
    written.retainAll(changed(now.tree(), to));
    List<String> dirty = now.dirty().stream().filter(written::contains).toList();
    return dirty.isEmpty() ? Optional.empty() : Optional.of(NOT_COMMITTED + some(dirty));
  }

  private static String some(List<String> paths) {
    String named = paths.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    return paths.size() > MOST_NAMED
        ? named + " and " + (paths.size() - MOST_NAMED) + " more"
        : named;
  }

  private boolean isCheckedOut(UserRepository here) {
    return here.branch().equals(base.onBranch());
  }

  private static Optional<String> checkedOut(UserRepository here, String branch) {
    String[] command = {"worktree", "list", "--porcelain"};
    String tree = "";
    for (String line : here.git().line(here.place(), command).lines().toList()) {
      if (line.startsWith("worktree ")) {
        tree = line.substring("worktree ".length());
      }
      if (line.equals("branch " + HEADS + branch)) {
        return Optional.of(tree);
      }
    }
    return Optional.empty();
  }

  /** Returns the commits on the target, unchanged unless it has moved. */
  private Replay replay(UserRepository here, String tip) {
    if (isBase(tip)) {
      return new Replay(Map.of(), commit, List.of());
    }
    repository.importCommit(here, tip);
    return repository.replay(base.head().orElseThrow(), commit, tip);
  }

  /** Replays the commits on the target; empty if they conflict or there is no target. */
  Optional<Replayed> replayed() {
    UserRepository here = user.orElseThrow();
    Optional<String> current = current(here);
    if (current.isEmpty() || isGone()) {
      return Optional.empty();
    }
    String tip = current.get();
    Replay replay = replay(here, tip);
    if (!replay.conflicts().isEmpty()) {
      return Optional.empty();
    }
    String onto = tree(tip);
    String top = tree(replay.top());
    Committed last = new Committed(replay.top(), top);
    String under =
        repository.has(base.tree())
            ? repository.merge(base.headTree(), onto, base.tree()).tree()
            : null;
    String over = under == null ? null : repository.merge(onto, top, under).tree();
    // If uncommitted changes conflict with the target or were removed with the execution, the work
    // is checked without them.
    String work = under == null || over == null ? onto : under;
    Base moved = base.withHead(Optional.of(tip)).withHeadTree(onto).withTree(work);
    return Optional.of(
        new Replayed(moved, replay.commits(), last, over == null ? top : over, over == null));
  }

  private String tree(String of) {
    return repository.git().line(repository.place(), "rev-parse", of + "^{tree}");
  }

  /** Whether a commit of the user's repository is the branch's last commit or a descendant. */
  private boolean isDelivered(UserRepository here, String tip) {
    return here.parsed(commit + "^{commit}").isPresent() && here.isIn(commit, tip);
  }

  Delivered deliver(DeliveryOrder order) {
    try {
      if (isGone()) {
        return order.way() == Way.DISCARD
            ? new Delivered(true, "there is nothing to discard: " + GONE, "", List.of())
            : refused(GONE);
      }
      return switch (order.way()) {
        case PATCH -> patch(order);
        case DISCARD -> discard();
        default -> user.isEmpty() ? refused(NO_GIT) : deliver(user.get(), order);
      };
    } catch (GitFailed e) {
      if (e.isTransient()) {
        throw e;
      }
      return refused(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot deliver: " + e.getMessage(), e);
    }
  }

  private Delivered deliver(UserRepository here, DeliveryOrder order) throws IOException {
    if (isForgotten()) {
      return refused(FORGOTTEN);
    }
    return switch (order.way()) {
      case MERGE -> merge(here, order);
      case PR -> pullRequest(here, order);
      default -> keep(here);
    };
  }

  private static Delivered refused(String why, String... commands) {
    List<String> known = Stream.of(commands).filter(command -> !command.isEmpty()).toList();
    return new Delivered(false, why, "", known);
  }

  private Delivered keep(UserRepository here) throws IOException {
    if (isUrl()) {
      String ref = HEADS + base.branch();
      repository.run("update-ref", ref, commit);
      String from = Words.shell(repository.place().gitDir().toString());
      return new Delivered(
          true,
          "the branch "
              + base.branch()
              + " is kept on the host "
              + repository.workspace().hostName(),
          base.branch(),
          List.of("git fetch %s %s:%s".formatted(from, Words.shell(ref), Words.shell(ref))));
    }
    String name = branch(here);
    return new Delivered(
        true,
        "the branch " + name + " is in your repository",
        name,
        List.of("git log -p HEAD.." + Words.shell(name), "git merge " + Words.shell(name)));
  }

  /** Creates the branch in the user's repository, under an unused name. */
  private String branch(UserRepository here) {
    bring(here, List.of(commit));
    // If a branch is named like the first part, Git cannot create others below it.
    Stream<String> names =
        Stream.concat(
            Stream.iterate(1, i -> i <= MOST_NAMES, i -> i + 1)
                .map(i -> base.branch() + (i == 1 ? "" : "-" + i)),
            Stream.of(base.branch().replace('/', '-')));
    return names
        .filter(
            name ->
                here.parsed(HEADS + name + "^{commit}")
                    .map(commit::equals)
                    .orElseGet(() -> moved(here, HEADS + name, commit, ABSENT)))
        .findFirst()
        .orElseThrow(
            () -> ChangedTrees.refused("there are branches of all names like " + base.branch()));
  }

  /** Copies our commits and their new objects into the user's repository. */
  private void bring(UserRepository here, List<String> commits) {
    List<String> revisions = new ArrayList<>(commits);
    base.head().ifPresent(head -> revisions.add("^" + head));
    current(here).stream().filter(repository::has).forEach(tip -> revisions.add("^" + tip));
    repository.transfer(repository.place(), here.place(), revisions);
  }

  /** Moves a ref by compare-and-swap; also returns true if it already has the new value. */
  private boolean moved(UserRepository here, String ref, String to, String from) {
    List<String> command = new ArrayList<>(identity());
    command.addAll(List.of("update-ref", "-m", "conclave: " + repository.session(), ref, to, from));
    try {
      here.git().run(here.place(), command.toArray(String[]::new));
      return true;
    } catch (GitFailed e) {
      if (here.parsed(ref).filter(to::equals).isPresent()) {
        return true;
      }
      if (e.isTransient()) {
        throw e;
      }
      return false;
    }
  }

  /** The identity for the reflog. */
  private List<String> identity() {
    int email = base.author().indexOf(" <");
    return List.of(
        "-c", "user.name=" + base.author().substring(0, email),
        "-c", "user.email=" + base.author().substring(email + 2, base.author().length() - 1));
  }

  private Delivered merge(UserRepository here, DeliveryOrder order) throws IOException {
    String branch = base.onBranch().orElse("");
    String ref = HEADS + branch;
    Optional<String> current = current(here);
    if (current.isPresent() && isMerged(here, order, current.get())) {
      return done(branch, isDelivered(here, current.get()) ? Optional.of(commit) : current);
    }
    boolean checkedOut = isCheckedOut(here);
    Optional<String> locked = checkedOut ? locked(here) : Optional.empty();
    if (locked.isPresent()) {
      return refused(locked.get());
    }
    ExecutionBase now = isUrl() ? null : repository.base();
    Optional<String> why = whyNoMerge(here, current, now);
    if (why.isPresent()) {
      return refused(why.get(), "git merge " + Words.shell(base.branch()));
    }
    String tip = current.orElseThrow();
    if (!isBase(tip)) {
      return tree(replay(here, tip).top()).equals(tree(tip))
          ? done(branch, Optional.empty())
          : new Delivered(
              false,
              true,
              branch + " has moved, so the checks must run again on the combined result",
              "",
              Optional.empty(),
              List.of());
    }
    String made = result(order);
    bring(here, List.of(made));
    if (checkedOut && now != null) {
      // Git refuses files that already have the new content, but not if they are staged.
      String[] stage = {"update-index", "-z", "--add", "--remove", "--stdin"};
      here.inWorkTree(RawNames.join(written(tip, made, now)), stage);
      here.inWorkTree(new byte[0], "update-index", "-q", "--refresh", "--unmerged");
      here.inWorkTree(new byte[0], "read-tree", "-m", "-u", tip, made);
    }
    if (!moved(here, ref, made, tip)) {
      if (checkedOut) {
        here.inWorkTree(new byte[0], "read-tree", "-m", "-u", made, tip);
      }
      return refused(
          branch + " was moved by another process at the same time: check it, and try again");
    }
    return done(branch, Optional.of(made));
  }

  /** Returns the raw names of uncommitted files that already have the content of a commit. */
  private List<String> written(String tip, String made, ExecutionBase now) {
    Set<String> written = new HashSet<>(now.dirty());
    written.removeAll(changed(now.tree(), tree(made)));
    return repository.differences(tip + "^{tree}", tree(made)).stream()
        .filter(one -> one.isFile() && written.contains(one.path()))
        .map(Difference::raw)
        .toList();
  }

  private Delivered done(String branch, Optional<String> by) {
    return new Delivered(
        true,
        false,
        branch + " has the change",
        branch,
        by,
        List.of("git log --stat -n 5 " + Words.shell(branch)));
  }

  /** Returns the commit for the target: the branch's last, or one with all changes squashed. */
  private String result(DeliveryOrder order) {
    if (!order.squash()) {
      return commit;
    }
    Instant at =
        Instant.ofEpochSecond(
            Long.parseLong(
                repository.git().line(repository.place(), "show", "-s", "--format=%ct", commit)));
    String message = order.title() + "\n\n" + order.body();
    return repository.commit(
        tree(commit), List.of(base.head().orElseThrow()), base.author(), at, message);
  }

  /** Whether the target has the change, by an earlier attempt or by hand. */
  private boolean isMerged(UserRepository here, DeliveryOrder order, String tip) {
    if (isDelivered(here, tip)) {
      return true;
    }
    return order.squash()
        && here.parsed(tip + "^1").filter(this::isBase).isPresent()
        && result(order).equals(tip);
  }

  /** Waits for another Git process; returns a message if its lock remains. */
  private static Optional<String> locked(UserRepository here) throws IOException {
    Path lock =
        here.root().resolve(here.git().line(here.place(), "rev-parse", "--git-path", "index.lock"));
    long deadline = System.nanoTime() + LOCK_PATIENCE.toNanos();
    while (Files.exists(lock, LinkOption.NOFOLLOW_LINKS)) {
      if (System.nanoTime() > deadline) {
        return Optional.of(
            lock + " exists: another Git is using your repository; if none is, delete it");
      }
      try {
        Thread.sleep(200);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while waiting for " + lock, e);
      }
    }
    return Optional.empty();
  }

  /** Returns the remote to push to: its name, or the URL that the workspace was opened from. */
  private Optional<String> remote(UserRepository here) {
    return repository.workspace().url().or(() -> here.pushRemote(base.onBranch()));
  }

  private static String noRemote(UserRepository here) {
    return here.remotes().isEmpty()
        ? NO_REMOTE
        : "no remote is chosen to push to, of %s: git config remote.pushDefault NAME"
            .formatted(some(here.remotes()));
  }

  private Delivered pullRequest(UserRepository here, DeliveryOrder order) throws IOException {
    String remote = remote(here).orElse("");
    if (remote.isEmpty()) {
      return refused(noRemote(here));
    }
    String name = branch(here);
    String push = "git push -u %s %s".formatted(Words.shell(remote), Words.shell(name));
    HostedRepository head = pullRequests.hosted(here.root(), here.pushUrl(remote)).orElse(null);
    if (head == null) {
      return refused("no pull request can be opened at the remote " + remote, push);
    }
    String onto = base.onBranch().orElse("");
    String page = head.page(onto, name);
    if (!pullRequests.isThere(here.root())) {
      return refused(
          "gh is not on the worker's PATH, so no pull request is opened: the branch "
              + name
              + " is in your repository",
          push,
          page);
    }
    Access access = pullRequests.access(here.root(), head);
    if (!access.problem().isEmpty()) {
      return refused(
          "nothing is pushed, because gh cannot use %s: %s".formatted(head.id(), access.problem()),
          access.problem().contains("auth login")
              ? "gh auth login --hostname " + Words.shell(head.host())
              : "",
          push,
          page);
    }
    if (!access.mayPush()) {
      return isUrl()
          ? pushFromClone(here, head, name)
          : refused(
              "you may not push to %s: fork it, then choose pr again".formatted(head.id()),
              "gh repo fork --remote --remote-name fork",
              "git config remote.pushDefault fork");
    }
    try {
      here.git()
          .remote(
              here.place(),
              "push",
              "--no-verify",
              "--no-signed",
              "--no-follow-tags",
              "--recurse-submodules=no",
              "--receive-pack=git-receive-pack",
              "--",
              remote,
              commit + ":" + HEADS + name);
    } catch (GitFailed e) {
      return refused(String.valueOf(e.getMessage()), push, push + ":refs/heads/ANOTHER-NAME");
    }
    HostedRepository target =
        here.chosenBase()
            .flatMap(chosen -> pullRequests.hosted(here.root(), here.pushUrl(chosen)))
            .orElse(access.parent().orElse(head));
    String from = target.equals(head) ? name : head.owner() + ":" + name;
    Output open = pullRequests.open(here.root(), target, head, name);
    if (open.problem().isEmpty() && !open.text().isBlank()) {
      return opened(open.text());
    }
    Path body = Files.createTempFile("conclave-pr", ".md");
    try {
      Files.writeString(body, order.body());
      List<String> command =
          new ArrayList<>(
              List.of("pr", "create", "--repo", target.id(), "--head", from, "--title"));
      command.addAll(List.of(order.title(), "--body-file", body.toString()));
      base.onBranch().ifPresent(branch -> command.addAll(List.of("--base", branch)));
      if (order.draft()) {
        command.add("--draft");
      }
      Output said = pullRequests.run(here.root(), "gh", command.toArray(String[]::new));
      return said.problem().isEmpty()
          ? opened(said.text())
          : refused(
              "the branch is pushed, but gh could not open a pull request: " + said.problem(),
              "gh pr create --repo %s --head %s"
                  .formatted(Words.shell(target.id()), Words.shell(from)),
              page);
    } finally {
      Files.deleteIfExists(body);
    }
  }

  /** The copy of a repository by URL pushes to that URL only, so a fork needs a clone. */
  private static Delivered pushFromClone(UserRepository here, HostedRepository head, String name) {
    String in = "git -C " + Words.shell(head.name());
    String ref = Words.shell(name);
    return refused(
        "you may not push to %s: push the branch from a clone of your fork".formatted(head.id()),
        "gh repo fork %s --clone".formatted(Words.shell(head.id())),
        "%s fetch %s %s:%s".formatted(in, Words.shell(here.root().toString()), ref, ref),
        "%s push -u origin %s".formatted(in, ref));
  }

  private static Delivered opened(String said) {
    String url =
        said.lines()
            .map(String::strip)
            .filter(line -> line.startsWith("https://"))
            .reduce("", (a, b) -> b);
    return new Delivered(true, "the pull request is open", url, List.of());
  }

  private Delivered patch(DeliveryOrder order) throws IOException {
    Path file;
    try {
      file = Path.of(repository.workspace().path()).resolve(order.file()).normalize();
    } catch (InvalidPathException e) {
      return refused("'" + order.file() + "' is not a path: " + e.getReason());
    }
    Path folder = file.getParent();
    if (order.file().isBlank() || folder == null || !Files.isDirectory(folder)) {
      return refused("there is no folder for the patch '" + order.file() + "': name a file in one");
    }
    byte[] content =
        repository.run(
            "format-patch",
            "--stdout",
            "--binary",
            "--full-index",
            "--no-signature",
            first() + ".." + commit);
    try {
      Files.write(file, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          || !Arrays.equals(Files.readAllBytes(file), content)) {
        return refused(file + " exists already: name another file");
      }
    }
    String name = Words.shell(file.toString());
    return new Delivered(
        true,
        "the patch is in " + file,
        file.toString(),
        List.of(user.isPresent() ? "git am " + name : "patch -p1 < " + name));
  }

  /** Returns the commit that the branch starts from. */
  private String first() {
    return base.head()
        .orElseGet(
            () -> repository.git().line(repository.place(), "rev-list", "--max-parents=0", commit));
  }

  private Delivered discard() {
    String ref = "refs/conclave/discarded/" + base.branch();
    repository.run("update-ref", ref, commit);
    String from = Words.shell(repository.place().gitDir().toString());
    return new Delivered(
        true,
        "the branch is discarded; its commits are kept for %d days".formatted(spoolDays),
        ref,
        List.of(
            "git fetch %s %s:%s"
                .formatted(from, Words.shell(ref), Words.shell(HEADS + base.branch()))));
  }
}
