package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionFolderTest {
  private static final String ID = "MCP-限流-rate-limiting-2026-11-21";

  @TempDir Path temp;
  private Path sessions;
  private SessionFolder folder;

  @BeforeEach
  void open() {
    sessions = temp.resolve("my repo/.workflow/.multi-cli-plan");
    folder = SessionFolder.of(sessions, ID);
  }

  private static SortedMap<String, byte[]> files(String... pathsAndTexts) {
    SortedMap<String, byte[]> files = new TreeMap<>();
    for (int i = 0; i < pathsAndTexts.length; i += 2) {
      files.put(pathsAndTexts[i], pathsAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
    }
    return files;
  }

  private static void assertRefused(Runnable write) {
    assertThatThrownBy(write::run)
        .isInstanceOfSatisfying(
            ApplicationFailure.class,
            failure -> {
              assertThat(failure.getType()).isEqualTo(FailureTypes.FOLDER_REFUSED);
              assertThat(failure.isNonRetryable()).isTrue();
            });
  }

  private long write(long revision, SortedMap<String, byte[]> files) {
    return write("run 1", revision, files);
  }

  private long write(String line, long revision, SortedMap<String, byte[]> files) {
    try (SessionFolder.WriteAccess turn = folder.acquireWriteAccess()) {
      return turn.write(line, revision, files);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void an_older_revision_never_overwrites_a_newer_one() throws Exception {
    write(5, files("session-state.json", "new"));
    assertThat(write(4, files("session-state.json", "old"))).isEqualTo(5);
    assertThat(folder.path().resolve("session-state.json")).hasContent("new");
  }

  @Test
  void a_later_session_with_the_same_id_is_not_blocked_by_earlier_revisions() {
    write("first", 40, files("session-state.json", "first"));
    assertThat(write("first", 1, files("session-state.json", "late"))).isEqualTo(40);

    assertThat(write("second", 1, files("session-state.json", "second"))).isEqualTo(1);
    assertThat(folder.path().resolve("session-state.json")).hasContent("second");
  }

  @Test
  void writing_twice_changes_nothing_and_restores_missing_files() throws Exception {
    write(1, files("plan.json", "{}", "IMPL_PLAN.md", "# Plan"));
    Path plan = folder.path().resolve("plan.json");
    Files.setLastModifiedTime(plan, FileTime.fromMillis(5_000));
    Files.delete(folder.path().resolve("IMPL_PLAN.md"));
    write(1, files("plan.json", "{}", "IMPL_PLAN.md", "# Plan"));
    assertThat(Files.getLastModifiedTime(plan)).isEqualTo(FileTime.fromMillis(5_000));
    assertThat(folder.path().resolve("IMPL_PLAN.md")).hasContent("# Plan");
  }

  @Test
  void tasks_of_an_older_plan_are_removed_and_other_files_stay() {
    write(1, files(".task/TASK-001.json", "1", ".task/TASK-002.json", "2", "rounds/1/a.json", "r"));
    write(2, files(".task/TASK-001.json", "1"));
    assertThat(folder.path().resolve(".task/TASK-002.json")).doesNotExist();
    assertThat(folder.path().resolve(".task/TASK-001.json")).exists();
    assertThat(folder.path().resolve("rounds/1/a.json")).exists();
  }

  @Test
  void raw_output_is_written_once_per_call() throws Exception {
    String path = "rounds/1/raw/gemini.txt";
    Instant call = Instant.parse("2026-11-21T08:00:00.123456Z");
    try (SessionFolder.WriteAccess turn = folder.acquireWriteAccess()) {
      assertThat(turn.holds(path, call)).isFalse();
      turn.write(path, call, new byte[] {'x'});
      assertThat(turn.holds(path, call)).isTrue();
      assertThat(turn.holds(path, call.plusSeconds(60))).isFalse();
      Files.delete(folder.path().resolve(path));
      assertThat(turn.holds(path, call)).isFalse();
    }
  }

  @Test
  void the_users_repository_ignores_the_session_folder() throws Exception {
    write(1, files("plan.json", "{}"));
    Path repository = temp.resolve("my repo");
    Files.writeString(repository.resolve(".workflow/project-tech.json"), "{}");
    run(repository, "git", "init", "-q");
    assertThat(run(repository, "git", "status", "--porcelain", "-uall"))
        .isEqualTo("?? .workflow/project-tech.json");
  }

  @Test
  void a_context_hides_its_own_folder_but_not_user_files_next_to_it() throws Exception {
    Path active = temp.resolve("my repo/.workflow/active");
    folder = SessionFolder.of(active, "WFS-x/.process");
    write(1, files("context-package.json", "{}"));
    Files.writeString(active.resolve("WFS-x/planning-notes.md"), "mine");
    Path repository = temp.resolve("my repo");
    run(repository, "git", "init", "-q");

    assertThat(run(repository, "git", "status", "--porcelain", "-uall"))
        .isEqualTo("?? .workflow/active/WFS-x/planning-notes.md");
    assertThat(folder.path().resolve(".revision")).exists();
  }

  @Test
  void no_parent_folder_of_a_context_may_be_a_link() throws Exception {
    Path active = Files.createDirectories(temp.resolve("my repo/.workflow/active"));
    Path outside = Files.createDirectories(temp.resolve("outside"));
    Files.createSymbolicLink(active.resolve("WFS-x"), outside);
    folder = SessionFolder.of(active, "WFS-x/.process");

    assertRefused(() -> write(1, files("context-package.json", "{}")));
    assertThat(outside).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "..",
        "../x",
        "a/b",
        "a\\b",
        ".hidden",
        "-x",
        "a\nb",
        "a..b",
        "x/.git",
        "/.process",
        "../.process"
      })
  void an_invalid_id_is_refused(String id) {
    assertRefused(() -> SessionFolder.of(sessions, id));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../other/plan.json", "/etc/x", "", ".", "rounds/../../x"})
  void a_path_outside_the_folder_is_refused(String path) {
    assertRefused(() -> write(1, files(path, "x")));
  }

  @Test
  void writes_do_not_follow_links() throws Exception {
    Path outside = Files.createDirectories(temp.resolve("outside"));
    write(1, files("plan.json", "{}"));
    Files.createSymbolicLink(folder.path().resolve("rounds"), outside);
    assertRefused(() -> write(2, files("rounds/1/synthesis.json", "{}")));

    Path other = Files.createDirectories(temp.resolve("other"));
    Files.createSymbolicLink(other.resolve(".workflow"), outside);
    folder = SessionFolder.of(other.resolve(".workflow/.multi-cli-plan"), ID);
    assertRefused(() -> write(1, files("plan.json", "{}")));
    try (Stream<Path> inside = Files.list(outside)) {
      assertThat(inside).isEmpty();
    }
  }

  @Test
  void a_link_in_place_of_a_file_is_replaced() throws Exception {
    Path outside = Files.writeString(temp.resolve("outside"), "theirs");
    write(1, files("session-state.json", "{}"));
    Files.createSymbolicLink(folder.path().resolve("plan.json"), outside);
    write(2, files("plan.json", "theirs"));
    assertThat(folder.path().resolve("plan.json")).isRegularFile().isNotEqualTo(outside);
    assertThat(Files.isSymbolicLink(folder.path().resolve("plan.json"))).isFalse();
  }

  @Test
  void concurrent_writers_leave_the_newest_revision_complete() throws Exception {
    IntStream.range(0, 24)
        .parallel()
        .forEach(i -> write(i, files("a.json", "r" + i, "b/c.json", "r" + i)));
    assertThat(folder.path().resolve("a.json")).hasContent("r23");
    assertThat(folder.path().resolve("b/c.json")).hasContent("r23");
  }

  private static String run(Path folder, String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.strip();
  }

  @Test
  void older_results_are_removed_when_the_new_package_exists() {
    write("run 1", 1, files("exploration-a.json", "{}", "conflict-resolution.json", "{}"));
    write("run 2", 1, files("session-state.json", "{}"));
    assertThat(folder.path().resolve("exploration-a.json")).exists();

    write("run 2", 2, files("exploration-b.json", "{}", "explorations-manifest.json", "{}"));
    assertThat(folder.path().resolve("exploration-a.json")).as("until it has gathered").exists();

    write("run 2", 3, files("exploration-b.json", "{}", "context-package.json", "{}"));
    assertThat(folder.path()).isDirectoryNotContaining("glob:**{exploration-a,resolution}.json");
    assertThat(folder.path().resolve("exploration-b.json")).exists();
  }
}
