package dev.conclave.activities.workspace;

import static dev.conclave.activities.workspace.TestRepositories.git;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.Workspace;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFoldersTest {
  @TempDir Path temporary;
  private GitTrees trees;
  private Workspace workspace;
  private ExecutionRepository repository;
  private WorkFolders folders;
  private String tree;

  @BeforeEach
  void aRepository() throws Exception {
    DataFolder data = new DataFolder(temporary.resolve("data"));
    trees = new GitTrees(data, DocumentStore.in(data));
    Path root =
        TestRepositories.repository(temporary.resolve("user"), "src/a.txt=a\n", "b.txt=b\n");
    TestRepositories.write(
        root, ".gitignore=ignored/\n", ".env=TOKEN=hunter22\n", "run.sh=#!/bin/sh\n");
    Files.setPosixFilePermissions(
        root.resolve("run.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createSymbolicLink(root.resolve("link"), Path.of("src/a.txt"));
    Files.createSymbolicLink(root.resolve("out"), Path.of("/etc/passwd"));
    TestRepositories.commit(root, "second");
    workspace = TestRepositories.workspace(root);
    repository = new ExecutionRepository(trees, workspace, "PLAN-1/execute");
    folders = new WorkFolders(repository, false);
    tree = trees.name(workspace).id();
  }

  @Test
  void an_unchanged_folder_keeps_its_tree_although_the_agent_sees_only_a_part() {
    try (WorkFolder folder = folders.openForAgent(tree, "call")) {
      assertThat(folder.leftOut()).containsExactly(".env", "out");
      assertThat(folder.path().resolve(".env")).doesNotExist();
      assertThat(folder.result()).isEqualTo(new WorkFolder.Result(tree, List.of()));
    }
    try (WorkFolder folder = folders.open(tree, "check")) {
      assertThat(folder.path().resolve(".env")).exists();
      assertThat(folder.result().tree()).isEqualTo(tree);
    }
  }

  @Test
  void a_write_is_detected_whatever_happened_to_its_git_and_does_not_remain() throws Exception {
    String left;
    try (WorkFolder folder = folders.openForAgent(tree, "call")) {
      Path root = folder.path();
      TestRepositories.write(
          root,
          "new/c.txt=c\n",
          "ignored/d=d",
          "b.txt=B\n",
          "nested/x=x\n",
          "line\nbreak=1",
          "文件.txt=2");
      Files.delete(root.resolve("run.sh"));
      git(root.resolve("nested"), "init", "-q");
      git(root, "config", "core.fsmonitor", "touch " + temporary.resolve("ran"));
      TestRepositories.write(root, ".git/info/exclude=new/\n", ".git/info/attributes=* filter=x\n");
      git(root, "config", "filter.x.clean", "touch " + temporary.resolve("ran"));
      Files.delete(root.resolve("src/a.txt"));
      Files.delete(root.resolve("src"));
      Files.createSymbolicLink(root.resolve("src"), Path.of("/etc"));
      left = folder.result().tree();
    }
    assertThat(names(left))
        .containsExactlyInAnyOrder(
            ".env",
            ".gitignore",
            "b.txt",
            "\"line\\nbreak\"",
            "link",
            "nested/x",
            "new/c.txt",
            "out",
            "src",
            "文件.txt");
    assertThat(temporary.resolve("ran")).doesNotExist();
    try (WorkFolder folder = folders.openForAgent(tree, "next")) {
      assertThat(folder.isReopened()).isFalse();
      assertThat(folder.path().resolve("ignored")).doesNotExist();
      assertThat(folder.path().resolve("nested")).doesNotExist();
      assertThat(folder.path().resolve("src/a.txt")).hasContent("a");
      assertThat(git(folder.path(), "status", "--porcelain")).isEmpty();
      assertThat(folder.result().tree()).isEqualTo(tree);
    }
  }

  @Test
  void an_abandoned_folder_is_reused_and_another_holder_gets_another() throws Exception {
    Path path;
    try (WorkFolder folder = folders.open(tree, "call")) {
      path = folder.path();
      TestRepositories.write(path, "half=1");
      folder.detach();
    }
    try (WorkFolder other = folders.open(tree, "other");
        WorkFolder again = folders.open(tree, "call")) {
      assertThat(other.path()).isNotEqualTo(path);
      assertThat(again.path()).isEqualTo(path);
      assertThat(again.isReopened()).isTrue();
      assertThat(path.resolve("half")).exists();
      again.reset();
      assertThat(path.resolve("half")).doesNotExist();
    }
  }

  @Test
  void folders_of_one_tree_are_created_in_parallel() throws Exception {
    List<CompletableFuture<Path>> all =
        IntStream.range(0, 6)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> {
                          try (WorkFolder folder = folders.openForAgent(tree, "call " + i)) {
                            folder.detach();
                            return folder.path();
                          }
                        }))
            .toList();
    Set<Path> paths = new HashSet<>();
    for (CompletableFuture<Path> one : all) {
      paths.add(one.get());
    }
    assertThat(paths).hasSize(6);
  }

  @Test
  void a_partially_stored_tree_is_stored_again() throws Exception {
    repository.require(tree);
    String blob = git(workspacePath(), "rev-parse", "HEAD:b.txt");
    Path objects = repository.place().gitDir().resolve("objects");
    Path half = objects.resolve(blob.substring(0, 2)).resolve(blob.substring(2));
    Files.delete(half);
    repository.run("update-ref", "-d", "refs/conclave/" + tree);
    try (WorkFolder folder = folders.open(tree, "call")) {
      assertThat(folder.path().resolve("b.txt")).hasContent("b");
    }
  }

  @Test
  void tools_find_a_repository_without_secrets() throws Exception {
    try (WorkFolder folder = folders.openForAgent(tree, "call")) {
      TestRepositories.write(folder.path(), "b.txt=B\n");
      assertThat(git(folder.path(), "status", "--porcelain")).isEqualTo("M b.txt");
      assertThat(git(folder.path(), "log", "--oneline")).endsWith("Base");
      String secret = git(workspacePath(), "rev-parse", "HEAD:.env");
      assertThat(git(folder.path(), "cat-file", "--batch-all-objects", "--batch-check"))
          .contains("blob")
          .doesNotContain(secret);
    }
  }

  @Test
  void a_tree_of_an_execution_is_found_for_a_review() throws Exception {
    String left;
    try (WorkFolder folder = folders.openForAgent(tree, "call")) {
      TestRepositories.write(folder.path(), "b.txt=B\n");
      left = folder.result().tree();
    }
    try (TreeFiles files = trees.files(workspace, left)) {
      assertThat(files.bytes("b.txt")).hasValue("B\n".getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void older_git_merges_through_its_index() throws Exception {
    String first = left("b.txt=b1\n", "one=1");
    String second = left("src/a.txt=a2\n", "two=2");
    String third = left("b.txt=b3\n");
    var merged = repository.mergeIndex(tree, first, second);
    assertThat(merged).isEqualTo(repository.merge(tree, first, second));
    assertThat(names(merged.tree())).contains("one", "two");
    assertThat(repository.mergeIndex(tree, first, third).conflicts()).containsExactly("b.txt");
    String long1 = left("b.txt=1\n2\n3\n4\n5\n");
    String long2 = repository.mergeIndex(tree, long1, second).tree();
    assertThat(long2).isNotNull();
    try (WorkFolder folder = folders.open(long1, "x")) {
      TestRepositories.write(folder.path(), "b.txt=0\n2\n3\n4\n5\n");
      String top = folder.result().tree();
      TestRepositories.write(folder.path(), "b.txt=1\n2\n3\n4\n6\n");
      String both = repository.mergeIndex(long1, top, folder.result().tree()).tree();
      assertThat(
              new String(
                  repository.run("cat-file", "blob", both + ":b.txt"), StandardCharsets.UTF_8))
          .isEqualTo("0\n2\n3\n4\n6\n");
    }
  }

  private String left(String... files) throws Exception {
    try (WorkFolder folder = folders.open(tree, "left")) {
      TestRepositories.write(folder.path(), files);
      return folder.result().tree();
    }
  }

  private Path workspacePath() {
    return Path.of(workspace.path());
  }

  private Set<String> names(String id) {
    GitPlace place = repository.place();
    byte[] listed = repository.git().run(place, "ls-tree", "-r", "-z", "--name-only", id);
    Set<String> names = new TreeSet<>();
    RawNames.split(listed).forEach(raw -> names.add(RawNames.text(raw)));
    return names;
  }
}
