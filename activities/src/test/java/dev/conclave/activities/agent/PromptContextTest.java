package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.PromptContext.Piece;
import dev.conclave.workflows.api.ContextMap;
import dev.conclave.workflows.api.ContextMap.Entry;
import dev.conclave.workflows.api.ContextMap.EntrySource;
import dev.conclave.workflows.api.ContextMap.Place;
import dev.conclave.workflows.discussion.CodeLocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromptContextTest {
  @TempDir Path tree;
  private PromptContext code;

  @BeforeEach
  void long_and_short() throws Exception {
    code = new PromptContext(tree, null);
    Files.writeString(
        tree.resolve("a.py"),
        "import os\n\n\ndef short(x):\n    \"\"\"What it is for.\"\"\"\n    return x\n\n\n"
            + "def long(x):\n"
            + "    x += 1\n".repeat(100)
            + "    return x\n");
  }

  @Test
  void all_parts_stay_within_any_byte_limit() throws Exception {
    Files.createDirectories(tree.resolve(".workflow"));
    Files.writeString(tree.resolve(".workflow/project-guidelines.json"), "\"守则\",\n".repeat(2000));
    PromptContext part = part();
    for (int bytes = 1; bytes < 9000; bytes += 131) {
      assertThat(sum(part.first("", bytes))).isLessThanOrEqualTo(bytes);
      assertThat(sum(part.first("- 发现\n".repeat(2000), bytes))).isLessThanOrEqualTo(bytes);
      assertThat(sum(part.later(List.of(), places(), bytes))).isLessThanOrEqualTo(bytes);
      assertThat(sum(part.forPlanner(places(), List.of(), bytes))).isLessThanOrEqualTo(bytes);
    }
    assertThat(sum(part.project())).isLessThanOrEqualTo(4 << 10);
  }

  @Test
  void files_named_by_the_human_are_kept_even_when_little_fits() throws Exception {
    String shown = text(part().first("", 600));

    assertThat(shown).contains("f0.py: the user names it", "1-2 def named_by_human()");
  }

  @Test
  void each_file_shows_its_main_definition_and_functions_are_whole_or_left_out() throws Exception {
    List<Piece> parts = part().first("", 16 << 10);

    assertThat(text(parts)).contains("f39.py", "def f39_0()", "1: def named_by_human():\n2:     ");
    assertThat(parts.stream().filter(p -> p.text().contains("\n1: def"))).hasSizeLessThan(6);
    assertThat(parts)
        .filteredOn(p -> p.text().contains("1: def"))
        .allMatch(p -> p.text().contains("2:     pass"));
  }

  @Test
  void later_prompts_show_cited_code_then_code_from_later_human_input() throws Exception {
    assertThat(part().later(List.of(), places(), 16 << 10))
        .as("not again what the task names")
        .extracting(Piece::path)
        .containsExactly("f7.py", "f1.py");
  }

  @Test
  void the_planner_gets_commands_tests_and_the_cited_code() throws Exception {
    String shown = text(part().forPlanner(places(), List.of(), 8 << 10));

    assertThat(shown)
        .contains("Commands: tox", "test_f7.py", "f7.py\n1: def f7_0():")
        .doesNotContain("f8.py", "test_f8.py");
  }

  @Test
  void no_code_is_shown_without_a_map() throws Exception {
    assertThat(new PromptContext(tree, null).first("", 16 << 10))
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
    return new PromptContext(tree, map40());
  }

  private static ContextMap map40() {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String name = i == 0 ? "named_by_human" : "f" + i + "_0";
      List<Place> places = new ArrayList<>();
      places.add(new Place("def " + name + "()", 1, 2, true, i == 0 ? 101 : 1.0 / i, List.of(), 0));
      for (int j = 1; j < 20; j++) {
        places.add(new Place("def 长名字" + j + "()", j * 10, j * 10, false, 0.5 / i, List.of(), 0));
      }
      EntrySource source =
          i == 0 ? EntrySource.NAMED : i == 1 ? EntrySource.SAID : EntrySource.FOUND;
      String why = i == 0 ? "the user names it" : "says words";
      entries.add(
          new Entry(
              "f" + i + ".py", why, source, places, List.of("test_f" + i + ".py"), List.of()));
    }
    return new ContextMap("40 files\nCommands: tox", entries);
  }

  private static int sum(List<Piece> parts) {
    return parts.stream().mapToInt(Piece::bytes).sum();
  }

  private static String text(List<Piece> parts) {
    return parts.stream().map(Piece::text).collect(Collectors.joining("\n"));
  }

  @Test
  void a_citation_is_shown_with_its_whole_function_without_documentation() {
    assertThat(code.around(List.of(), List.of(at("a.py", 6)), 1000))
        .containsExactly(new Piece("a.py", "a.py\n4: def short(x):\n6:     return x\n"));
  }

  @Test
  void long_functions_show_only_the_lines_around_a_citation() {
    List<Piece> pieces = code.around(List.of(), List.of(at("a.py", 10), at("a.py", 60)), 5000);

    assertThat(lines(pieces))
        .containsExactlyElementsOf(
            IntStream.concat(IntStream.rangeClosed(9, 15), IntStream.rangeClosed(55, 65))
                .boxed()
                .toList());
    assertThat(code.around(List.of(at("a.py", 10), at("a.py", 60)), List.of(), 5000)).isEmpty();
  }

  @Test
  void a_file_appears_once_with_its_lines_in_order_and_no_duplicates() {
    List<Piece> pieces =
        code.around(
            List.of(),
            List.of(at("a.py", 60), at("a.py", 50), at("a.py", 6), at("a.py", 45)),
            5000);

    assertThat(pieces).extracting(Piece::path).containsExactly("a.py");
    assertThat(lines(pieces))
        .containsExactlyElementsOf(
            IntStream.concat(IntStream.of(4, 6), IntStream.rangeClosed(40, 65)).boxed().toList());
  }

  @Test
  void every_citation_gets_a_few_lines_before_any_gets_its_whole_function() throws Exception {
    List<String> files = List.of("b.py", "c.py", "d.py");
    for (String file : files) {
      Files.writeString(tree.resolve(file), "def f(x):\n" + "    x += 1\n".repeat(19));
    }
    List<CodeLocation> places = files.stream().map(file -> at(file, 10)).toList();

    assertThat(code.around(List.of(), places, 650))
        .extracting(piece -> piece.text().lines().count() - 1)
        .as("lines of code of each file")
        .containsExactly(20L, 11L, 11L);
    assertThat(code.around(List.of(at("d.py", 10)), places, 650))
        .extracting(piece -> piece.path() + " " + (piece.text().lines().count() - 1))
        .as("what agents contradict each other on is shown whole before all else")
        .containsExactly("d.py 20", "b.py 11", "c.py 11");
  }

  @Test
  void settings_show_the_surrounding_lines() throws Exception {
    Files.writeString(tree.resolve("conf.ini"), "k = v\n".repeat(50));

    assertThat(code.around(List.of(), List.of(at("conf.ini", 20)), 1000))
        .satisfies(
            pieces ->
                assertThat(lines(pieces))
                    .containsExactlyElementsOf(IntStream.rangeClosed(18, 22).boxed().toList()));
  }

  @Test
  void all_pieces_stay_within_the_limit_and_a_smaller_one_still_fits() {
    CodeLocation large = at("a.py", 60);
    CodeLocation small = at("a.py", 4);
    for (int bytes = 0; bytes < 700; bytes += 7) {
      List<Piece> pieces = code.around(List.of(), List.of(large, small), bytes);
      assertThat(pieces.stream().mapToInt(Piece::bytes).sum()).isLessThanOrEqualTo(bytes);
    }
    assertThat(code.around(List.of(), List.of(large, small), 60))
        .satisfies(pieces -> assertThat(lines(pieces)).containsExactly(4, 6));
  }

  @Test
  void missing_binary_secret_or_outside_files_are_not_shown() throws Exception {
    Path outside = Files.writeString(tree.resolveSibling(tree.getFileName() + "-out"), "outside\n");
    Files.createSymbolicLink(tree.resolve("link"), outside);
    Files.write(tree.resolve("logo.png"), new byte[] {1, 0, 2});
    Files.writeString(tree.resolve(".env"), "KEY=1\n");
    try {
      assertThat(
              code.around(
                  List.of(),
                  List.of(
                      at("link", 1),
                      at("../" + outside.getFileName(), 1),
                      at(outside.toString(), 1),
                      at("logo.png", 1),
                      at(".env", 1),
                      at("gone.py", 1),
                      at("no/such\0file", 1),
                      at("a.py", 0),
                      at("a.py", 9999)),
                  10_000))
          .isEmpty();
    } finally {
      Files.delete(outside);
    }
  }

  private static List<Integer> lines(List<? extends Piece> pieces) {
    return pieces.stream()
        .flatMap(piece -> piece.text().lines())
        .filter(line -> line.contains(": "))
        .map(line -> Integer.valueOf(line.substring(0, line.indexOf(':'))))
        .toList();
  }

  private static CodeLocation at(String file, int line) {
    return new CodeLocation(file, line, "");
  }
}
