package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.CodeAround.Piece;
import dev.conclave.workflows.discussion.CodeLocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
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
    assertThat(code.of(List.of(at("a.py", 6)), 1000))
        .containsExactly(new Piece("a.py", "a.py\n4: def short(x):\n6:     return x\n"));
  }

  @Test
  void of_a_long_function_only_the_lines_around_a_place_are_shown_and_not_those_of_others() {
    List<Piece> pieces = code.of(List.of(at("a.py", 10), at("a.py", 60)), 5000);

    assertThat(lines(pieces))
        .containsExactlyElementsOf(
            IntStream.concat(IntStream.rangeClosed(9, 18), IntStream.rangeClosed(52, 68))
                .boxed()
                .toList());
    assertThat(code.definitions(List.of(at("a.py", 10), at("a.py", 60)), 5000)).isEmpty();
  }

  @Test
  void a_file_stands_once_its_lines_in_order_and_none_twice() {
    List<Piece> pieces =
        code.of(List.of(at("a.py", 60), at("a.py", 50), at("a.py", 6), at("a.py", 45)), 5000);

    assertThat(pieces).extracting(Piece::path).containsExactly("a.py");
    assertThat(lines(pieces))
        .containsExactlyElementsOf(
            IntStream.concat(IntStream.of(4, 6), IntStream.rangeClosed(42, 68)).boxed().toList());
  }

  @Test
  void a_language_without_a_grammar_gives_the_lines_around() throws Exception {
    Files.writeString(tree.resolve("conf.ini"), "k = v\n".repeat(50));

    assertThat(code.of(List.of(at("conf.ini", 20)), 1000))
        .satisfies(
            pieces ->
                assertThat(lines(pieces))
                    .containsExactlyElementsOf(IntStream.rangeClosed(12, 28).boxed().toList()));
  }

  @Test
  void all_pieces_together_keep_to_the_bytes_and_a_smaller_one_still_fits() {
    CodeLocation large = at("a.py", 60);
    CodeLocation small = at("a.py", 4);
    for (int bytes = 0; bytes < 700; bytes += 7) {
      List<Piece> pieces = code.of(List.of(large, small), bytes);
      assertThat(pieces.stream().mapToInt(Piece::bytes).sum()).isLessThanOrEqualTo(bytes);
    }
    assertThat(code.of(List.of(large, small), 60))
        .satisfies(pieces -> assertThat(lines(pieces)).containsExactly(4, 6));
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
