package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.CodeAround.Piece;
import dev.conclave.workflows.api.ContextMap;
import dev.conclave.workflows.api.ContextMap.Entry;
import dev.conclave.workflows.api.ContextMap.Place;
import dev.conclave.workflows.api.ContextMap.Source;
import dev.conclave.workflows.discussion.CodeLocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromptContextTest {
  @TempDir Path tree;

  @Test
  void whatever_the_bytes_all_parts_keep_to_them() throws Exception {
    Files.createDirectories(tree.resolve(".workflow"));
    Files.writeString(tree.resolve(".workflow/project-guidelines.json"), "\"守则\",\n".repeat(2000));
    PromptContext part = part();
    for (int bytes = 1; bytes < 9000; bytes += 131) {
      assertThat(sum(part.first(bytes))).isLessThanOrEqualTo(bytes);
      assertThat(sum(part.later(places(), bytes))).isLessThanOrEqualTo(bytes);
      assertThat(sum(part.forPlanner(places(), bytes))).isLessThanOrEqualTo(bytes);
    }
  }

  @Test
  void what_a_human_named_stands_even_where_little_fits() throws Exception {
    String shown = text(part().first(600));

    assertThat(shown).contains("f0.py: the user names it", "1-2 def named_by_human()");
  }

  @Test
  void each_file_shows_its_weightiest_definition_and_functions_stand_whole_or_not_at_all()
      throws Exception {
    List<Piece> parts = part().first(16 << 10);

    assertThat(text(parts)).contains("f39.py", "def f39_0()", "1: def named_by_human():\n2:     ");
    assertThat(parts.stream().filter(p -> p.text().contains("\n1: def"))).hasSizeLessThan(6);
    assertThat(parts)
        .filteredOn(p -> p.text().contains("1: def"))
        .allMatch(p -> p.text().contains("2:     pass"));
  }

  @Test
  void later_prompts_get_what_the_humans_words_brought_and_the_code_at_the_places()
      throws Exception {
    assertThat(part().later(places(), 16 << 10))
        .extracting(Piece::path)
        .containsExactly("f0.py", "f1.py", "f7.py");
  }

  @Test
  void the_planner_gets_commands_tests_and_the_code_of_its_places() throws Exception {
    String shown = text(part().forPlanner(places(), 8 << 10));

    assertThat(shown)
        .contains("Commands: tox", "test_f7.py", "f7.py\n1: def f7_0():")
        .doesNotContain("f8.py", "test_f8.py");
  }

  @Test
  void without_a_map_there_is_what_the_project_says_of_itself_and_nothing_else() throws Exception {
    assertThat(new PromptContext(new CodeAround(tree), Optional.empty()).first(16 << 10))
        .extracting(Piece::text)
        .containsExactly("");
  }

  private static List<CodeLocation> places() {
    return List.of(new CodeLocation("f7.py", 2, ""));
  }

  private PromptContext part() throws Exception {
    for (int i = 0; i < 40; i++) {
      Files.writeString(
          tree.resolve("f" + i + ".py"),
          i == 0 ? "def named_by_human():\n    pass\n" : "def f" + i + "_0():\n    pass\n");
    }
    return new PromptContext(new CodeAround(tree), map40());
  }

  private static Optional<ContextMap> map40() {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String name = i == 0 ? "named_by_human" : "f" + i + "_0";
      List<Place> places = new ArrayList<>();
      places.add(new Place("def " + name + "()", 1, 2, true, i == 0 ? 101 : 1.0 / i, List.of(), 0));
      for (int j = 1; j < 20; j++) {
        places.add(new Place("def 长名字" + j + "()", j * 10, j * 10, false, 0.5 / i, List.of(), 0));
      }
      Source source = i == 0 ? Source.NAMED : i == 1 ? Source.SAID : Source.FOUND;
      String why = i == 0 ? "the user names it" : "says words";
      entries.add(
          new Entry(
              "f" + i + ".py", why, source, places, List.of("test_f" + i + ".py"), List.of()));
    }
    return Optional.of(new ContextMap("40 files\nCommands: tox", entries));
  }

  private static int sum(List<Piece> parts) {
    return parts.stream().mapToInt(Piece::bytes).sum();
  }

  private static String text(List<Piece> parts) {
    return parts.stream().map(Piece::text).collect(Collectors.joining("\n"));
  }
}
