package dev.conclave.activities.search.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.conclave.activities.search.Repository;
import dev.conclave.activities.search.index.History.Commit;
import dev.conclave.workflows.secret.SecretFilter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  @TempDir Path folder;

  @Test
  void renames_are_followed_to_the_current_name() {
    Repository repository = Repository.in(folder.resolve("r"));
    repository.write("old name.py", "a = 1\nb = 2\nc = 3\n").commit("Token bucket");
    repository.git("mv", "old name.py", "limiter.py");
    repository.commit("Rename it");

    History history = history(repository);

    assertThat(history.of("limiter.py"))
        .extracting(Commit::subject)
        .containsExactly("Rename it", "Token bucket");
    assertThat(history.messageFrequency("bucket", 730)).containsOnlyKeys("limiter.py");
  }

  @Test
  void a_commit_of_more_than_thirty_files_is_ignored() {
    Repository repository = Repository.in(folder.resolve("r"));
    for (int i = 0; i < 31; i++) {
      repository.write("f" + i + ".txt", "x");
    }
    repository.commit("Sweep bucket");
    repository.write("f1.txt", "y").commit("Touch one");

    assertThat(history(repository).messageFrequency("bucket", 730)).isEmpty();
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
  void the_weight_of_a_message_falls_with_files_and_age() {
    long now = 1_700_000_000;
    History history =
        History.of(
            List.of(
                commit("2", now, "unrelated", "c.py"),
                commit("1", now - 730L * 86_400, "bucket", "a.py", "b.py")));

    assertThat(history.messageFrequency("bucket", 730).get("a.py"))
        .isCloseTo(0.5 / Math.sqrt(2), within(1e-9));
  }

  @Test
  void the_closest_message_comes_first() {
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
  void secrets_are_removed_from_each_message_without_losing_commits() {
    Repository repository = Repository.in(folder.resolve("r"));
    repository.write("a.py", "1").commit("Remove -----END RSA PRIVATE KEY-----");
    repository.write("a.py", "2").commit("Use " + "AKIA" + "Q7RW5ZX3MT6KPL2D");
    repository.write("a.py", "3").commit("Find -----BEGIN RSA PRIVATE KEY-----");

    assertThat(History.behindHead(repository.root(), new SecretFilter()::redact).of("a.py"))
        .hasSize(3)
        .extracting(Commit::subject)
        .contains("Use [redacted: token]");
  }

  @Test
  void a_bare_repository_has_no_history_because_its_owner_was_not_checked() {
    Repository repository = Repository.in(folder.resolve("r")).write("a.py", "1").commit("one");
    Path bare = folder.resolve("bare.git");
    repository.git("clone", "-q", "--bare", ".", bare.toString());

    assertThat(History.behindHead(bare, text -> text).of("a.py")).isEmpty();
  }

  private static History history(Repository repository) {
    return History.behindHead(repository.root(), text -> text);
  }

  private static Commit commit(String id, long time, String message, String... files) {
    return new Commit(
        id, time, message, Stream.of(files).collect(Collectors.toMap(f -> f, f -> f)));
  }
}
