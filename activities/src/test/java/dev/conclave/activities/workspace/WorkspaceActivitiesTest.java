package dev.conclave.activities.workspace;

import static dev.conclave.activities.workspace.TestRepositories.commit;
import static dev.conclave.activities.workspace.TestRepositories.git;
import static dev.conclave.activities.workspace.TestRepositories.repository;
import static dev.conclave.activities.workspace.TestRepositories.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.HostId;
import io.temporal.failure.ApplicationFailure;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkspaceActivitiesTest {
  private static final HostId HOST = new HostId("0123456789ab", "lima");

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir Path temp;
  private DataFolder data;
  private WorkspaceActivitiesImpl activities;

  @BeforeEach
  void start() {
    data = new DataFolder(temp.resolve("data"));
    activities =
        new WorkspaceActivitiesImpl(HOST, data, new GitTrees(data, DocumentStore.in(data)));
  }

  private Workspace openPath(Path path) {
    return activities.workspace(WorkspaceSpec.ofPath(HOST.id(), path.toString()));
  }

  private Workspace openUrl(String url, String ref) {
    return activities.workspace(WorkspaceSpec.ofUrl(url, Optional.ofNullable(ref), PATIENCE));
  }

  private void assertRefused(WorkspaceSpec spec, String type, String words) {
    assertThatThrownBy(() -> activities.workspace(spec))
        .isInstanceOfSatisfying(
            ApplicationFailure.class,
            failure -> {
              assertThat(failure.getType()).isEqualTo(type);
              assertThat(failure.isNonRetryable()).isTrue();
              assertThat(failure.getOriginalMessage()).contains(words);
            });
  }

  @Test
  void a_path_is_opened_with_its_head_and_its_own_key() throws Exception {
    Path root = repository(temp.resolve("My 项目"), "a.txt=a");
    Workspace workspace = openPath(root);
    assertThat(workspace.path()).isEqualTo(root.toRealPath().toString());
    assertThat(workspace.key()).matches("my-[0-9a-f]{12}");
    assertThat(workspace.head()).contains(git(root, "rev-parse", "HEAD"));
    assertThat(workspace.git()).isTrue();
    assertThat(workspace.sessionsFolder()).endsWith("/.workflow/.multi-cli-plan");
    assertThat(openPath(root)).isEqualTo(workspace);
    assertThat(openPath(repository(temp.resolve("x/My 项目"))).key()).isNotEqualTo(workspace.key());
  }

  @Test
  void a_path_that_cannot_be_a_workspace_is_refused_with_the_fix() throws Exception {
    Files.writeString(temp.resolve("file"), "");
    Files.createDirectories(data.root());
    String host = HOST.id();
    String type = FailureTypes.WORKSPACE_REFUSED;
    Path bare = Files.createDirectories(temp.resolve("bare.git"));
    TestRepositories.git(bare, "init", "-q", "--bare");
    assertRefused(WorkspaceSpec.ofPath(host, bare.toString()), type, "bare repository");
    assertRefused(WorkspaceSpec.ofPath(host, temp + "/nowhere"), type, "does not exist");
    assertRefused(WorkspaceSpec.ofPath(host, temp + "/file"), type, "not a folder");
    assertRefused(WorkspaceSpec.ofPath(host, "relative"), type, "not absolute");
    assertRefused(WorkspaceSpec.ofPath(host, "/"), type, "root of a file system");
    assertRefused(WorkspaceSpec.ofPath(host, "/a\0b"), type, "not a path");
    assertRefused(WorkspaceSpec.ofPath(host, data.root().toString()), type, "own data folder");
    assertRefused(
        WorkspaceSpec.ofPath("other", temp.toString()), FailureTypes.WRONG_HOST, "host other");
    Optional<String> none = Optional.empty();
    assertRefused(new WorkspaceSpec(none, none, none, none, Optional.empty()), type, "exactly one");
  }

  @Test
  void a_workspace_that_no_longer_exists_is_refused() throws Exception {
    Path root = Files.createDirectories(temp.resolve("gone"));
    Workspace workspace = openPath(root);
    Files.delete(root);
    assertThatThrownBy(() -> activities.nameTree(workspace)).hasMessageContaining("restore it");
  }

  @Test
  void a_url_is_cloned_at_its_default_a_branch_a_tag_or_a_commit() throws Exception {
    Path origin = repository(temp.resolve("origin repo"), "a.txt=one");
    String first = git(origin, "rev-parse", "HEAD");
    git(origin, "tag", "-a", "v1", "-m", "v1");
    git(origin, "checkout", "-q", "-b", "feature/中文");
    write(origin, "a.txt=two");
    commit(origin, "two");
    String url = "file://" + origin.toUri().getRawPath().replaceAll("/$", "");
    assertThat(openUrl(url, "main").head()).contains(first);
    assertThat(openUrl(url, "v1").head()).contains(first);
    assertThat(openUrl(url, first).head()).contains(first);
    Workspace latest = openUrl(url, null);
    assertThat(latest.head()).contains(git(origin, "rev-parse", "HEAD"));
    assertThat(openUrl(url, "feature/中文")).isEqualTo(latest);
    assertThat(Path.of(latest.path(), "a.txt")).hasContent("two");
    assertThat(latest.url()).contains(url);
    assertThat(latest.sessionsFolder()).isEqualTo(data.sessions().toString());
    Tree tree = activities.nameTree(latest);
    assertThat(tree.dirty()).isFalse();
    assertThat(tree.id()).isEqualTo(git(origin, "rev-parse", "HEAD^{tree}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--depth=2", "--filter=blob:none", "--filter=tree:0", "damaged"})
  void a_history_with_missing_objects_is_opened_at_available_content(String how) throws Exception {
    Path origin = repository(temp.resolve("origin"), "a.txt=one");
    for (String content : List.of("two", "three", "four")) {
      write(origin, "a.txt=" + content);
      commit(origin, content);
    }
    git(origin, "config", "uploadpack.allowFilter", "true");
    Path lacking = temp.resolve("lacking");
    if (how.equals("damaged")) {
      git(temp, "clone", "-q", origin.toString(), lacking.toString());
      String old = git(lacking, "rev-parse", "HEAD~2");
      Files.delete(lacking.resolve(".git/objects/" + old.substring(0, 2) + "/" + old.substring(2)));
    } else {
      git(temp, "clone", "-q", how, "file://" + origin, lacking.toString());
    }
    String tree = git(origin, "rev-parse", "HEAD^{tree}");

    assertThat(activities.nameTree(openPath(lacking)).id()).isEqualTo(tree);
    assertThat(activities.nameTree(openUrl("file://" + lacking, null)).id()).isEqualTo(tree);
  }

  @Test
  void a_newer_commit_does_not_move_the_tree_of_an_older_session() throws Exception {
    Path origin = repository(temp.resolve("origin"), "a.txt=one");
    String url = "file://" + origin;
    Workspace older = openUrl(url, null);
    write(origin, "a.txt=two");
    commit(origin, "two");
    Workspace newer = openUrl(url, null);
    assertThat(Path.of(older.path(), "a.txt")).hasContent("one");
    assertThat(Path.of(newer.path(), "a.txt")).hasContent("two");
    assertThat(newer.key()).isEqualTo(older.key());
  }

  @Test
  void a_moved_session_gets_its_commit_on_another_host_wherever_the_ref_points() throws Exception {
    Path origin = repository(temp.resolve("origin"), "a.txt=one");
    git(origin, "tag", "v1");
    WorkspaceSpec spec = WorkspaceSpec.ofUrl("file://" + origin, Optional.of("v1"), PATIENCE);
    Workspace first = activities.workspace(spec);
    Tree tree = activities.nameTree(first);
    write(origin, "a.txt=two");
    git(origin, "commit", "-q", "-a", "--amend", "-m", "two");
    git(origin, "tag", "-f", "v1");

    DataFolder elsewhere = new DataFolder(temp.resolve("elsewhere"));
    WorkspaceActivitiesImpl other =
        new WorkspaceActivitiesImpl(
            new HostId("ba9876543210", "quito"),
            elsewhere,
            new GitTrees(elsewhere, DocumentStore.in(elsewhere)));
    Workspace second = other.workspace(spec.at(first.head()));
    assertThat(second.head()).isEqualTo(first.head());
    assertThat(Path.of(second.path(), "a.txt")).hasContent("one");
    assertThat(second.key()).isEqualTo(first.key());
    assertThat(other.nameTree(second).id()).isEqualTo(tree.id());
  }

  @Test
  void a_local_commit_is_opened_without_its_remote() throws Exception {
    Path origin = repository(temp.resolve("origin"), "a.txt=one");
    WorkspaceSpec spec = WorkspaceSpec.ofUrl("file://" + origin, Optional.empty(), PATIENCE);
    Workspace first = activities.workspace(spec);
    Files.move(origin, temp.resolve("unreachable"));

    assertThat(activities.workspace(spec.at(first.head()))).isEqualTo(first);
  }

  @Test
  void a_clone_runs_no_hook_or_filter_and_resumes_after_an_interruption() throws Exception {
    Path origin = repository(temp.resolve("origin"), ".gitattributes=* filter=lfs\n", "a.txt=one");
    String url = "file://" + origin;
    Path tree = Path.of(openUrl(url, null).path());
    assertThat(tree.resolve("a.txt")).hasContent("one");
    Files.delete(tree.getParent().resolve("ready"));
    Files.delete(tree.resolve("a.txt"));
    assertThat(Path.of(openUrl(url, null).path()).resolve("a.txt")).hasContent("one");
  }

  @Test
  void a_remote_that_does_not_exist_or_lacks_the_ref_is_refused() throws Exception {
    Path origin = repository(temp.resolve("origin"), "a.txt=one");
    String type = FailureTypes.WORKSPACE_REFUSED;
    assertRefused(
        WorkspaceSpec.ofUrl("file://" + temp + "/no", Optional.empty(), PATIENCE), type, "no");
    assertRefused(
        WorkspaceSpec.ofUrl("file://" + origin, Optional.of("nope"), PATIENCE),
        type,
        "couldn't find");
  }

  @Test
  void a_remote_that_refuses_connections_is_retried() throws Exception {
    int closed;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = free.getLocalPort();
    }
    WorkspaceSpec spec =
        WorkspaceSpec.ofUrl(
            "https://127.0.0.1:" + closed + "/x.git", Optional.of("0a1b2c3d"), PATIENCE);
    assertThatThrownBy(() -> activities.workspace(spec))
        .isInstanceOfSatisfying(
            ApplicationFailure.class,
            failure -> {
              assertThat(failure.getType()).isEqualTo(FailureTypes.CLONE_FAILED);
              assertThat(failure.isNonRetryable()).isFalse();
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ext::sh -c touch% /tmp/owned",
        "fd::17/foo",
        "--upload-pack=touch owned",
        "ssh://-oProxyCommand=touch/owned",
        "-oProxyCommand=x:y",
        "http://example.com/x.git",
        "ftp://example.com/x.git",
        "https://user:secret@example.com/x.git",
        "https://ghp_16C7e42F292c6912E7710c838347Ae178B4a@github.com/org/x.git",
        "git://somebody@example.com/x.git",
        "ssh://git:secret@example.com/x.git",
        "ghp_16C7e42F292c6912E7710c838347Ae178B4a@github.com:org/x.git",
        "https://example.com/x.git?private_token=glpat-1234",
        "https://example.com/a b",
        "/some/path",
        "C:\\repo",
        "",
      })
  void a_url_that_could_do_more_than_fetch_is_refused(String url) {
    assertRefused(
        WorkspaceSpec.ofUrl(url, Optional.empty(), PATIENCE),
        FailureTypes.WORKSPACE_REFUSED,
        "URL");
  }

  @Test
  void a_modified_clone_is_recreated_for_the_next_session() throws Exception {
    Path remote = repository(temp.resolve("remote"), "a.txt=a", "b.txt=b");
    Path evil = repository(temp.resolve("evil"), "a.txt=evil");
    String url = "file://" + remote;
    Workspace first = openUrl(url, null);
    Path tree = Path.of(first.path());
    git(tree, "update-index", "--skip-worktree", "a.txt");
    git(tree, "rm", "-q", "--cached", "b.txt");
    Files.writeString(tree.resolve("a.txt"), "x");
    Files.writeString(tree.resolve("note.txt"), "x");
    Path mirror = data.clones().resolve(first.key()).resolve("mirror");
    Files.writeString(
        mirror.resolve("config"),
        "[core]\n\tbare = true\n[url \"file://" + evil + "\"]\n\tinsteadOf = " + url + "\n");

    Workspace again = openUrl(url, null);

    assertThat(again).isEqualTo(first);
    assertThat(tree.resolve("a.txt")).hasContent("a");
    assertThat(tree.resolve("b.txt")).hasContent("b");
    assertThat(tree.resolve("note.txt")).doesNotExist();
    assertThat(activities.nameTree(again).dirty()).isFalse();
  }
}
