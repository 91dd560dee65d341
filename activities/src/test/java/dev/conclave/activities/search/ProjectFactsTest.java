package dev.conclave.activities.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.Language;
import dev.conclave.workflows.api.ContextPackage.Pattern;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProjectFactsTest {

  @Test
  void layers_and_naming_are_told_with_the_place_that_shows_them() {
    List<IndexedFile> files =
        Stream.concat(
                IntStream.range(0, 6).mapToObj(i -> "app/services/http_" + i + "_call.py"),
                Stream.of("app/services/plain.py", "app/tests/test_it.py"))
            .map(path -> new IndexedFile(path, Language.PYTHON, List.of(), List.of()))
            .toList();

    assertThat(new ProjectFacts(files, path -> "").patterns())
        .containsExactly(
            new Pattern("service layer (7 files)", "layer", "app/services/"),
            new Pattern(
                "Python files named in snake_case", "naming", "app/services/http_0_call.py"));
  }
}
