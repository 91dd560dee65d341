package dev.conclave.activities.execution;

import static dev.conclave.activities.workspace.TestRepositories.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.TestRepositories;
import dev.conclave.activities.workspace.WorkspaceActivitiesImpl;
import dev.conclave.workflows.api.ExecutionActivities.Base;
import dev.conclave.workflows.api.ExecutionActivities.Delivered;
import dev.conclave.workflows.api.ExecutionActivities.Target;
import dev.conclave.workflows.api.ExecutionActivities.Way;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.temporal.HostId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each kind of repository either works from base to branch or is refused with a fix. */
class OddRepositoriesTest {
  @TempDir Path temporary;

  /** Opens, changes, commits, keeps and merges; the repository is unchanged until the last step. */
  private Base works(ExecutionFixture one, Way last) throws Exception {
    Map<String, String> before = one.state();
    Base base = one.open();
    String tree = one.changed(base.tree(), "added/文件.txt=x\n");
    String commit = one.commit(base, tree);
    Target target = one.target(base, commit);
    Set<Map.Entry<String, String>> changed = new HashSet<>(one.state().entrySet());
    changed.removeAll(before.entrySet());
    assertThat(changed).isEmpty();
    assertThat(target.ways()).contains(last);
    Delivered kept = one.deliver(base, commit, Way.KEEP);
    assertThat(kept).matches(Delivered::done, kept.said());
    String[] difference = {
      "-c", "core.quotePath=false", "diff", "--name-only", "HEAD", kept.place()
    };
    assertThat(one.git(difference)).isEqualTo("added/文件.txt");
    String status = one.git("status", "--porcelain");
    Delivered delivered = one.deliver(base, commit, last);
    assertThat(delivered).matches(Delivered::done, delivered.said());
    assertThat(one.git("status", "--porcelain")).isEqualTo(status);
    return base;
  }

  private Path plain(String name) throws Exception {
    Path root =
        TestRepositories.repository(
            temporary.resolve(name), "a/a.txt=a\n", "b/b.txt=b\n", "c.txt=c\n");
    Files.setPosixFilePermissions(
        Files.writeString(root.resolve("run.sh"), "x"),
        PosixFilePermissions.fromString("rwxr-xr-x"));
    TestRepositories.write(root, "cafe\u0301.txt=decomposed", "line\nbreak=1");
    TestRepositories.commit(root, "second");
    ExecutionFixture.named(root);
    return root;
  }

  @Test
  void a_linked_worktree_is_supported() throws Exception {
    Path root = plain("main");
    git(root, "worktree", "add", "-q", "-b", "topic", temporary.resolve("linked").toString());
    Base base = works(new ExecutionFixture(temporary, temporary.resolve("linked")), Way.MERGE);
    assertThat(base.onBranch()).hasValue("topic");
    assertThat(git(root, "log", "--oneline", "topic").lines()).hasSize(3);
  }

  @Test
  void a_worktree_of_a_bare_repository_is_supported_and_the_bare_one_is_refused() throws Exception {
    git(temporary, "clone", "-q", "--bare", plain("main").toString(), "bare.git");
    Path bare = temporary.resolve("bare.git");
    ExecutionFixture.named(bare);
    git(bare, "worktree", "add", "-q", temporary.resolve("linked").toString(), "main");
    Base base = works(new ExecutionFixture(temporary, temporary.resolve("linked")), Way.MERGE);
    assertThat(base.onBranch()).hasValue("main");
    assertThat(git(bare, "log", "--oneline", "main").lines()).hasSize(3);
    refused(bare, "is a bare repository");
  }

  @Test
  void a_branch_name_that_exists_gets_a_number_and_both_branches_stay() throws Exception {
    Path root = plain("main");
    git(root, "branch", "conclave/cache");
    ExecutionFixture one = new ExecutionFixture(temporary, root);
    Base base = one.open();
    String commit = one.commit(base, one.changed(base.tree(), "c.txt=C\n"));
    assertThat(one.deliver(base, commit, Way.KEEP).place()).isEqualTo("conclave/cache-2");
    assertThat(git(root, "rev-parse", "conclave/cache")).isEqualTo(base.head().orElseThrow());
    assertThat(git(root, "rev-parse", "conclave/cache-2")).isEqualTo(commit);
  }

  @Test
  void a_shallow_clone_is_supported() throws Exception {
    plain("main");
    git(temporary, "clone", "-q", "--depth", "1", "file://" + temporary.resolve("main"), "shallow");
    ExecutionFixture.named(temporary.resolve("shallow"));
    works(new ExecutionFixture(temporary, temporary.resolve("shallow")), Way.MERGE);
    assertThat(git(temporary.resolve("shallow"), "log", "--oneline").lines()).hasSize(2);
  }

  @Test
  void a_sparse_checkout_is_supported() throws Exception {
    Path root = plain("main");
    git(root, "sparse-checkout", "set", "--cone", "--sparse-index", "a");
    assertThat(root.resolve("b")).doesNotExist();
    TestRepositories.write(root, "a/a.txt=dirty\n");
    ExecutionFixture one = new ExecutionFixture(temporary, root);
    Base base = works(one, Way.MERGE);
    assertThat(base.dirty()).containsExactly("a/a.txt");
    assertThat(one.show(base.tree(), "b/b.txt")).isEqualTo("b\n");
    assertThat(root.resolve("b")).doesNotExist();
  }

  @Test
  void a_merge_of_files_outside_a_sparse_checkout_leaves_the_index_clean() throws Exception {
    Path root = plain("main");
    git(root, "sparse-checkout", "set", "--cone", "a");
    ExecutionFixture one = new ExecutionFixture(temporary, root);
    Base base = one.open();
    String commit = one.commit(base, one.changed(base.tree(), "b/b.txt=B\n", "a/a.txt=A\n"));

    Delivered merged = one.deliver(base, commit, Way.MERGE);

    assertThat(merged).matches(Delivered::done, merged.said());
    assertThat(one.git("status", "--porcelain")).isEmpty();
    assertThat(one.git("show", "HEAD:b/b.txt")).isEqualTo("B");
    assertThat(root.resolve("b")).doesNotExist();
  }

  @Test
  void a_merge_may_turn_a_folder_into_a_file_and_a_file_into_a_folder() throws Exception {
    Path root = plain("main");
    ExecutionFixture one = new ExecutionFixture(temporary, root);
    Base base = one.open();
    String without = one.changed(base.tree(), "b/b.txt", "c.txt");
    String commit = one.commit(base, one.changed(without, "b=file\n", "c.txt/d=folder\n"));

    Delivered merged = one.deliver(base, commit, Way.MERGE);

    assertThat(merged).matches(Delivered::done, merged.said());
    assertThat(one.git("status", "--porcelain")).isEmpty();
    assertThat(root.resolve("b")).hasContent("file\n");
    assertThat(root.resolve("c.txt/d")).hasContent("folder\n");
  }

  @Test
  void a_split_index_is_supported() throws Exception {
    Path root = plain("main");
    git(root, "update-index", "--split-index");
    TestRepositories.write(root, "new.txt=1\n");
    git(root, "add", "new.txt");
    Base base = new ExecutionFixture(temporary, root).open();
    assertThat(base.dirty()).containsExactly("new.txt");
  }

  @Test
  void submodules_are_supported() throws Exception {
    Path library = plain("library");
    Path root = plain("main");
    git(root, "submodule", "add", "-q", library.toString(), "lib");
    TestRepositories.commit(root, "submodule");
    TestRepositories.write(root, "lib/c.txt=changed\n");
    ExecutionFixture one = new ExecutionFixture(temporary, root);
    Base base = works(one, Way.MERGE);
    assertThat(base.notes()).anyMatch(note -> note.startsWith("1 submodule left empty;"));
    assertThat(base.tree()).isEqualTo(base.headTree());
    ExecutionFixture.named(root.resolve("lib"));
    git(root.resolve("lib"), "checkout", "-q", "main");
    ExecutionFixture inner = new ExecutionFixture(temporary.resolve("inner"), root.resolve("lib"));
    assertThat(works(inner, Way.MERGE).dirty()).containsExactly("c.txt");
  }

  @Test
  void a_detached_head_has_no_branch_to_merge_into() throws Exception {
    Path root = plain("main");
    git(root, "checkout", "-q", "--detach");
    ExecutionFixture one = new ExecutionFixture(temporary, root);
    Base base = works(one, Way.DISCARD);
    assertThat(one.target(base, base.head().orElseThrow()).closed())
        .contains("merge: no branch was checked out (detached HEAD), so there is no merge target");
  }

  @Test
  void windows_line_endings_are_supported() throws Exception {
    Path root = plain("main");
    git(root, "config", "core.autocrlf", "true");
    Files.delete(root.resolve("c.txt"));
    git(root, "checkout", "--", "c.txt");
    assertThat(Files.readString(root.resolve("c.txt"))).isEqualTo("c\r\n");
    ExecutionFixture one = new ExecutionFixture(temporary, root);
    Base base = works(one, Way.MERGE);
    assertThat(base.dirty()).isEmpty();
    assertThat(Files.readString(root.resolve("added/文件.txt"))).isEqualTo("x\r\n");
    Files.writeString(root.resolve("c.txt"), "c\r\nd\r\n");
    assertThat(one.show(one.open().tree(), "c.txt")).isEqualTo("c\nd\n");
  }

  @Test
  void a_repository_by_url_keeps_its_branch_on_its_host() throws Exception {
    Path root = plain("main");
    ExecutionFixture one = new ExecutionFixture(temporary, root);
    HostId host = HostId.of(one.data, Map.of());
    one.workspace =
        new WorkspaceActivitiesImpl(
                host, one.data, new GitTrees(one.data, DocumentStore.in(one.data)))
            .workspace(
                new WorkspaceSpec(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of("file://" + root),
                    Optional.empty(),
                    Optional.empty()));
    Path home = Files.createDirectories(temporary.resolve("home"));
    Path settings =
        Files.writeString(
            home.resolve("gitconfig"), "[user]\nname = Ada\nemail = ada@example.org\n");
    one.gitEnvironment(
        Map.of(
            "GIT_CONFIG_GLOBAL",
            settings.toString(),
            "PATH",
            System.getenv("PATH"),
            "HOME",
            home.toString()));
    Base base = one.open();
    String commit = one.commit(base, one.changed(base.tree(), "a/a.txt=A\n"));
    assertThat(one.target(base, commit).ways())
        .containsExactly(Way.KEEP, Way.PR, Way.PATCH, Way.DISCARD);
    Delivered kept = one.deliver(base, commit, Way.KEEP);
    git(root, kept.commands().get(0).substring("git ".length()).split(" "));
    assertThat(git(root, "diff", "--name-only", "main", "conclave/cache")).isEqualTo("a/a.txt");
    assertThat(git(root, "fsck", "--strict")).doesNotContain("missing");
  }

  @Test
  void a_repository_that_cannot_be_executed_is_refused_with_a_reason() throws Exception {
    Path root = plain("main");
    refused(root.resolve("a"), "is a folder of the repository " + root);
    Path sha256 = Files.createDirectories(temporary.resolve("sha256"));
    git(sha256, "init", "-q", "--object-format=sha256");
    TestRepositories.write(sha256, "a=1");
    TestRepositories.commit(sha256, "first");
    ExecutionFixture.named(sha256);
    refused(sha256, "SHA-256");
    git(root, "switch", "-q", "-c", "other");
    TestRepositories.write(root, "c.txt=other\n");
    TestRepositories.commit(root, "other");
    git(root, "switch", "-q", "main");
    TestRepositories.write(root, "c.txt=main\n");
    TestRepositories.commit(root, "main");
    assertThatThrownBy(() -> git(root, "merge", "other")).isNotNull();
    refused(root, "has conflicts in its index");
  }

  @Test
  void a_partial_clone_with_missing_content_is_refused() throws Exception {
    Path root = plain("main");
    git(root, "config", "uploadpack.allowFilter", "true");
    git(
        temporary,
        "clone",
        "-q",
        "--no-checkout",
        "--filter=blob:none",
        "file://" + root,
        "partial");
    ExecutionFixture.named(temporary.resolve("partial"));
    refused(temporary.resolve("partial"), "cannot be read completely");
  }

  private void refused(Path root, String why) throws IOException {
    ExecutionFixture one = new ExecutionFixture(temporary, root);
    Map<String, String> before = one.state();
    assertThatThrownBy(one::open).hasMessageContaining(why);
    assertThat(one.state()).isEqualTo(before);
  }
}
