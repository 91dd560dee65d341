package dev.conclave.worker.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.worker.HostContext;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SearchCommandTest {
  @TempDir Path folder;
  private Path repo;

  @BeforeEach
  void a_folder_without_git() throws IOException {
    repo = Files.createDirectories(folder.resolve("my repo"));
    Files.writeString(
        repo.resolve("limiter.py"), "class RateLimiter:\n    def acquire(self):\n        pass\n");
    Files.writeString(repo.resolve("other.py"), "# a limiter is mentioned here\nx = 1\n");
    Files.writeString(repo.resolve("\u001b[31mred limiter.txt"), "limiter\n");
  }

  @Test
  void a_search_creates_the_data_folder_for_its_owner_only() throws IOException {
    assertThat(search("acquire").code).isZero();
    assertThat(Files.getPosixFilePermissions(folder.resolve("data")))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void paths_prints_one_path_per_line_best_first() {
    Outcome outcome = search("--format", "paths", "--limit", "2", "rate", "limiter");

    assertThat(outcome.code).isZero();
    assertThat(outcome.out.lines()).hasSize(2).first().isEqualTo("limiter.py");
    assertThat(outcome.err).isEmpty();
  }

  @Test
  void json_is_one_document_with_scores_symbols_lines_and_reasons() throws IOException {
    Outcome outcome = search("--format", "json", "--explain", "RateLimiter");

    JsonNode document = WireMapper.get().readTree(outcome.out);
    JsonNode first = document.at("/results/0");
    assertThat(document.get("backend").asText()).isEqualTo("lucene");
    assertThat(first.get("path").asText()).isEqualTo("limiter.py");
    assertThat(first.get("score").asDouble()).isEqualTo(1.0);
    assertThat(first.at("/symbols/0/name").asText()).isEqualTo("RateLimiter");
    assertThat(first.at("/lines/0/line").asInt()).isEqualTo(1);
    assertThat(first.at("/explanation/factors/0/factor").asText()).isEqualTo("text");
  }

  @Test
  void the_table_explains_results_and_file_names_cannot_control_the_terminal() {
    Outcome outcome = search("--explain", "limiter");

    assertThat(outcome.out).contains("limiter.py:1", "text", "× 1.00").doesNotContain("\u001b");
  }

  @Test
  void a_query_can_come_from_a_file() throws IOException {
    Path file = Files.writeString(folder.resolve("query.txt"), "限流\n");
    assertThat(search("--format", "paths", "--query-file", file.toString()).out)
        .startsWith("limiter.py");
  }

  @Test
  void no_results_exit_with_1_and_a_message_on_standard_error() {
    Outcome outcome = search("--format", "paths", "xylophone");

    assertThat(outcome.code).isEqualTo(1);
    assertThat(outcome.out).isEmpty();
    assertThat(outcome.err).contains("nothing found");
  }

  @Test
  void wrong_usage_exits_with_2_and_a_fix() {
    assertThat(search().err).contains("The query is empty");
    assertThat(search("--limit", "0", "x").err).contains("--limit takes 1 to 1000, not 0");
    assertThat(search("--format", "xml", "x").err).contains("use table, json or paths");
    assertThat(search("--query-file", "nowhere.txt").err).contains("cannot read nowhere.txt");
    assertThat(search("--query-file", "q.txt", "x").err).contains("not both");
    Outcome missing = run("--repo", folder.resolve("nowhere").toString(), "x");
    assertThat(missing.err).contains("not a folder").contains("nowhere");
    assertThat(missing.code).isEqualTo(2);
    assertThat(missing.out).isEmpty();
  }

  private Outcome search(String... arguments) {
    List<String> all = new ArrayList<>(List.of("--repo", repo.toString()));
    all.addAll(List.of(arguments));
    return run(all.toArray(String[]::new));
  }

  private Outcome run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command =
        new CommandLine(
            new SearchCommand() {
              @Override
              HostContext context() {
                return new HostContext(
                    Map.of(), new DataFolder(folder.resolve("data")), Configuration.defaults());
              }
            });
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int code = command.execute(arguments);
    return new Outcome(code, out.toString(), err.toString());
  }

  private record Outcome(int code, String out, String err) {}
}
