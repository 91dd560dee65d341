package dev.conclave.activities.workspace;

import static dev.conclave.activities.workspace.TestRepositories.commit;
import static dev.conclave.activities.workspace.TestRepositories.git;
import static dev.conclave.activities.workspace.TestRepositories.repository;
import static dev.conclave.activities.workspace.TestRepositories.workspace;
import static dev.conclave.activities.workspace.TestRepositories.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.workspace.GitTrees.LeftOut;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
import dev.conclave.workflows.api.WorkspaceActivities.Drift;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.HostId;
import io.temporal.failure.ApplicationFailure;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitTreesTest {
  @TempDir Path temp;
  private Path root;
  private DocumentStore documents;
  private GitTrees trees;

  @BeforeEach
  void open() {
    root = temp.resolve("my repo");
    DataFolder data = new DataFolder(temp.resolve("data"));
    documents = DocumentStore.in(data);
    trees = new GitTrees(data, documents);
  }

  private Tree name() {
    return trees.name(workspace(root));
  }

  private List<String> paths(Tree tree) {
    try (TreeFiles files = trees.files(workspace(root), tree.id())) {
      return files.list().stream().map(TreeFile::path).toList();
    }
  }

  @Test
  void a_workspace_of_another_host_is_refused_even_if_path_and_tree_exist_here() throws Exception {
    repository(root, "a.txt=a");
    Tree tree = name();
    GitTrees elsewhere =
        new GitTrees(
            new HostId("host-2", "quito"), new DataFolder(temp.resolve("data")), documents);

    assertThatThrownBy(() -> elsewhere.name(workspace(root)))
        .isInstanceOfSatisfying(
            ApplicationFailure.class,
            failure -> assertThat(failure.getType()).isEqualTo(FailureTypes.WRONG_HOST));
    assertThatThrownBy(() -> elsewhere.files(workspace(root), tree.id()))
        .isInstanceOf(ApplicationFailure.class);
    assertThatThrownBy(() -> elsewhere.changed(workspace(root), tree.id(), "0".repeat(40)))
        .hasMessageContaining("this is host host-2");
  }

  @Test
  void a_clean_checkout_has_the_tree_id_of_its_commit() throws Exception {
    repository(root, "a.txt=a", "src/b.txt=b\r\n");
    Tree tree = name();
    assertThat(tree.id()).isEqualTo(git(root, "rev-parse", "HEAD^{tree}"));
    assertThat(tree.head()).contains(git(root, "rev-parse", "HEAD"));
    assertThat(tree.dirty()).isFalse();
    assertThat(tree.files()).isEqualTo(2);
    assertThat(tree.leftOut()).isZero();
    assertThat(tree.manifest()).isEmpty();
  }

  @Test
  void untracked_files_count_and_ignored_ones_do_not() throws Exception {
    repository(root, ".gitignore=target/\n", "a.txt=a");
    write(root, "target/out.class=x", "new file.txt=n");
    Tree tree = name();
    assertThat(paths(tree)).containsExactly(".gitignore", "a.txt", "new file.txt");
    assertThat(tree.dirty()).isTrue();
  }

  @Test
  void equal_content_has_an_equal_id_and_any_change_another() throws Exception {
    repository(root, "a.txt=a", "b.txt=b");
    String before = name().id();
    assertThat(name().id()).isEqualTo(before);
    write(root, "a.txt=A");
    Tree changed = name();
    assertThat(changed.id()).isNotEqualTo(before);
    assertThat(changed.dirty()).isTrue();
    write(root, "a.txt=a");
    assertThat(name().id()).isEqualTo(before);
    Files.delete(root.resolve("b.txt"));
    assertThat(paths(name())).containsExactly("a.txt");
    root.resolve("a.txt").toFile().setExecutable(true);
    assertThat(name().id()).isNotEqualTo(before);
  }

  @Test
  void names_of_any_kind_are_kept() throws Exception {
    repository(root, "plain=1");
    write(root, "with space=2", "new\nline=3", "中文/计划.md=4", "\"quoted\"=5", "-dash=6", "a\tb=7");
    Files.writeString(RawNames.path(root, "bad\u00ff\u00fename"), "8");
    List<String> paths = paths(name());
    assertThat(paths)
        .contains("with space", "\"new\\nline\"", "中文/计划.md", "-dash", "\"a\\tb\"")
        .contains("\"\\\"quoted\\\"\"")
        .contains("\"bad\\377\\376name\"")
        .hasSize(8);
    try (TreeFiles files = trees.files(workspace(root), name().id())) {
      assertThat(files.lines("中文/计划.md")).contains(List.of("4"));
      assertThat(files.lines("\"bad\\377\\376name\"")).contains(List.of("8"));
    }
  }

  @Test
  void content_is_exact_whatever_the_attributes_say() throws Exception {
    repository(root, "first=1");
    git(root, "config", "filter.evil.clean", "touch \"$PWD/../filter-ran\"; cat");
    git(root, "config", "core.autocrlf", "true");
    git(root, "config", "core.fsmonitor", "touch \"$PWD/../monitor-ran\"");
    write(
        root,
        ".gitattributes=*.dat filter=evil\n*.txt text eol=lf ident\n*.u16 working-tree-encoding=UTF-16\n",
        "x.dat=data",
        "y.txt=$Id$\r\n",
        "z.u16=not utf-16");
    try (TreeFiles files = trees.files(workspace(root), name().id())) {
      assertThat(files.bytes("y.txt").orElseThrow())
          .isEqualTo("$Id$\r\n".getBytes(StandardCharsets.UTF_8));
      assertThat(files.bytes("x.dat").orElseThrow()).asString().isEqualTo("data");
      assertThat(files.bytes("z.u16").orElseThrow()).asString().isEqualTo("not utf-16");
    }
    assertThat(temp.resolve("filter-ran")).doesNotExist();
    assertThat(temp.resolve("monitor-ran")).doesNotExist();
  }

  @Test
  void a_folder_without_git_is_listed_by_its_ignore_rules() throws Exception {
    write(root, ".gitignore=*.log\n", "a.txt=a", "deep/er/b.txt=b", "x.log=no");
    Tree tree = name();
    assertThat(paths(tree)).containsExactly(".gitignore", "a.txt", "deep/er/b.txt");
    assertThat(tree.head()).isEmpty();
    assertThat(tree.dirty()).isFalse();
  }

  @Test
  void nested_repositories_and_submodules_are_part_of_the_content() throws Exception {
    Path library = repository(temp.resolve("library"), "lib.c=int x;");
    repository(root, "a.txt=a");
    git(root, "submodule", "--quiet", "add", library.toString(), "vendor/library");
    commit(root, "submodule");
    repository(root.resolve("nested"), ".gitignore=*.o\n", "n.c=n");
    write(root, "nested/n.o=object", "vendor/library/new.c=new");
    Files.createDirectories(root.resolve("unborn"));
    git(root.resolve("unborn"), "init", "-q");
    write(root, "unborn/u.txt=u");
    assertThat(paths(name()))
        .contains("a.txt", "vendor/library/lib.c", "vendor/library/new.c")
        .contains("nested/n.c", "nested/.gitignore", "unborn/u.txt")
        .doesNotContain("nested/n.o")
        .noneMatch(path -> path.contains(".git/"));
  }

  @Test
  void linked_worktrees_below_the_repository_are_not_content() throws Exception {
    repository(root, "a.c=a");
    git(root, "worktree", "add", "-q", ".claude/worktrees/fix it", "HEAD");
    git(root, "worktree", "add", "-q", "other", "HEAD");

    assertThat(paths(name())).containsExactly("a.c");
    assertThat(name().leftOut()).isEqualTo(2);
  }

  @Test
  void an_absent_submodule_and_a_broken_nested_repository_do_no_harm() throws Exception {
    Path library = repository(temp.resolve("library"), "lib.c=int x;");
    Path origin = repository(temp.resolve("origin"), "a.txt=a");
    git(origin, "submodule", "--quiet", "add", library.toString(), "library");
    commit(origin, "submodule");
    git(temp, "clone", "-q", origin.toString(), root.toString());
    write(root, "broken/.git=gitdir: ../nowhere\n", "broken/file.txt=b");
    assertThat(paths(name())).containsExactly(".gitmodules", "a.txt", "broken/file.txt");
  }

  @Test
  void a_subfolder_of_a_repository_is_a_separate_workspace() throws Exception {
    repository(temp.resolve("outer"), ".gitignore=*.tmp\n", "a.txt=a", "packages/app/b.txt=b");
    root = temp.resolve("outer/packages/app");
    write(root, "c.txt=c", "d.tmp=d");
    assertThat(paths(name())).containsExactly("b.txt", "c.txt");
    Files.delete(root.resolve("c.txt"));
    assertThat(name().dirty()).isFalse();
    write(root, "b.txt=B");
    assertThat(name().dirty()).isTrue();
  }

  @Test
  void a_workspace_ignored_by_its_outer_repository_is_still_listed() throws Exception {
    repository(temp.resolve("outer"), ".gitignore=build/\n");
    root = temp.resolve("outer/build/project");
    write(root, "a.txt=a");
    assertThat(paths(name())).containsExactly("a.txt");
  }

  @Test
  void session_folders_are_not_content_but_the_users_workflow_files_are() throws Exception {
    repository(root, "a.txt=a");
    write(root, ".workflow/.multi-cli-plan/MCP-x/plan.json={}", ".workflow/project-tech.json={}");
    assertThat(paths(name())).containsExactly(".workflow/project-tech.json", "a.txt");
  }

  @Test
  void a_data_folder_within_the_workspace_is_not_content() throws Exception {
    root = temp;
    repository(root, "a.txt=a");
    assertThat(name().id()).isEqualTo(name().id());
    assertThat(paths(name())).containsExactly("a.txt");
  }

  @Test
  void special_and_oversized_files_are_left_out_and_reported() throws Exception {
    repository(root, "a.txt=a", "b.txt=b");
    write(root, "large.bin=" + "x".repeat(2_000));
    new ProcessBuilder("mkfifo", root.resolve("pipe").toString()).start().waitFor();
    DataFolder data = new DataFolder(temp.resolve("data"));
    trees =
        new GitTrees(
            data, documents, new Git(), new Listing.Limits(1_000, 10_000, 100, 2), anyone -> {});
    Tree tree = name();
    assertThat(paths(tree)).containsExactly("a.txt", "b.txt");
    assertThat(documents.text(tree.manifest().orElseThrow()))
        .contains("large.bin")
        .contains("larger than 1000 bytes");
    trees =
        new GitTrees(
            data, documents, new Git(), new Listing.Limits(1_000, 10_000, 1, 2), anyone -> {});
    assertThat(name().files()).isEqualTo(1);
  }

  @Test
  void links_are_content_and_are_never_followed() throws Exception {
    write(temp, "outside/secret.txt=s");
    repository(root, "a.txt=a", "folder/b.txt=b");
    Files.createSymbolicLink(root.resolve("out"), temp.resolve("outside"));
    Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));
    Tree tree = name();
    assertThat(paths(tree)).containsExactly("a.txt", "folder/b.txt", "loop", "out");
    Files.delete(root.resolve("folder/b.txt"));
    Files.delete(root.resolve("folder"));
    Files.createSymbolicLink(root.resolve("folder"), temp.resolve("outside"));
    write(temp, "outside/b.txt=not ours");
    assertThat(paths(name())).containsExactly("a.txt", "folder", "loop", "out");
  }

  @Test
  void a_file_that_becomes_a_folder_and_back_is_tracked() throws Exception {
    repository(root, "a=file", "b/c=deep");
    name();
    Files.delete(root.resolve("a"));
    write(root, "a/now/folder=1");
    Files.delete(root.resolve("b/c"));
    Files.delete(root.resolve("b"));
    write(root, "b=file now");
    assertThat(paths(name())).containsExactly("a/now/folder", "b");
  }

  @Test
  void a_killed_git_and_a_corrupt_index_are_recovered_from() throws Exception {
    repository(root, "a.txt=a");
    String before = name().id();
    Path ours = temp.resolve("data/trees/key-1");
    Files.writeString(ours.resolve("index.lock"), "");
    assertThat(name().id()).isEqualTo(before);
    Files.writeString(ours.resolve("index"), "no index at all, by far");
    assertThat(name().id()).isEqualTo(before);
  }

  @Test
  void drift_counts_all_changes_and_names_the_cited_files() throws Exception {
    repository(root, "a.txt=a", "b.txt=b", "中文.md=c");
    Tree before = name();
    write(root, "a.txt=A", "中文.md=C", "new.txt=n");
    Tree after = name();
    Drift drift =
        trees.drift(workspace(root), before.id(), after.id(), List.of("b.txt", "中文.md", "中文.md"));
    assertThat(drift.changed()).isEqualTo(3);
    assertThat(drift.cited()).containsExactly("中文.md");
    assertThat(trees.changed(workspace(root), before.id(), before.id())).isEmpty();
  }

  @Test
  void an_unknown_tree_is_refused_and_not_retried() throws Exception {
    repository(root, "a.txt=a");
    Tree tree = name();
    for (String id : List.of("f".repeat(40), "HEAD", "--all", "")) {
      assertThatThrownBy(() -> trees.drift(workspace(root), tree.id(), id, List.of()))
          .isInstanceOfSatisfying(
              ApplicationFailure.class,
              failure -> {
                assertThat(failure.getType()).isEqualTo(FailureTypes.TREE_MISSING);
                assertThat(failure.isNonRetryable()).isTrue();
              });
    }
  }

  @Test
  void files_rejected_by_git_do_not_cost_the_others() throws Exception {
    Path folder = Files.createDirectories(temp.resolve("root"));
    Set<String> files = new LinkedHashSet<>();
    for (int i = 0; i < 50; i++) {
      write(folder, "f" + i + ".txt=" + i);
      files.add("f" + i + ".txt");
    }
    // Git ignores everything below a folder of this name.
    write(folder, "x/.git/one=1", "x/.git/two=2");
    files.addAll(List.of("x/.git/one", "x/.git/two", "vanished meanwhile"));
    TreeRepository repository = new TreeRepository(new Git(), temp.resolve("trees"));
    repository.prepare();

    assertThat(repository.hold(folder, files).values())
        .containsExactlyInAnyOrder(
            new LeftOut("x/.git/one", "refused by Git"),
            new LeftOut("x/.git/two", "refused by Git"));

    assertThat(repository.held(folder)).isEqualTo(50);
    assertThat(repository.hold(folder, Set.of("f7.txt"))).isEmpty();
    assertThat(repository.held(folder)).isEqualTo(1);
  }
}
