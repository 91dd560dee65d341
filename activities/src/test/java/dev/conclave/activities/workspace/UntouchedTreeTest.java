package dev.conclave.activities.workspace;

import static dev.conclave.activities.workspace.TestRepositories.git;
import static dev.conclave.activities.workspace.TestRepositories.repository;
import static dev.conclave.activities.workspace.TestRepositories.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.git.RawNames;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.temporal.HostId;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Guarantees that no analysis changes the user's tree: every byte including {@code .git}, and the
 * modification times of its files and index.
 */
class UntouchedTreeTest {
  @TempDir Path temp;

  /** Returns everything that reveals a write: content, mode, inode and times. */
  private static Map<String, String> everything(Path root) throws Exception {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(root)) {
      for (Path path : walk.toList()) {
        Map<String, Object> unix =
            Files.readAttributes(
                path,
                "unix:mode,uid,gid,ino,size,ctime,lastModifiedTime",
                LinkOption.NOFOLLOW_LINKS);
        String content =
            Files.isSymbolicLink(path)
                ? Files.readSymbolicLink(path).toString()
                : Files.isRegularFile(path) && Files.isReadable(path)
                    ? String.valueOf(Arrays.hashCode(Files.readAllBytes(path)))
                    : "";
        all.put(path.toUri().getRawPath(), new TreeMap<>(unix) + " " + content);
      }
    }
    return all;
  }

  private void analyze(Path root, String... expected) {
    DataFolder data = new DataFolder(temp.resolve("data"));
    GitTrees trees = new GitTrees(data, DocumentStore.in(data));
    HostId host = new HostId("0123456789ab", "lima");
    WorkspaceActivitiesImpl activities = new WorkspaceActivitiesImpl(host, data, trees);
    Workspace workspace = activities.workspace(WorkspaceSpec.ofPath(host.id(), root.toString()));
    Tree tree = activities.nameTree(workspace);
    try (Snapshot snapshot =
        new Snapshots(data, trees, false).acquire(workspace, tree.id(), "call")) {
      for (String file : expected) {
        assertThat(snapshot.path().resolve(file)).exists();
      }
      writeEverywhere(snapshot.path());
      assertThat(snapshot.changedPaths()).contains(".git/config");
    }
    try (TreeFiles files = trees.files(workspace, tree.id())) {
      files.list().forEach(files::bytes);
    }
    assertThat(activities.probe(workspace, tree.id(), List.of("a.txt")).changed()).isZero();
  }

  /** Writes every file, also through links, and creates new ones, as a careless agent would. */
  private static void writeEverywhere(Path snapshot) {
    try (Stream<Path> walk = Files.walk(snapshot)) {
      for (Path path : walk.limit(2_000).toList()) {
        if (Files.isRegularFile(path)) {
          Files.writeString(path, "overwritten");
        }
      }
      write(snapshot, "written by an agent=x", ".git/config=y", "src/new=z");
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void an_odd_repository_is_left_unchanged() throws Exception {
    Path library = repository(temp.resolve("library"), "lib.c=int x;", "deep/er.c=int y;");
    Path root = repository(temp.resolve("my 项目"), "a.txt=a", "src/b.txt=b\r\nc\r\n");
    git(root, "submodule", "--quiet", "add", library.toString(), "vendor/library");
    git(root, "config", "core.autocrlf", "true");
    git(root, "config", "core.untrackedCache", "true");
    git(root, "config", "filter.lfs.clean", "touch ran-clean; cat");
    git(root, "config", "filter.lfs.smudge", "touch ran-smudge; cat");
    git(root, "config", "core.fsmonitor", "touch ran-monitor");
    git(root, "config", "core.hooksPath", "hooks");
    write(
        root,
        ".gitattributes=*.bin filter=lfs diff=lfs merge=lfs -text\n*.txt text eol=crlf\n",
        "data.bin=version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
        "hooks/post-index-change=#!/bin/sh\ntouch ran-hook\n");
    root.resolve("hooks/post-index-change").toFile().setExecutable(true);
    git(root, "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "add", "-A");
    git(root, "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "commit", "-qm", "x");
    Files.deleteIfExists(root.resolve("ran-clean"));

    write(root, ".gitignore=*.o\n", "ignored.o=o", "empty=", "new\nline.md=n", "计划 书.md=p");
    Files.writeString(RawNames.path(root, "bad\u00ff"), "bytes");
    Files.createDirectories(root.resolve("unborn/empty folder"));
    git(root.resolve("unborn"), "init", "-q");
    write(root, "unborn/u.txt=u", "broken/.git=gitdir: /nowhere\n", "broken/x=x");
    Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));
    Files.createSymbolicLink(root.resolve("src/self"), Path.of("../src"));
    Files.createSymbolicLink(root.resolve("into"), root.resolve("src"));
    try (RandomAccessFile sparse =
        new RandomAccessFile(root.resolve("sparse.img").toFile(), "rw")) {
      sparse.setLength(8 << 20);
    }
    write(root, "a.txt=staged");
    git(root, "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "add", "a.txt");
    Files.deleteIfExists(root.resolve("ran-clean"));
    write(root, "a.txt=changed again", "vendor/library/deep/er.c=changed in a submodule");
    Files.delete(root.resolve("src/b.txt"));

    Map<String, String> before = everything(root);
    analyze(root, "a.txt", "vendor/library/lib.c", "unborn/u.txt", "broken/x", "sparse.img");
    assertThat(everything(root)).isEqualTo(before);
  }

  @Test
  void a_stale_index_is_not_refreshed() throws Exception {
    Path root = repository(temp.resolve("repo"), "a.txt=a", "b.txt=b");
    // Same content with another time: `git status` would now rewrite the index.
    write(root, "a.txt=a", "b.txt=b");
    Map<String, String> before = everything(root);
    analyze(root, "a.txt");
    assertThat(everything(root)).isEqualTo(before);
  }

  @Test
  void an_empty_repository_and_a_folder_without_git_are_left_unchanged() throws Exception {
    Path unborn = Files.createDirectories(temp.resolve("unborn"));
    git(unborn, "init", "-q");
    write(unborn, "a.txt=a");
    Path plain = temp.resolve("plain");
    write(plain, "a.txt=a", ".gitignore=*.log", "x.log=x");
    for (Path root : List.of(unborn, plain)) {
      Map<String, String> before = everything(root);
      analyze(root, "a.txt");
      assertThat(everything(root)).isEqualTo(before);
    }
  }
}
