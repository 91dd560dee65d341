package dev.conclave.activities.agent.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.prompt.CodeAround.Piece;
import dev.conclave.activities.agent.prompt.CodeAround.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeAroundTest {
  @TempDir Path tree;
  private CodeAround code;

  @BeforeEach
  void files() throws Exception {
    code = new CodeAround(tree);
    Files.writeString(
        tree.resolve("a.py"),
        "import os\n\n\ndef short(x):\n    \"\"\"What it is for.\"\"\"\n    return x\n\n\n"
            + "def long(x):\n"
            + "    x += 1\n".repeat(100)
            + "    return x\n");
  }

  @Test
  void a_place_is_shown_with_its_whole_function_without_its_documentation() {
    assertThat(code.of(List.of(new Place("a.py", 6)), 1000))
        .containsExactly(new Piece("a.py", 4, 6, true, "4: def short(x):\n6:     return x\n"));
  }

  @Test
  void of_a_long_function_only_the_lines_around_a_place_are_shown_and_not_those_of_others() {
    List<Piece> pieces = code.of(List.of(new Place("a.py", 10), new Place("a.py", 60)), 5000);

    assertThat(pieces).extracting(Piece::from).containsExactly(9, 52);
    assertThat(pieces).extracting(Piece::to).containsExactly(18, 68);
    assertThat(pieces).noneMatch(Piece::whole);
  }

  @Test
  void two_places_in_one_function_are_shown_once() {
    assertThat(code.of(List.of(new Place("a.py", 4), new Place("a.py", 6)), 1000)).hasSize(1);
  }

  @Test
  void a_language_without_a_grammar_gives_the_lines_around() throws Exception {
    Files.writeString(tree.resolve("conf.ini"), "k = v\n".repeat(50));

    assertThat(code.of(List.of(new Place("conf.ini", 20)), 1000))
        .singleElement()
        .satisfies(
            piece -> {
              assertThat(piece.from()).isEqualTo(12);
              assertThat(piece.to()).isEqualTo(28);
            });
  }

  @Test
  void all_pieces_together_keep_to_the_bytes_and_a_smaller_one_still_fits() {
    Place large = new Place("a.py", 60);
    Place small = new Place("a.py", 4);
    for (int bytes = 0; bytes < 700; bytes += 7) {
      List<Piece> pieces = code.of(List.of(large, small), bytes);
      assertThat(pieces.stream().mapToInt(Piece::bytes).sum()).isLessThanOrEqualTo(bytes);
    }
    assertThat(code.of(List.of(large, small), 60)).extracting(Piece::from).containsExactly(4);
  }

  @Test
  void nothing_outside_of_the_tree_no_binary_no_key_and_nothing_that_is_not_there_is_shown()
      throws Exception {
    Path outside = Files.writeString(tree.resolveSibling(tree.getFileName() + "-out"), "outside\n");
    Files.createSymbolicLink(tree.resolve("link"), outside);
    Files.write(tree.resolve("logo.png"), new byte[] {1, 0, 2});
    Files.writeString(tree.resolve(".env"), "KEY=1\n");
    try {
      assertThat(
              code.of(
                  List.of(
                      new Place("link", 1),
                      new Place("../" + outside.getFileName(), 1),
                      new Place(outside.toString(), 1),
                      new Place("logo.png", 1),
                      new Place(".env", 1),
                      new Place("gone.py", 1),
                      new Place("no/such\0file", 1),
                      new Place("a.py", 0),
                      new Place("a.py", 9999)),
                  10_000))
          .isEmpty();
    } finally {
      Files.delete(outside);
    }
  }

  @Test
  void places_are_read_from_a_text_in_order_and_once() {
    assertThat(
            Place.citedIn(
                "It fails [src/a b/x.py:12], see ./y.ts:3-9, x.py:12 (src/折扣/价.py:7) and http://h:80/"))
        .extracting(place -> place.path() + ":" + place.line())
        .contains("./y.ts:3", "x.py:12", "src/折扣/价.py:7");
    assertThat(Place.citedIn("x.py:1 x.py:1")).hasSize(1);
  }
}
