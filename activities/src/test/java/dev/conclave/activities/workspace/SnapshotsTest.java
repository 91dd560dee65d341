package dev.conclave.activities.workspace;

import static dev.conclave.activities.workspace.TestRepositories.git;
import static dev.conclave.activities.workspace.TestRepositories.repository;
import static dev.conclave.activities.workspace.TestRepositories.workspace;
import static dev.conclave.activities.workspace.TestRepositories.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.document.Folders;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.Workspace;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotsTest {
  @TempDir Path temp;
  private Path root;
  private DataFolder data;
  private GitTrees trees;
  private Snapshots snapshots;
  private Workspace workspace;

  @BeforeEach
  void open() throws Exception {
    root = repository(temp.resolve("my repo"), "a.txt=a", ".gitignore=*.log\n", "src/中文.md=c");
    data = new DataFolder(temp.resolve("data"));
    trees = new GitTrees(data, DocumentStore.in(data));
    snapshots = new Snapshots(data, trees, /* trustAgentSettings= */ false);
    workspace = workspace(root);
  }

  private String name() {
    return trees.name(workspace).id();
  }

  private Snapshot acquire() {
    return acquire(name());
  }

  private Snapshot acquire(String tree) {
    return snapshots.acquire(workspace, tree, UUID.randomUUID().toString());
  }

  @Test
  void a_snapshot_is_the_tree_and_reading_changes_nothing() throws Exception {
    write(root, "untracked.txt=u", "ignored.log=i");
    try (Snapshot snapshot = acquire()) {
      assertThat(snapshot.path().resolve("src/中文.md")).hasContent("c");
      assertThat(snapshot.path().resolve("untracked.txt")).hasContent("u");
      assertThat(snapshot.path().resolve("ignored.log")).doesNotExist();
      assertThat(snapshot.path().resolve(".git")).doesNotExist();
      assertThat(snapshot.changedPaths()).isEmpty();
    }
  }

  @Test
  void agent_writes_are_detected_even_in_ignored_files() throws Exception {
    try (Snapshot snapshot = acquire()) {
      Path path = snapshot.path();
      write(path, "a.txt=A", "new.log=ignored by its own rules", "cache/x/y=1", ".git/HEAD=x");
      Files.createDirectories(path.resolve("empty"));
      Files.delete(path.resolve("src/中文.md"));
      Files.createSymbolicLink(path.resolve("link"), Path.of("/etc"));
      assertThat(snapshot.changedPaths())
          .contains("a.txt", "new.log", "cache/x/y", ".git/HEAD", "empty/", "src/中文.md", "link");
    }
    try (Snapshot snapshot = acquire()) {
      assertThat(snapshot.path().resolve("a.txt")).hasContent("a");
      assertThat(snapshot.path().resolve("cache")).doesNotExist();
      assertThat(snapshot.path().resolve(".git")).doesNotExist();
      assertThat(snapshot.changedPaths()).isEmpty();
    }
  }

  @Test
  void a_change_with_a_restored_timestamp_is_found_and_a_touch_is_not_one() throws Exception {
    try (Snapshot snapshot = acquire()) {
      Path file = snapshot.path().resolve("a.txt");
      var time = Files.getLastModifiedTime(file);
      Files.writeString(file, "a");
      assertThat(snapshot.changedPaths()).isEmpty();
      Files.writeString(file, "b");
      Files.setLastModifiedTime(file, time);
      assertThat(snapshot.changedPaths()).containsExactly("a.txt");
      Files.writeString(file, "a");
      file.toFile().setExecutable(true);
      assertThat(snapshot.changedPaths()).containsExactly("a.txt");
    }
  }

  @Test
  void a_pooled_folder_is_reused_and_updated() throws Exception {
    Path first;
    try (Snapshot snapshot = acquire()) {
      first = snapshot.path();
      assertThat(snapshot.changedPaths()).isEmpty();
    }
    var untouched = Files.readAttributes(first.resolve("a.txt"), "unix:ino,ctime");
    write(root, "b.txt=new");
    Files.delete(root.resolve("src/中文.md"));
    try (Snapshot snapshot = acquire()) {
      assertThat(snapshot.path()).isEqualTo(first);
      assertThat(Files.readAttributes(first.resolve("a.txt"), "unix:ino,ctime"))
          .isEqualTo(untouched);
      assertThat(first.resolve("b.txt")).hasContent("new");
      assertThat(first.resolve("src")).doesNotExist();
    }
  }

  @Test
  void changes_in_the_pool_are_repaired() throws Exception {
    Path path;
    try (Snapshot snapshot = acquire()) {
      path = snapshot.path();
      assertThat(snapshot.changedPaths()).isEmpty();
    }
    write(path, "late.txt=a child that outlived its call", "a.txt=b");
    try (Snapshot snapshot = acquire()) {
      assertThat(snapshot.path()).isEqualTo(path);
      assertThat(path.resolve("late.txt")).doesNotExist();
      assertThat(path.resolve("a.txt")).hasContent("a");
    }
  }

  @Test
  void two_running_calls_have_two_snapshots() {
    String tree = name();
    try (Snapshot one = acquire(tree);
        Snapshot two = acquire(tree)) {
      assertThat(one.path()).isNotEqualTo(two.path());
    }
  }

  @Test
  void a_snapshot_whose_holder_is_gone_for_a_day_is_recreated() throws Exception {
    Slot slot = new Slot(data.snapshots().resolve("key-1/0"));
    write(slot.folder(), "tree/half=written", "holder=gone", "index.lock=");
    try (Snapshot other = acquire()) {
      assertThat(other.path()).isNotEqualTo(slot.tree());
    }
    Files.setLastModifiedTime(
        slot.folder(), FileTime.from(Instant.now().minus(Duration.ofHours(25))));
    try (Snapshot snapshot = acquire()) {
      assertThat(snapshot.path()).isEqualTo(slot.tree());
      assertThat(snapshot.path().resolve("half")).doesNotExist();
      assertThat(snapshot.changedPaths()).isEmpty();
    }
  }

  @Test
  void a_call_that_outlives_its_worker_finds_its_snapshot_and_its_writes() throws Exception {
    String tree = name();
    Path path;
    try (Snapshot snapshot = snapshots.acquire(workspace, tree, "call-1")) {
      path = snapshot.path();
      snapshot.detach();
    }
    write(path, "written-meanwhile.txt=w");
    try (Snapshot other = snapshots.acquire(workspace, tree, "call-2")) {
      assertThat(other.path()).isNotEqualTo(path);
    }
    try (Snapshot again = snapshots.acquire(workspace, tree, "call-1")) {
      assertThat(again.path()).isEqualTo(path);
      assertThat(again.changedPaths()).containsExactly("written-meanwhile.txt");
    }
    assertThat(path).doesNotExist();
  }

  @Test
  void agent_settings_secrets_and_links_leading_outside_are_left_out() throws Exception {
    write(
        root,
        ".gemini/settings.json={}",
        "packages/app/.codex/config.toml=x",
        ".claude/settings.local.json={}",
        ".claude/notes.md=kept",
        ".mcp.json={}",
        "opencode.json={}",
        ".env=KEY=1",
        ".env.example=KEY=");
    Files.createSymbolicLink(root.resolve("absolute"), temp.resolve("documents"));
    Files.createSymbolicLink(root.resolve("up"), Path.of("../../documents"));
    Files.createSymbolicLink(root.resolve("src/inside"), Path.of("../a.txt"));
    try (Snapshot snapshot = acquire()) {
      assertThat(
              List.of(
                  ".gemini/settings.json",
                  "packages/app/.codex/config.toml",
                  ".claude/settings.local.json",
                  ".mcp.json",
                  "opencode.json",
                  ".env",
                  "absolute",
                  "up"))
          .noneMatch(
              path -> Files.exists(snapshot.path().resolve(path), LinkOption.NOFOLLOW_LINKS));
      assertThat(snapshot.path().resolve(".env.example")).exists();
      assertThat(snapshot.leftOut()).contains(".env").doesNotContain(".env.example");
      assertThat(snapshot.path().resolve(".gemini")).doesNotExist();
      assertThat(snapshot.path().resolve(".claude/notes.md")).hasContent("kept");
      assertThat(snapshot.path().resolve("src/inside")).hasContent("a");
      assertThat(snapshot.changedPaths()).isEmpty();
    }
    Snapshots trusting = new Snapshots(data, trees, /* trustAgentSettings= */ true);
    try (Snapshot snapshot = trusting.acquire(workspace, name(), "call-1")) {
      assertThat(snapshot.path().resolve(".gemini/settings.json")).exists();
      assertThat(snapshot.path().resolve(".env")).doesNotExist();
    }
  }

  @Test
  void links_are_resolved_as_by_the_kernel() {
    Map<String, String> links =
        Map.of(
            "sub/up", "..",
            "sneaky", "sub/up/../outside",
            "fine", "sub/../a.txt",
            "loop", "loop",
            "chain", "fine",
            "dangling", "nowhere/../../x");
    assertThat(SnapshotContent.leavesTree("sneaky", links)).isTrue();
    assertThat(SnapshotContent.leavesTree("dangling", links)).isTrue();
    assertThat(List.of("sub/up", "fine", "loop", "chain"))
        .noneMatch(link -> SnapshotContent.leavesTree(link, links));
  }

  @Test
  void unused_snapshots_are_removed_by_age_and_size() {
    String tree = name();
    try (Snapshot used = acquire(tree)) {
      try (Snapshot pooled = acquire(tree)) {
        pooled.changedPaths();
      }
      assertThat(Snapshots.tidy(data, Duration.ofDays(1), 1 << 20)).isZero();
      assertThat(Snapshots.tidy(data, Duration.ofDays(1), 0)).isEqualTo(1);
      assertThat(Snapshots.tidy(data, Duration.ZERO, 1 << 20)).isZero();
      assertThat(used.changedPaths()).isEmpty();
    }
    assertThat(Snapshots.tidy(data, Duration.ZERO, 1 << 20)).isEqualTo(1);
  }

  @Test
  void a_snapshot_its_holder_may_return_for_is_not_removed_by_size() {
    try (Snapshot snapshot = snapshots.acquire(workspace, name(), "call-1")) {
      snapshot.detach();
    }
    assertThat(Snapshots.tidy(data, Duration.ofDays(1), 0)).isZero();
  }

  private Path pool() {
    return data.trees().resolve(workspace.key());
  }

  /** Leaves a clean snapshot in the pool. */
  private Path pooled() {
    try (Snapshot snapshot = acquire()) {
      assertThat(snapshot.changedPaths()).isEmpty();
      return snapshot.path();
    }
  }

  private static byte[] loose(String content) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflating = new DeflaterOutputStream(out)) {
      deflating.write(
          ("blob " + content.length() + "\0" + content).getBytes(StandardCharsets.US_ASCII));
    }
    return out.toByteArray();
  }

  /** Unpacks the pool's objects into separate files, which are easy to replace. */
  private void unpack() throws Exception {
    Path git = pool().resolve("git");
    try (DirectoryStream<Path> packs =
        Files.newDirectoryStream(git.resolve("objects/pack"), "*.pack")) {
      for (Path pack : packs) {
        Path moved = Files.move(pack, temp.resolve(pack.getFileName()));
        Process process =
            new ProcessBuilder("git", "--git-dir", git.toString(), "unpack-objects", "-q")
                .redirectInput(moved.toFile())
                .start();
        assertThat(process.waitFor()).isZero();
      }
    }
  }

  private void forge(String blob, byte[] file) throws Exception {
    unpack();
    Path object =
        pool().resolve("git/objects").resolve(blob.substring(0, 2)).resolve(blob.substring(2));
    Files.deleteIfExists(object);
    Files.write(object, file);
  }

  private void mark(String bit, Path workTree, Path index) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("git", "update-index", bit, "a.txt");
    builder.directory(workTree.toFile());
    builder.environment().put("GIT_DIR", pool().resolve("git").toString());
    builder.environment().put("GIT_WORK_TREE", workTree.toString());
    builder.environment().put("GIT_INDEX_FILE", index.toString());
    assertThat(builder.start().waitFor()).isZero();
  }

  private void isSound() throws Exception {
    for (Snapshots each : List.of(snapshots, new Snapshots(data, trees, false))) {
      try (Snapshot snapshot = each.acquire(workspace, name(), UUID.randomUUID().toString())) {
        assertThat(snapshot.path().resolve("a.txt")).hasContent("a");
        assertThat(snapshot.path().resolve("src/中文.md")).hasContent("c");
        assertThat(snapshot.changedPaths()).isEmpty();
      }
    }
    try (TreeFiles files = trees.files(workspace, name())) {
      assertThat(files.bytes("a.txt")).hasValue("a".getBytes(StandardCharsets.US_ASCII));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--skip-worktree", "--assume-unchanged"})
  void a_pooled_snapshot_is_read_whatever_its_index_says(String bit) throws Exception {
    Path path = pooled();
    write(path, "a.txt=b");
    mark(bit, path, path.resolveSibling("index"));
    mark(bit, root, pool().resolve("index"));

    isSound();
  }

  @Test
  void a_forged_scan_is_not_trusted() throws Exception {
    Path path = pooled();
    write(path, "a.txt=b");
    mark("--skip-worktree", path, path.resolveSibling("index"));
    SnapshotScan.of(path).write(path.resolveSibling("scan"));

    isSound();
  }

  @Test
  void an_object_that_does_not_match_its_id_is_refused_and_the_pool_rebuilt() throws Exception {
    pooled();
    forge(TreeFiles.id("blob", "a".getBytes(StandardCharsets.US_ASCII)), loose("b"));
    Folders.delete(data.snapshots());

    isSound();
  }

  @Test
  void a_forged_folder_is_hashed_again_from_the_workspace() throws Exception {
    String tree = name();
    unpack();
    write(temp.resolve("evil"), "a.txt=b", ".gitignore=*.log\n");
    git(temp.resolve("evil"), "init", "-q");
    TestRepositories.commit(temp.resolve("evil"), "evil");
    String other = git(temp.resolve("evil"), "rev-parse", "HEAD^{tree}");
    Path objects = pool().resolve("git/objects");
    copyObjects(temp.resolve("evil/.git/objects"), objects);
    Path forged = objects.resolve(tree.substring(0, 2)).resolve(tree.substring(2));
    Files.deleteIfExists(forged);
    Files.copy(objects.resolve(other.substring(0, 2)).resolve(other.substring(2)), forged);

    isSound();
    assertThat(name()).isEqualTo(tree);
  }

  private static void copyObjects(Path from, Path to) throws Exception {
    Process copy = new ProcessBuilder("cp", "-R", from + "/.", to.toString()).start();
    assertThat(copy.waitFor()).isZero();
  }

  @Test
  void a_forged_index_is_not_trusted() throws Exception {
    String tree = name();
    Path index = pool().resolve("index");
    // Replaces the id of one file with another's and fixes the trailing checksum.
    byte[] bytes = Files.readAllBytes(index);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    byte[] id =
        HexFormat.of().parseHex(TreeFiles.id("blob", "a".getBytes(StandardCharsets.US_ASCII)));
    int at = text.indexOf(new String(id, StandardCharsets.ISO_8859_1));
    byte[] other =
        HexFormat.of().parseHex(TreeFiles.id("blob", "c".getBytes(StandardCharsets.US_ASCII)));
    System.arraycopy(other, 0, bytes, at, other.length);
    MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
    sha1.update(bytes, 0, bytes.length - 20);
    System.arraycopy(sha1.digest(), 0, bytes, bytes.length - 20, 20);
    Files.write(index, bytes);

    assertThat(name()).isEqualTo(tree);
    isSound();
  }

  @Test
  void planted_settings_programs_and_objects_in_the_pool_have_no_effect() throws Exception {
    pooled();
    Path git = pool().resolve("git");
    Path marker = temp.resolve("PWNED");
    String program = "touch " + marker;
    write(
        git,
        "config=[core]\n\tbare = true\n\tfsmonitor = "
            + program
            + "\n[filter \"x\"]\n\tsmudge = "
            + program
            + "\n\tclean = "
            + program
            + "\n",
        "info/attributes=* filter=x text eol=crlf\n",
        "info/exclude=a.txt\n",
        "objects/info/alternates=" + root.resolve(".git/objects") + "\n",
        "hooks/post-index-change=#!/bin/sh\n" + program + "\n");
    assertThat(git.resolve("hooks/post-index-change").toFile().setExecutable(true)).isTrue();
    String a = TreeFiles.id("blob", "a".getBytes(StandardCharsets.US_ASCII));
    write(
        git,
        "refs/replace/"
            + a
            + "="
            + TreeFiles.id("blob", "c".getBytes(StandardCharsets.US_ASCII))
            + "\n");
    write(root, "new.txt=a\r\n");

    isSound();
    assertThat(marker).doesNotExist();
    assertThat(git.resolve("hooks")).doesNotExist();
    assertThat(git.resolve("objects/info/alternates")).doesNotExist();
    assertThat(git.resolve("info/attributes")).hasContent(TreeRepository.ATTRIBUTES);
  }

  @Test
  void a_tree_lost_with_its_pool_is_restored_while_the_workspace_or_a_commit_has_it()
      throws Exception {
    String committed = name();
    write(root, "a.txt=changed");
    String tree = name();
    Folders.delete(pool());
    try (Snapshot snapshot = acquire(tree)) {
      assertThat(snapshot.path().resolve("a.txt")).hasContent("changed");
    }
    Folders.delete(pool());
    write(root, "a.txt=other");
    try (Snapshot snapshot = acquire(committed)) {
      assertThat(snapshot.path().resolve("a.txt")).hasContent("a");
    }
    assertThatThrownBy(() -> acquire(tree)).hasMessageContaining(tree);
  }

  @Test
  void markers_of_other_version_control_systems_are_left_out() throws Exception {
    write(root, "sub/.hg/hgrc=[hooks]\nupdate = touch PWNED\n", "HEAD=ref: refs/heads/main\n");
    try (Snapshot snapshot = acquire()) {
      assertThat(snapshot.path().resolve("sub")).doesNotExist();
      assertThat(snapshot.path().resolve("HEAD")).exists();
    }
  }

  @Test
  void folders_nested_deeper_than_a_path_limit_are_seen_and_removed() throws Exception {
    Path path;
    try (Snapshot snapshot = acquire()) {
      path = snapshot.path();
      Path deep = Files.createDirectory(path.resolve("d"));
      for (int i = 0; i < 6; i++) {
        Path above = path.resolve("above");
        Path bottom = Files.createDirectories(above.resolve("d/".repeat(500)));
        Files.move(deep, bottom.resolve("d"));
        Files.move(above, deep);
      }
      assertThat(snapshot.changedPaths()).hasSizeGreaterThan(500);
    }
    assertThat(path).doesNotExist();
  }
}
