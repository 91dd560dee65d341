package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.client.e2e.Laptop.Said;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A whole session whose agents reply what was recorded of two capable ones on pallets/flask; see
 * the README beside the recordings.
 */
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
class RecordedRoundsTest {
  private static final List<String> RECORDINGS =
      List.of(
          "alpha.1.txt",
          "beta.1.txt",
          "alpha.ballot.2.json",
          "beta.ballot.2.json",
          "moderator.1.json");

  /** A moderator sees letters in the place of names, in another order for every call. */
  private static final String PROGRAM =
      """
      cd "$1"
      prompt=$(cat)
      case $prompt in
        *"You moderate a discussion"*)
          case $prompt in
            *[HJ].2.f1.*) echo '{"points": [], "approaches": []}' ;;
            *"H.1.f3. A start time on g"*) sed 's/"A\\.1/"H.1/g; s/"B\\.1/"J.1/g' moderator.1.json ;;
            *) sed 's/"A\\.1/"J.1/g; s/"B\\.1/"H.1/g' moderator.1.json ;;
          esac ;;
        *"In the rounds before"*) cat "$2.ballot.2.json" ;;
        *) cat "$2.1.txt" ;;
      esac
      """;

  private static final Pattern PLACE =
      Pattern.compile("\\b((?:src|tests|docs|examples)/[\\w./-]+|[\\w-]+\\.\\w+)(?::|\", *\"line)");

  @TempDir private Path folder;

  @Test
  void they_converge_in_the_second_round_with_three_approaches() throws Exception {
    try (Laptop laptop = new Laptop(folder).setting("tools: [alpha, beta]")) {
      Path program = Files.writeString(folder.resolve("agent.sh"), PROGRAM);
      for (String recording : RECORDINGS) {
        String text = recorded(recording);
        Files.writeString(folder.resolve(recording), text);
        Matcher place = PLACE.matcher(text);
        while (place.find()) {
          // Of the repository only that their places are there counts.
          laptop.file(place.group(1), "#\n".repeat(3_000));
        }
      }
      laptop.commit("Flask");
      for (String agent : List.of("alpha", "beta")) {
        laptop.agent(
            agent, Map.of("argv", List.of("sh", program.toString(), folder.toString(), agent)));
      }

      Said said = laptop.conclave("plan", "Add opt-in per-request timing to Flask", "--json");
      assertThat(said.exit()).as(said.toString()).isEqualTo(10);

      JsonNode first = round(laptop, 1);
      assertThat(first.path("convergence").path("score").asDouble())
          .isCloseTo(0.754, within(0.001));
      assertThat(first.path("convergence").path("recommendation").asText()).isEqualTo("continue");
      assertThat(first.path("consensus_points")).hasSize(19);
      assertThat(first.path("ledger").path("conflicts")).hasSize(2);

      JsonNode second = round(laptop, 2);
      assertThat(second.path("convergence").path("score").asDouble()).isGreaterThan(0.9);
      assertThat(second.path("convergence").path("recommendation").asText()).isEqualTo("converged");
      assertThat(second.path("solutions")).hasSize(3);
      assertThat(second.path("questions"))
          .extracting(question -> question.path("id").asText())
          .containsExactly("C1", "Q1", "Q2", "Q3");
      assertThat(laptop.session().path("gate").path("id").asText()).isEqualTo("1-decision");
    }
  }

  private static JsonNode round(Laptop laptop, int number) throws IOException {
    Path file = laptop.sessionFile("rounds/" + number + "/synthesis.json");
    return WireMapper.get().readTree(Files.readAllBytes(file));
  }

  private static String recorded(String name) throws IOException {
    try (InputStream stream =
        RecordedRoundsTest.class.getResourceAsStream("/discussion/flask/" + name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
