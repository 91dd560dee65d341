package dev.conclave.activities.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.activities.search.index.RankedFile.Factor;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeSearchTest {
  @TempDir Path folder;
  private Repository repository;

  @BeforeEach
  void a_gateway() {
    repository = Repository.in(folder.resolve("r"));
    Gateway.write(repository);
  }

  @Test
  void the_defining_file_comes_first_and_its_test_later() throws IOException {
    List<RankedFile> files = rank("make `TokenBucket` refill faster");

    assertThat(files.get(0).path()).isEqualTo("src/limits/token_bucket.py");
    assertThat(files.get(0).score()).isEqualTo(1.0);
    assertThat(files.get(0).symbols().get(0).name()).isEqualTo("TokenBucket");
    assertThat(files.get(0).lines().get(0).text()).contains("class TokenBucket");
    assertThat(paths(files)).contains("tests/test_token_bucket.py");
    assertThat(file(files, "tests/test_token_bucket.py").explanation().damping()).isEqualTo(0.35);
  }

  @Test
  void a_file_is_found_by_its_name_even_if_the_word_is_common() throws IOException {
    for (int i = 0; i < 20; i++) {
      repository.write(
          "src/Store" + i + ".java",
          "import java.util.List;\n\n// The repository of it, behind a filter.\nclass Store"
              + i
              + " {\n  List<String> all() {\n    return List.of();\n  }\n}\n");
    }
    repository.write(
        "src/ListCommand.java",
        "import java.util.List;\n\nclass ListCommand {\n  List<String> sessions;\n}\n");

    assertThat(paths(rank("list filter by repository")).subList(0, 3))
        .contains("src/ListCommand.java");
  }

  @Test
  void a_query_for_tests_returns_tests() throws IOException {
    assertThat(rank("test(token_bucket): cover refill").get(0).path())
        .isEqualTo("tests/test_token_bucket.py");
  }

  @Test
  void a_similar_commit_adds_files_without_a_word_of_the_query() throws IOException {
    List<RankedFile> files = rank("customers are throttled too early");

    assertThat(files.get(0).path()).isEqualTo("src/gateway.py");
    assertThat(factors(files.get(0))).contains(Factor.NEIGHBOURS, Factor.TEXT);
    assertThat(share(files.get(0), Factor.NEIGHBOURS)).contains("Customers were throttled");
  }

  @Test
  void a_scope_in_the_path_counts() throws IOException {
    List<RankedFile> files = rank("fix(limits): wrong default");

    assertThat(files.get(0).path()).startsWith("src/limits/");
    assertThat(factors(files.get(0))).contains(Factor.SCOPE);
  }

  @Test
  void secrets_and_ignored_files_are_not_found() throws IOException {
    repository.write(".env", "TOKEN_BUCKET_KEY=abc").write(".gitignore", "out/\n");
    repository.write("out/token_bucket.py", "class TokenBucket: pass");

    assertThat(paths(rank("token bucket key"))).doesNotContain(".env", "out/token_bucket.py");
  }

  @Test
  void files_are_scanned_with_a_note_if_no_index_can_be_written() throws IOException {
    DataFolder data = new DataFolder(Files.createDirectories(folder.resolve("data")));
    Files.writeString(data.indexes(), "a file, no folder");
    try (CodeSearch search = open()) {
      List<RankedFile> files = search.rank("token bucket", 5);

      assertThat(search.backend()).isEqualTo("walk");
      assertThat(search.notes().get(0)).contains("the index could not be written");
      assertThat(files.get(0).path()).isEqualTo("src/limits/token_bucket.py");
      assertThat(files.get(0).lines()).isNotEmpty();
    }
  }

  @Test
  void files_are_ordered_by_the_damped_sum_of_their_factors() throws IOException {
    double before = Double.MAX_VALUE;
    for (RankedFile file : rank("token bucket refill")) {
      double sum =
          file.explanation().factors().stream().mapToDouble(RankedFile.Share::points).sum()
              * file.explanation().damping();
      assertThat(sum).isLessThanOrEqualTo(before + 1e-9);
      before = sum;
    }
  }

  private CodeSearch open() throws IOException {
    DataFolder data = new DataFolder(folder.resolve("data"));
    return CodeSearch.ofFolder(repository.root(), data, words -> {}, text -> text);
  }

  private List<RankedFile> rank(String query) throws IOException {
    try (CodeSearch search = open()) {
      return search.rank(query, 20);
    }
  }

  private static List<String> paths(List<RankedFile> files) {
    return files.stream().map(RankedFile::path).toList();
  }

  private static RankedFile file(List<RankedFile> files, String path) {
    return files.stream().filter(f -> f.path().equals(path)).findFirst().orElseThrow();
  }

  private static List<Factor> factors(RankedFile file) {
    return file.explanation().factors().stream().map(RankedFile.Share::factor).toList();
  }

  private static String share(RankedFile file, Factor factor) {
    return file.explanation().factors().stream()
        .filter(s -> s.factor() == factor)
        .findFirst()
        .orElseThrow()
        .because();
  }
}
