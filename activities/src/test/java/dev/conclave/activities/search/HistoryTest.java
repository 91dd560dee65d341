package dev.conclave.activities.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.conclave.activities.search.CommitLog.Commit;
import dev.conclave.workflows.secret.SecretFilter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  @TempDir Path folder;

  @Test
  void renames_are_followed_to_the_name_of_today() {
    Repository repository = Repository.in(folder.resolve("r"));
    repository.write("old name.py", "a = 1\nb = 2\nc = 3\n").commit("Token bucket");
    repository.git("mv", "old name.py", "limiter.py");
    repository.commit("Rename it");

    History history = history(repository);

    assertThat(history.of("limiter.py"))
        .extracting(Commit::subject)
        .containsExactly("Rename it", "Token bucket");
    assertThat(history.spokenOf("bucket", 730)).containsOnlyKeys("limiter.py");
  }

  @Test
  void a_commit_over_thirty_files_says_nothing() {
    Repository repository = Repository.in(folder.resolve("r"));
    for (int i = 0; i < 31; i++) {
      repository.write("f" + i + ".txt", "x");
    }
    repository.commit("Sweep bucket");
    repository.write("f1.txt", "y").commit("Touch one");

    assertThat(history(repository).spokenOf("bucket", 730)).isEmpty();
    assertThat(history(repository).of("f1.txt")).hasSize(1);
  }

  @Test
  void only_ancestors_of_the_checked_out_commit_count() {
    Repository repository = Repository.in(folder.resolve("r")).write("a.py", "1").commit("base");
    repository.git("checkout", "-q", "-b", "side");
    repository.write("a.py", "2").commit("from the future");
    repository.git("checkout", "-q", "main");

    assertThat(history(repository).of("a.py")).extracting(Commit::subject).containsExactly("base");
  }

  @Test
  void a_message_counts_one_by_the_root_of_its_files_and_half_per_half_life() {
    long now = 1_700_000_000;
    History history =
        History.of(
            List.of(
                commit("2", now, "unrelated", "c.py"),
                commit("1", now - 730L * 86_400, "bucket", "a.py", "b.py")));

    assertThat(history.spokenOf("bucket", 730).get("a.py"))
        .isCloseTo(0.5 / Math.sqrt(2), within(1e-9));
  }

  @Test
  void the_nearest_message_comes_first() {
    History history =
        History.of(
            List.of(
                commit("3", 100, "Rewrite the parser of dates", "dates.py"),
                commit("2", 100, "Rate limiter for the gateway", "limit.py"),
                commit("1", 100, "Gateway timeouts", "gateway.py")));

    List<History.Neighbour> near =
        history.neighbours(Map.of("rate", 1.0, "limiter", 1.0, "gateway", 1.0, "limit", 1.0), 2);

    assertThat(near).hasSize(2);
    assertThat(near.get(0).files()).containsExactly("limit.py");
    assertThat(near.get(0).similarity()).isBetween(near.get(1).similarity(), 1.0);
  }

  @Test
  void what_was_read_is_cached_by_commit() throws Exception {
    Repository repository = Repository.in(folder.resolve("r")).write("a.py", "1").commit("one");
    Path cache = folder.resolve("cache/history");
    CommitLog log = log(repository);
    log.behindHead(cache);
    Files.writeString(cache, Files.readString(cache).replace("one", "kept"));
    assertThat(log.behindHead(cache)).extracting(Commit::subject).containsExactly("kept");

    repository.write("a.py", "2").commit("two");
    assertThat(log.behindHead(cache)).extracting(Commit::subject).containsExactly("two", "one");
  }

  @Test
  void a_secret_in_a_message_is_neither_cached_nor_searched_also_when_it_was_cached_before()
      throws Exception {
    String token = "AKIA" + "Q7RW5ZX3MT6KPL2D";
    Repository repository =
        Repository.in(folder.resolve("r")).write("a.py", "1").commit("Use " + token);
    Path cache = folder.resolve("cache/history");
    log(repository).behindHead(cache);
    String head = repository.git("rev-parse", "HEAD").strip();
    Files.writeString(
        cache, Files.readString(cache).replace(head + " each filtered", head + " filtered"));

    List<Commit> commits =
        CommitLog.around(repository.root(), new SecretFilter()::redact)
            .orElseThrow()
            .behindHead(cache);

    assertThat(commits).extracting(Commit::subject).containsExactly("Use [redacted: token]");
    assertThat(commits.get(0).changes()).hasSize(1);
    assertThat(Files.readString(cache)).doesNotContain(token);
  }

  @Test
  void after_history_was_rewritten_the_cache_is_not_believed() {
    Repository repository = Repository.in(folder.resolve("r")).write("a.py", "1").commit("one");
    Path cache = folder.resolve("cache/history");
    CommitLog log = log(repository);
    log.behindHead(cache);
    repository.git("commit", "-q", "--amend", "-m", "another");

    assertThat(log.behindHead(cache)).extracting(Commit::subject).containsExactly("another");
  }

  @Test
  void a_folder_without_commits_has_no_history() {
    assertThat(CommitLog.around(folder, text -> text)).isEmpty();
    Repository empty = Repository.in(folder.resolve("empty"));
    assertThat(log(empty).behindHead(folder.resolve("h"))).isEmpty();
  }

  @Test
  void a_key_that_begins_in_one_message_and_ends_in_another_swallows_no_commit_between() {
    Repository repository = Repository.in(folder.resolve("r"));
    repository.write("a.py", "1").commit("Remove -----END RSA PRIVATE KEY-----");
    repository.write("a.py", "2").commit("Between");
    repository.write("a.py", "3").commit("Find -----BEGIN RSA PRIVATE KEY-----");
    CommitLog log = CommitLog.around(repository.root(), new SecretFilter()::redact).orElseThrow();

    assertThat(log.behindHead(folder.resolve("h")))
        .hasSize(3)
        .extracting(Commit::subject)
        .contains("Between");
  }

  @Test
  void a_bare_repository_has_no_history_since_nobody_checked_its_owner() {
    Repository repository = Repository.in(folder.resolve("r")).write("a.py", "1").commit("one");
    Path bare = folder.resolve("bare.git");
    repository.git("clone", "-q", "--bare", ".", bare.toString());

    assertThat(CommitLog.around(bare, text -> text)).isEmpty();
  }

  private static CommitLog log(Repository repository) {
    return CommitLog.around(repository.root(), text -> text).orElseThrow();
  }

  private History history(Repository repository) {
    return History.of(log(repository).behindHead(folder.resolve("h")));
  }

  private static Commit commit(String id, long time, String message, String... files) {
    return new Commit(
        id, time, message, List.of(files).stream().map(f -> new Commit.Change(f, f)).toList());
  }
}
