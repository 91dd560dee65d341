package dev.conclave.activities.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.workflows.api.ContextPackage.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectFactsTest {

  @Test
  void layers_and_naming_are_reported_with_an_example() {
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

  @Test
  void recurring_code_patterns_come_before_build_facts() {
    List<IndexedFile> files =
        Stream.of("ReadHandler", "WriteHandler", "DropHandler", "OnlyFactory")
            .map(
                name ->
                    new IndexedFile(
                        "src/" + name + ".java",
                        Language.JAVA,
                        List.of(new Symbol(name, Symbol.Kind.TYPE, 7)),
                        List.of()))
            .collect(Collectors.toCollection(ArrayList::new));
    files.add(IndexedFile.importing("pom.xml", List.of()));

    assertThat(new ProjectFacts(files, path -> "").patterns())
        .containsExactly(
            new Pattern("Handler types (3)", "code", "src/DropHandler.java:7"),
            new Pattern("Maven", "build-system", "pom.xml"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"docs/flow.PNG", "web/package-lock.json", "Cargo.lock", "go.sum", "a/font.woff2"})
  void images_and_lock_files_are_not_editable(String path) {
    assertThat(PathKind.isAsset(path)).isTrue();
    assertThat(PathKind.isAsset("src/lock.go")).isFalse();
    assertThat(PathKind.isAsset("go.mod")).isFalse();
  }
}
