package dev.conclave.activities.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.DirectoryTree;
import dev.conclave.activities.search.source.Language;
import dev.conclave.workflows.api.ContextPackage.Pattern;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatternDetectorTest {

  @TempDir Path folder;

  @Test
  void thousands_of_tests_beside_their_code_are_told_as_such() throws Exception {
    List<IndexedFile> files =
        IntStream.range(0, 5_000)
            .mapToObj(i -> "service" + i + "/handler")
            .flatMap(stem -> Stream.of(go(stem + ".go"), go(stem + "_test.go")))
            .toList();

    assertThat(detect(files))
        .contains(
            new Pattern(
                "tests beside the code they test", "test-layout", "service0/handler_test.go"));
  }

  @Test
  void code_of_another_language_beside_a_test_is_not_what_it_tests() throws Exception {
    List<IndexedFile> files =
        List.of(
            new IndexedFile("app/view.ts", "", Language.TYPESCRIPT, List.of(), List.of()),
            go("app/server_test.go"));

    assertThat(detect(files)).extracting(Pattern::name).contains("tests in a tree of their own");
  }

  private List<Pattern> detect(List<IndexedFile> files) throws Exception {
    return new PatternDetector(files, DirectoryTree.of(folder, folder.resolve("ids"))).detect();
  }

  private static IndexedFile go(String path) {
    return new IndexedFile(path, "", Language.GO, List.of(), List.of());
  }
}
