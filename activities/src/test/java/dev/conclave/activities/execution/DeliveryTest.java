package dev.conclave.activities.execution;

import static dev.conclave.activities.workspace.TestRepositories.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.document.Folders;
import dev.conclave.activities.workspace.TestRepositories;
import dev.conclave.workflows.api.ExecutionActivities.Base;
import dev.conclave.workflows.api.ExecutionActivities.Delivered;
import dev.conclave.workflows.api.ExecutionActivities.DeliveryOrder;
import dev.conclave.workflows.api.ExecutionActivities.Replayed;
import dev.conclave.workflows.api.ExecutionActivities.Target;
import dev.conclave.workflows.api.ExecutionActivities.Way;
import dev.conclave.workflows.model.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeliveryTest {
  @TempDir Path temporary;
  private ExecutionFixture one;
  private Base base;
  private String commit;

  @BeforeEach
  void aRepository() throws Exception {
    one = ExecutionFixture.of(temporary, "a.txt=1\n2\n3\n4\n5\n", "b.txt=b\n", "run.sh=x\n");
    TestRepositories.write(one.root, "notes.txt=mine\n", "b.txt=B\n");
    base = one.open();
    commit =
        one.commit(base, one.changed(base.tree(), "a.txt=1\n2\n3\n4\nfive\n", "new/c.txt=c\n"));
  }

  @Test
  void a_plain_repository_offers_every_delivery_but_a_pull_request() {
    Target target = one.target(base, commit);
    assertThat(target.ways()).containsExactly(Way.KEEP, Way.MERGE, Way.PATCH, Way.DISCARD);
    assertThat(target.closed())
        .containsExactly("pr: the repository has no remote to push to: git remote add origin URL");
    assertThat(target.moved()).isFalse();
  }

  @Test
  void a_branch_is_created_once_and_never_overwrites_another() throws Exception {
    Delivered kept = one.deliver(base, commit, Way.KEEP);
    assertThat(kept)
        .matches(Delivered::done)
        .extracting(Delivered::place)
        .isEqualTo("conclave/cache");
    assertThat(one.deliver(base, commit, Way.KEEP)).isEqualTo(kept);
    assertThat(one.git("diff", "--name-only", "main", "conclave/cache"))
        .isEqualTo("a.txt\nnew/c.txt");
    assertThat(one.git("fsck", "--strict")).doesNotContain("missing").doesNotContain("error");
    assertThat(one.git("status", "--porcelain")).isEqualTo("M b.txt\n?? notes.txt");
    one.git("branch", "-f", "conclave/cache", "main");
    assertThat(one.deliver(base, commit, Way.KEEP).place()).isEqualTo("conclave/cache-2");
    assertThat(one.git("rev-parse", "conclave/cache")).isEqualTo(base.head().orElseThrow());
  }

  @Test
  void a_kept_branch_is_delivered_after_the_execution_was_tidied_away() throws Exception {
    assertThat(one.deliver(base, commit, Way.KEEP).done()).isTrue();
    Folders.delete(one.data.root());
    assertThat(one.target(base, commit).ways())
        .containsExactly(Way.KEEP, Way.MERGE, Way.PATCH, Way.DISCARD);
    DeliveryOrder patch = one.order(base, commit, Way.PATCH).withFile("x.patch");
    assertThat(one.activities().deliver(patch).done()).isTrue();
    Files.delete(one.root.resolve("x.patch"));
    one.git("stash", "-q");
    TestRepositories.write(one.root, "a.txt=one\n2\n3\n4\n5\n");
    TestRepositories.commit(one.root, "meanwhile");
    Folders.delete(one.data.root());
    Replayed replayed = one.replay(base, commit).orElseThrow();
    assertThat(replayed.leftOut()).isTrue();
    assertThat(one.deliver(replayed.base(), replayed.top().commit(), Way.MERGE).done()).isTrue();
    assertThat(one.root.resolve("a.txt")).hasContent("one\n2\n3\n4\nfive");
  }

  @Test
  void commits_that_are_gone_everywhere_are_said_to_be_gone() throws Exception {
    Folders.delete(one.data.root());
    Target target = one.target(base, commit);
    assertThat(target.ways()).containsExactly(Way.DISCARD);
    assertThat(target.closed()).allMatch(why -> why.contains("its commits were removed"));
    for (Way way : List.of(Way.KEEP, Way.MERGE, Way.PR, Way.PATCH)) {
      assertThat(one.deliver(base, commit, way))
          .matches(refused -> !refused.done() && refused.said().contains("commits were removed"));
    }
    assertThat(one.deliver(base, commit, Way.DISCARD).done()).isTrue();
  }

  @Test
  void a_branch_that_blocks_the_folder_name_gets_another_name() throws Exception {
    one.git("branch", "conclave");
    assertThat(one.deliver(base, commit, Way.KEEP).place()).isEqualTo("conclave-cache");
    assertThat(one.git("rev-parse", "conclave-cache")).isEqualTo(commit);
  }

  @Test
  void rewritten_history_leaves_a_patch() throws Exception {
    one.git("stash", "-q");
    one.git("commit", "-q", "--amend", "-m", "rewritten");
    assertThat(one.target(base, commit).ways()).contains(Way.KEEP);
    one.git("reflog", "expire", "--expire=all", "--all");
    one.git("stash", "clear");
    one.git("gc", "-q", "--prune=now");
    assertThat(one.target(base, commit).ways()).containsExactly(Way.PATCH, Way.DISCARD);
    assertThat(one.deliver(base, commit, Way.KEEP).done()).isFalse();
    DeliveryOrder order = one.order(base, commit, Way.PATCH).withFile("x.patch");
    assertThat(one.activities().deliver(order).done()).isTrue();
  }

  @Test
  void a_damaged_or_missing_repository_leaves_the_patch() throws Exception {
    Path index = one.root.resolve(".git/index");
    Files.writeString(index, "damaged");
    Target damaged = one.target(base, commit);
    assertThat(damaged.ways()).containsExactly(Way.PATCH, Way.DISCARD);
    assertThat(damaged.closed())
        .anyMatch(why -> why.startsWith("keep: your repository cannot be read"));
    git(temporary, "init", "-q");
    Files.move(one.root.resolve(".git"), temporary.resolve("moved"));
    assertThat(one.target(base, commit).ways()).containsExactly(Way.PATCH, Way.DISCARD);
    assertThat(one.deliver(base, commit, Way.KEEP).done()).isFalse();
  }

  @Test
  void a_branch_in_use_by_the_user_stays_intact() throws Exception {
    one.deliver(base, commit, Way.KEEP);
    one.git("stash", "-q");
    one.git("switch", "-q", "conclave/cache");
    TestRepositories.write(one.root, "more.txt=1\n");
    one.git("add", "more.txt");
    assertThat(one.target(base, commit).ways()).contains(Way.KEEP, Way.MERGE);
    DeliveryOrder order = one.order(base, commit, Way.PATCH).withFile("x.patch");
    assertThat(one.activities().deliver(order).done()).isTrue();
    assertThat(Files.readString(one.root.resolve("x.patch"))).doesNotContain("run.sh");
    assertThat(one.deliver(base, commit, Way.MERGE).done()).isTrue();
    assertThat(one.git("rev-parse", "main")).isEqualTo(commit);
    one.git("switch", "-q", "main");
    assertThat(one.target(base, commit).ways()).contains(Way.KEEP, Way.MERGE);
    assertThat(one.activities().deliver(order.withFile("y.patch")).done()).isTrue();
    assertThat(one.root.resolve("y.patch")).hasSameTextualContentAs(one.root.resolve("x.patch"));
  }

  @Test
  void a_merge_moves_branch_and_checkout_and_keeps_dirty_files() throws Exception {
    Delivered merged = one.deliver(base, commit, Way.MERGE);
    assertThat(merged).matches(Delivered::done, merged.said());
    assertThat(one.git("rev-parse", "main")).isEqualTo(commit);
    assertThat(one.git("status", "--porcelain")).isEqualTo("M b.txt\n?? notes.txt");
    assertThat(one.root.resolve("new/c.txt")).hasContent("c");
    assertThat(one.deliver(base, commit, Way.MERGE)).isEqualTo(merged);
    assertThat(one.git("log", "--oneline").lines()).hasSize(2);
  }

  @Test
  void a_merge_interrupted_after_the_checkout_is_completed() throws Exception {
    one.deliver(base, commit, Way.KEEP);
    one.git("read-tree", "-m", "-u", "main", commit);
    assertThat(one.deliver(base, commit, Way.MERGE).done()).isTrue();
    assertThat(one.git("status", "--porcelain")).isEqualTo("M b.txt\n?? notes.txt");
    assertThat(one.git("rev-parse", "main")).isEqualTo(commit);
  }

  @Test
  void a_merge_interrupted_before_the_index_was_written_is_completed() throws Exception {
    TestRepositories.write(one.root, "a.txt=1\n2\n3\n4\nfive\n", "new/c.txt=c\n");
    Delivered merged = one.deliver(base, commit, Way.MERGE);
    assertThat(merged).matches(Delivered::done, merged.said());
    assertThat(one.git("status", "--porcelain")).isEqualTo("M b.txt\n?? notes.txt");
  }

  @Test
  void uncommitted_changes_can_be_merged_from_under_their_files() throws Exception {
    String first =
        one.commit(base, base.head(), base.headTree(), base.headTree(), base.tree()).commit();
    String second =
        one.commit(
                base,
                Optional.of(first),
                base.tree(),
                base.tree(),
                one.changed(base.tree(), "a.txt=A\n"))
            .commit();
    Delivered merged = one.deliver(base, second, Way.MERGE);
    assertThat(merged).matches(Delivered::done, merged.said());
    assertThat(one.git("rev-parse", "main")).isEqualTo(second);
    assertThat(one.git("status", "--porcelain")).isEmpty();
  }

  @Test
  void a_moved_target_is_merged_only_after_a_replay_or_refused_with_the_files() throws Exception {
    one.git("stash", "-q");
    TestRepositories.write(one.root, "a.txt=one\n2\n3\n4\n5\n");
    TestRepositories.commit(one.root, "meanwhile");
    one.git("stash", "pop", "-q");
    String tip = one.git("rev-parse", "main");
    Target target = one.target(base, commit);
    assertThat(target.moved()).isTrue();
    assertThat(target.ways()).contains(Way.MERGE);
    Map<String, String> untouched = one.state();
    assertThat(one.deliver(base, commit, Way.MERGE))
        .matches(refused -> refused.moved() && !refused.done());
    Replayed replayed = one.replay(base, commit).orElseThrow();
    assertThat(one.replay(base, commit)).hasValue(replayed);
    assertThat(one.state()).isEqualTo(untouched);
    String made = replayed.top().commit();
    assertThat(replayed.leftOut()).isFalse();
    assertThat(replayed.commits()).isEqualTo(Map.of(commit, made));
    assertThat(one.show(replayed.tree(), "a.txt")).isEqualTo("one\n2\n3\n4\nfive\n");
    assertThat(one.show(replayed.tree(), "b.txt")).isEqualTo("B\n");
    assertThat(one.show(replayed.base().tree(), "a.txt")).isEqualTo("one\n2\n3\n4\n5\n");
    assertThat(one.target(replayed.base(), made).moved()).isFalse();
    Delivered merged = one.deliver(replayed.base(), made, Way.MERGE);
    assertThat(merged).matches(Delivered::done, merged.said());
    assertThat(one.git("rev-parse", "main", "main^")).isEqualTo(made + "\n" + tip);
    assertThat(one.git("show", "-s", "--format=%an %ct %B", "main"))
        .startsWith("Ada Łovelace 1700000000 Add a cache\n\nIt is small.");
    assertThat(one.root.resolve("a.txt")).hasContent("one\n2\n3\n4\nfive");
    assertThat(one.git("status", "--porcelain")).isEqualTo("M b.txt");
    assertThat(one.git("fsck", "--strict")).doesNotContain("missing").doesNotContain("error");
    assertThat(one.deliver(replayed.base(), made, Way.MERGE)).isEqualTo(merged);
    assertThat(one.deliver(base, commit, Way.MERGE)).isEqualTo(merged.withCommit(Optional.empty()));
    String other = one.commit(base, one.changed(base.tree(), "a.txt=uno\n2\n3\n4\n5\n"));
    assertThat(one.target(base, other).closed())
        .anyMatch(why -> why.startsWith("merge: main has moved, and conflicts in a.txt"));
    Map<String, String> before = one.state();
    assertThat(one.deliver(base, other, Way.MERGE))
        .matches(refused -> !refused.done() && !refused.moved())
        .matches(refused -> refused.commands().equals(List.of("git merge conclave/cache")));
    assertThat(one.replay(base, other)).isEmpty();
    assertThat(one.state()).isEqualTo(before);
  }

  @Test
  void a_replay_skips_merged_commits_and_conflicting_uncommitted_changes() throws Exception {
    String second =
        one.commit(
                base,
                Optional.of(commit),
                one.repository()
                    .git()
                    .line(one.repository().place(), "rev-parse", commit + "^{tree}"),
                base.tree(),
                one.changed(base.tree(), "run.sh=y\n"))
            .commit();
    one.git("stash", "-q");
    TestRepositories.write(one.root, "a.txt=1\n2\n3\n4\nfive\n", "new/c.txt=c\n", "b.txt=other\n");
    TestRepositories.commit(one.root, "the first one, by hand");
    Replayed replayed = one.replay(base, second).orElseThrow();
    assertThat(replayed.commits()).containsOnlyKeys(second);
    assertThat(one.show(replayed.tree(), "run.sh")).isEqualTo("y\n");
    assertThat(one.show(replayed.tree(), "b.txt")).isEqualTo("other\n");
    assertThat(replayed.base().hasUncommitted()).isFalse();
    assertThat(replayed.leftOut()).isTrue();
    assertThat(one.replay(base, commit).orElseThrow().commits()).isEmpty();
    assertThat(one.deliver(base, commit, Way.MERGE)).matches(Delivered::done);
    one.git("reset", "-q", "--hard", "HEAD~1");
    TestRepositories.write(one.root, "more.txt=1\n");
    TestRepositories.commit(one.root, "meanwhile");
    DeliveryOrder squash = one.order(base, commit, Way.MERGE).withSquash(true);
    assertThat(one.activities().deliver(squash).moved()).isTrue();
    Replayed there = one.replay(base, commit).orElseThrow();
    squash = squash.withBase(there.base()).withCommit(there.top().commit());
    assertThat(one.activities().deliver(squash)).matches(Delivered::done);
    assertThat(one.activities().deliver(squash)).matches(Delivered::done);
    assertThat(one.git("log", "--format=%s", "-n", "2")).isEqualTo("Add a cache\nmeanwhile");
  }

  @Test
  void a_squash_is_one_commit_and_is_recognised_later() throws Exception {
    DeliveryOrder order = one.order(base, commit, Way.MERGE).withSquash(true);
    Delivered merged = one.activities().deliver(order);
    assertThat(merged).matches(Delivered::done, merged.said());
    assertThat(one.git("show", "-s", "--format=%P%n%B", "main"))
        .isEqualTo(base.head().orElseThrow() + "\nAdd a cache\n\nThe body.");
    assertThat(merged.commit()).hasValue(one.git("rev-parse", "main"));
    assertThat(one.activities().deliver(order)).isEqualTo(merged);
    assertThat(one.git("log", "--oneline").lines()).hasSize(2);
  }

  @Test
  void work_goes_on_from_the_kept_branch_after_the_execution_was_tidied_away() throws Exception {
    one.git("stash", "-q", "-u");
    base = one.open();
    commit = one.commit(base, one.changed(base.tree(), "a.txt=A\n"));
    assertThat(one.deliver(base, commit, Way.KEEP).done()).isTrue();
    String tip = one.git("rev-parse", commit + "^{tree}");
    Folders.delete(one.data.root());

    String tree = one.changed(tip, "b.txt=BB\n");
    String second = one.commit(base, Optional.of(commit), tip, tip, tree).commit();

    Delivered merged = one.deliver(base, second, Way.MERGE);
    assertThat(merged).matches(Delivered::done, merged.said());
    assertThat(one.git("rev-parse", "main^")).isEqualTo(commit);
    assertThat(one.git("diff", "--name-only", "main~2", "main")).isEqualTo("a.txt\nb.txt");
  }

  @Test
  void work_whose_commits_are_gone_says_how_to_start_over() throws Exception {
    String tip = one.git("rev-parse", "main^{tree}");
    Folders.delete(one.data.root());
    assertThat(one.changed(base.tree(), "a.txt=A\n")).isNotEqualTo(base.tree());
    Folders.delete(one.data.root());
    one.git("stash", "-q", "-u");
    assertThatThrownBy(() -> one.changed(base.tree(), "b.txt=BB\n"))
        .hasMessageContaining("no commit has them (tree '")
        .hasMessageContaining("conclave resume --restart starts over");
    assertThatThrownBy(() -> one.commit(base, Optional.of(commit), tip, tip, tip))
        .hasMessageContaining("its commits were removed with the execution");
  }

  @Test
  void a_merge_reads_the_users_files_once() throws Exception {
    Path said = temporary.resolve("commands");
    program(
        "git",
        "echo \"$@\" >>%s\nPATH=/usr/local/bin:/usr/bin:/bin exec git \"$@\"".formatted(said));
    Delivered merged = one.deliver(base, commit, Way.MERGE);
    assertThat(merged).matches(Delivered::done, merged.said());
    assertThat(Files.readString(said)).containsOnlyOnce("ls-files -z -o");
  }

  @Test
  void dirty_staged_or_untracked_files_prevent_the_merge() throws Exception {
    String dirty = one.commit(base, one.changed(base.tree(), "b.txt=BB\n"));
    assertThat(one.target(base, dirty).ways()).containsExactly(Way.KEEP, Way.PATCH, Way.DISCARD);
    Map<String, String> before = one.state();
    assertThat(one.deliver(base, dirty, Way.MERGE))
        .matches(refused -> !refused.done() && refused.said().contains("b.txt"));
    TestRepositories.write(one.root, "new/c.txt=of the user\n");
    assertThat(one.deliver(base, commit, Way.MERGE).done()).isFalse();
    assertThat(one.root.resolve("new/c.txt")).hasContent("of the user");
    Files.delete(one.root.resolve("new/c.txt"));
    Files.delete(one.root.resolve("new"));
    assertThat(one.state()).isEqualTo(before);
  }

  @Test
  void a_target_checked_out_elsewhere_or_nowhere_is_handled() throws Exception {
    one.git("stash", "-q", "-u");
    one.git("switch", "-q", "-c", "other");
    String worktree = temporary.resolve("worktree").toString();
    one.git("worktree", "add", "-q", worktree, "main");
    assertThat(one.target(base, commit).closed())
        .contains("merge: main is checked out in another worktree: merge there, in " + worktree);
    one.git("worktree", "remove", worktree);
    assertThat(one.deliver(base, commit, Way.MERGE).done()).isTrue();
    assertThat(one.git("rev-parse", "main")).isEqualTo(commit);
    assertThat(one.git("status", "--porcelain")).isEmpty();
    assertThat(one.git("rev-parse", "other")).isEqualTo(base.head().orElseThrow());
  }

  @Test
  void an_index_lock_is_reported() throws Exception {
    Path lock = Files.createFile(one.root.resolve(".git/index.lock"));
    Delivered refused = one.deliver(base, commit, Way.MERGE);
    assertThat(refused).matches(any -> !any.done() && any.said().contains(lock.toString()));
    assertThat(one.git("rev-parse", "main")).isEqualTo(base.head().orElseThrow());
  }

  @Test
  void a_patch_applies_with_git_am_and_overwrites_nothing() throws Exception {
    DeliveryOrder order = one.order(base, commit, Way.PATCH).withFile("cache.patch");
    Delivered made = one.activities().deliver(order);
    assertThat(made).matches(Delivered::done, made.said());
    assertThat(one.activities().deliver(order)).isEqualTo(made);
    one.git("stash", "-q");
    one.git("am", "-q", "cache.patch");
    assertThat(one.git("rev-parse", "HEAD^{tree}")).isEqualTo(one.git("rev-parse", "main^{tree}"));
    assertThat(one.git("show", "-s", "--format=%an %s")).isEqualTo("Ada Łovelace Add a cache");
    Files.writeString(one.root.resolve("other.patch"), "mine");
    assertThat(one.activities().deliver(order.withFile("other.patch")).said())
        .endsWith("exists already: name another file");
    assertThat(one.root.resolve("other.patch")).hasContent("mine");
    assertThat(one.activities().deliver(order.withFile("nowhere/x.patch")).done()).isFalse();
  }

  @Test
  void a_patch_of_a_folder_without_git_applies_with_patch() throws Exception {
    Path root = Files.createDirectories(temporary.resolve("plain"));
    TestRepositories.write(root, "a.txt=a\n");
    ExecutionFixture plain = new ExecutionFixture(temporary, root);
    Base start = plain.open();
    String made =
        plain
            .commit(
                start,
                Optional.empty(),
                start.headTree(),
                start.tree(),
                plain.changed(start.tree(), "a.txt=b\n", "c.txt=c\n"))
            .commit();
    assertThat(plain.target(start, made).ways()).containsExactly(Way.PATCH, Way.DISCARD);
    Path patch = temporary.resolve("x.patch");
    assertThat(
            plain
                .activities()
                .deliver(plain.order(start, made, Way.PATCH).withFile(patch.toString()))
                .done())
        .isTrue();
    git(root, "apply", patch.toString());
    assertThat(root.resolve("a.txt")).hasContent("b");
    assertThat(root.resolve("c.txt")).hasContent("c");
  }

  @Test
  void a_discarded_branch_can_be_fetched_and_the_repository_is_unchanged() throws Exception {
    Map<String, String> before = one.state();
    Delivered discarded = one.deliver(base, commit, Way.DISCARD);
    assertThat(discarded.place()).isEqualTo("refs/conclave/discarded/conclave/cache");
    assertThat(one.state()).isEqualTo(before);
    git(one.root, discarded.commands().get(0).substring("git ".length()).split(" "));
    assertThat(one.git("rev-parse", "conclave/cache")).isEqualTo(commit);
  }

  /** Puts a scripted program on the PATH of Git and gh. */
  private void program(String name, String script) throws Exception {
    Path file = Files.createDirectories(temporary.resolve("bin")).resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    one.environment.put("PATH", file.getParent() + ":/usr/bin:/bin");
    one.gitEnvironment(Map.copyOf(one.environment));
  }

  /**
   * Creates the repository behind a remote, with a scripted ssh that resolves aliases and runs its
   * Git.
   */
  private Path remote(String name, String url) throws Exception {
    Path remote = Files.createDirectories(temporary.resolve("remote.git"));
    git(remote, "init", "-q", "--bare");
    one.git("remote", "add", name, url);
    program(
        "ssh",
        """
        case "$1" in
          -G) echo user git; echo "hostname $(echo "$3" | sed s/-work$//)";;
          *) exec git-receive-pack %s;;
        esac
        """
            .formatted(remote));
    return remote;
  }

  /** Puts a scripted gh on the PATH that logs its arguments and opens one pull request. */
  private void gh(String view) throws Exception {
    program(
        "gh",
        """
        echo "$@" >>%1$s/said
        case "$1 $2" in
          "repo view") %2$s;;
          "pr list") cat %1$s/open 2>/dev/null;;
          *) [ -e %1$s/broken ] && { echo 'Base ref must be a branch' >&2; exit 1; }
            echo https://github.com/o/r/pull/7 >%1$s/open; cat %1$s/open;;
        esac
        """
            .formatted(temporary, view));
  }

  private String said() throws Exception {
    return Files.readString(temporary.resolve("said"));
  }

  private Delivered opened() {
    return new Delivered(
        true, "the pull request is open", "https://github.com/o/r/pull/7", List.of());
  }

  @Test
  void a_pull_request_is_pushed_and_opened_once() throws Exception {
    Path remote = remote("origin", "git@github.com:o/r.git");
    Path hook = one.root.resolve(".git/hooks/pre-push");
    Files.createDirectories(hook.getParent());
    Files.writeString(hook, "#!/bin/sh\ntouch " + temporary.resolve("ran") + "\nexit 1\n");
    Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
    Delivered without = one.deliver(base, commit, Way.PR);
    assertThat(without)
        .matches(
            refused ->
                !refused.done() && refused.said().contains("gh is not on the worker's PATH"));
    String push = "git push -u origin conclave/cache";
    String page = "https://github.com/o/r/compare/main...conclave/cache?expand=1";
    assertThat(without.commands()).containsExactly(push, page);
    gh("echo 'To get started, please run: gh auth login' >&2; exit 4");
    Delivered loggedOut = one.deliver(base, commit, Way.PR);
    assertThat(loggedOut.done()).isFalse();
    assertThat(loggedOut.said())
        .startsWith("nothing is pushed, because gh cannot use github.com/o/r")
        .endsWith("gh auth login");
    assertThat(loggedOut.commands())
        .containsExactly("gh auth login --hostname github.com", push, page);
    gh("echo 'none of the git remotes points to a known GitHub host' >&2; exit 1");
    assertThat(one.deliver(base, commit, Way.PR).commands()).containsExactly(push, page);
    assertThat(git(remote, "branch")).isEmpty();
    gh("echo '{\"viewerPermission\": \"READ\", \"parent\": null}'");
    assertThat(one.deliver(base, commit, Way.PR))
        .matches(refused -> !refused.done() && refused.said().startsWith("you may not push to"));
    assertThat(git(remote, "branch")).isEmpty();
    gh("echo '{\"viewerPermission\": \"WRITE\", \"parent\": null}'");
    Path broken = Files.createFile(temporary.resolve("broken"));
    Delivered pushed = one.deliver(base, commit, Way.PR);
    assertThat(pushed.done()).isFalse();
    assertThat(pushed.said()).startsWith("the branch is pushed, but").endsWith("must be a branch");
    assertThat(pushed.commands())
        .containsExactly("gh pr create --repo github.com/o/r --head conclave/cache", page);
    Files.delete(broken);
    Files.delete(temporary.resolve("said"));
    assertThat(one.activities().deliver(one.order(base, commit, Way.PR).withDraft(true)))
        .isEqualTo(opened());
    assertThat(git(remote, "rev-parse", "conclave/cache")).isEqualTo(commit);
    assertThat(one.deliver(base, commit, Way.PR)).isEqualTo(opened());
    assertThat(said())
        .containsOnlyOnce("pr create")
        .contains("pr create --repo github.com/o/r --head conclave/cache --title Add a cache")
        .contains("--base main --draft");
    assertThat(temporary.resolve("ran")).doesNotExist();
    assertThat(one.git("status", "--porcelain")).isEqualTo("M b.txt\n?? notes.txt");
  }

  @Test
  void a_fork_behind_an_ssh_alias_opens_its_pull_request_at_the_parent() throws Exception {
    Path remote = remote("mine", "git@ghe.example.org-work:Ada/r");
    gh(
        "echo '{\"viewerPermission\": \"ADMIN\","
            + " \"parent\": {\"name\": \"r\", \"owner\": {\"login\": \"team\"}}}'");
    assertThat(one.deliver(base, commit, Way.PR)).isEqualTo(opened());
    assertThat(git(remote, "rev-parse", "conclave/cache")).isEqualTo(commit);
    assertThat(said())
        .contains("repo view ghe.example.org/Ada/r ")
        .contains("pr list --repo ghe.example.org/team/r --head conclave/cache ")
        .contains(".headRepositoryOwner.login | ascii_downcase) == \"ada\"")
        .contains("pr create --repo ghe.example.org/team/r --head Ada:conclave/cache ");
    Files.delete(temporary.resolve("open"));
    one.git("config", "remote.mine.gh-resolved", "base");
    assertThat(one.deliver(base, commit, Way.PR)).isEqualTo(opened());
    assertThat(said()).contains("pr create --repo ghe.example.org/Ada/r --head conclave/cache ");
  }

  @Test
  void a_read_only_repository_by_url_advises_a_clone_of_a_fork() throws Exception {
    remote("origin", "git@github.com:o/r.git");
    gh("echo '{\"viewerPermission\": \"READ\", \"parent\": null}'");
    Workspace path = one.workspace;
    one.workspace =
        new Workspace(
            path.host(),
            path.hostName(),
            path.key(),
            path.path(),
            Optional.of("git@github.com:o/r.git"),
            path.sessionsFolder(),
            path.git(),
            path.head());
    base = one.open();
    commit = one.commit(base, one.changed(base.tree(), "a.txt=A\n"));
    assertThat(one.deliver(base, commit, Way.PR).commands())
        .containsExactly(
            "gh repo fork github.com/o/r --clone",
            "git -C r fetch %s conclave/cache:conclave/cache".formatted(one.root),
            "git -C r push -u origin conclave/cache");
  }

  @Test
  void the_remote_is_the_one_that_git_would_push_to() throws Exception {
    remote("one", "git@github.com:o/one");
    one.git("remote", "add", "two", "git@gitlab.example.org:group/part/two");
    assertThat(one.target(base, commit).closed())
        .containsExactly(
            "pr: no remote is chosen to push to, of one, two: git config remote.pushDefault NAME");
    one.git("config", "remote.pushDefault", "two");
    Delivered elsewhere = one.deliver(base, commit, Way.PR);
    assertThat(elsewhere)
        .matches(refused -> !refused.done() && refused.said().endsWith("at the remote two"));
    assertThat(elsewhere.commands()).containsExactly("git push -u two conclave/cache");
    one.git("config", "branch.main.pushRemote", "one");
    assertThat(one.deliver(base, commit, Way.PR).commands())
        .contains("git push -u one conclave/cache");
    one.git("config", "--unset", "branch.main.pushRemote");
    one.git("config", "--unset", "remote.pushDefault");
    one.git("config", "branch.main.remote", ".");
    one.git("remote", "remove", "two");
    assertThat(one.target(base, commit).ways()).contains(Way.PR);
  }

  @Test
  void a_push_that_the_remote_rejects_loses_nothing_and_can_be_repeated() throws Exception {
    Path remote = remote("origin", "ssh://git@github.com/o/r.git");
    gh("echo '{\"viewerPermission\": \"WRITE\", \"parent\": null}'");
    Path hook = Files.createDirectories(remote.resolve("hooks")).resolve("pre-receive");
    Files.writeString(
        hook, "#!/bin/sh\necho 'GH006: Protected branch update failed' >&2\nexit 1\n");
    Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
    Delivered rejected = one.deliver(base, commit, Way.PR);
    assertThat(rejected)
        .matches(refused -> !refused.done() && refused.said().contains("GH006: Protected branch"));
    assertThat(rejected.commands())
        .containsExactly(
            "git push -u origin conclave/cache",
            "git push -u origin conclave/cache:refs/heads/ANOTHER-NAME");
    assertThat(one.git("rev-parse", "conclave/cache")).isEqualTo(commit);
    assertThat(said()).doesNotContain("pr create");
    Files.delete(hook);
    assertThat(one.deliver(base, commit, Way.PR)).isEqualTo(opened());
  }

  @Test
  void a_shallow_clone_opens_a_pull_request() throws Exception {
    one.git("stash", "-q", "-u");
    TestRepositories.write(one.root, "more.txt=1\n");
    TestRepositories.commit(one.root, "second");
    Path full = one.root;
    git(temporary, "clone", "-q", "--depth", "1", "file://" + full, "shallow");
    ExecutionFixture.named(temporary.resolve("shallow"));
    one = new ExecutionFixture(temporary, temporary.resolve("shallow"));
    one.git("remote", "remove", "origin");
    base = one.open();
    commit = one.commit(base, one.changed(base.tree(), "a.txt=A\n"));
    Path remote = remote("origin", "https://x@github.com/o/r/");
    one.git("config", "remote.origin.url", "git@github.com:o/r.git");
    git(full, "push", "-q", remote.toString(), "main");
    gh("echo '{\"viewerPermission\": \"WRITE\", \"parent\": null}'");
    assertThat(one.deliver(base, commit, Way.PR)).isEqualTo(opened());
    assertThat(git(remote, "log", "--oneline", "conclave/cache").lines()).hasSize(3);
  }
}
