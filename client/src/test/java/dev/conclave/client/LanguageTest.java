package dev.conclave.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.text.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The Chinese of the program: each sentence of its own, and none of agents and people. */
class LanguageTest {
  private static final Path SENTENCES =
      Path.of("../workflows/src/main/resources/dev/conclave/workflows/text/sentences_zh.tsv");

  /** The longest text of each sentence, apart from counted nouns, is a part of a Java literal. */
  @Test
  void every_translated_sentence_is_one_of_the_program() throws IOException {
    StringBuilder sources = new StringBuilder();
    for (String module : List.of("workflows", "activities", "client")) {
      Path java = Path.of("..", module, "src/main/java");
      try (Stream<Path> all = Files.walk(java)) {
        for (Path file : all.filter(path -> path.toString().endsWith(".java")).toList()) {
          sources.append(Files.readString(file));
        }
      }
    }
    String literals = sources.toString().replaceAll("\"\\s*\\+\\s*\"", "");

    assertThat(Files.readAllLines(SENTENCES).stream().map(row -> row.split("\t")[0]))
        .allSatisfy(row -> assertThat(literals).as(row).contains(longest(row)));
  }

  private static String longest(String row) {
    return Stream.of(row.split("\\{#\\d} (severe )?[a-z]+,? ?|\\{[#=@!]?\\d}"))
        .map(part -> part.replaceAll("^[,;] |[:;]? *$", ""))
        .max(Comparator.comparing(String::length))
        .orElse("");
  }

  @Test
  void words_of_agents_and_people_stay_as_they_are_in_chinese() {
    assertThat(Language.ZH.sentence("2026-11-27 19:25, changed 2026-11-27 19:26"))
        .isEqualTo("2026-11-27 19:25，更改于 2026-11-27 19:26");
    assertThat(
            Language.ZH.sentence(
                "Gate 1-decision was answered by Ada: approve solution 1 (not reviewed)"))
        .isEqualTo("关口 1-decision 已由 Ada 回答：批准 方案 1 (not reviewed)");
    assertThat(Language.ZH.sentence("make test: passed before, failed now, flaky"))
        .isEqualTo("make test：之前 通过，现在 失败，不稳定");
    for (String said :
        List.of(
            "the limit is read, changed without a lock",
            "The cache (old) is open",
            "the migration is not done: see the log",
            "the lock: held before, free now")) {
      assertThat(Language.ZH.sentence(said)).isEqualTo(said);
    }
    assertThat(Language.ZH.sentence("decided: it changed nothing"))
        .isEqualTo("已决定：it changed nothing");
  }
}
