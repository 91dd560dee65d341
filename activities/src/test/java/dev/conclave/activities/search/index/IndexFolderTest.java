package dev.conclave.activities.search.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.search.Repository;
import dev.conclave.activities.workspace.TreeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexFolderTest {
  @TempDir Path folder;
  private Repository repository;
  private IndexFolder index;

  @BeforeEach
  void a_small_repository() throws IOException {
    repository = Repository.in(folder.resolve("r"));
    repository.write("a.py", "def alpha():\n    pass\n").write("b.py", "def beta():\n    pass\n");
    repository.write("logo.png", new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 0, 1});
    index = new IndexFolder(folder, Duration.ofMillis(200));
  }

  @Test
  void only_changed_files_are_read_again() throws IOException {
    try (CodeIndex first = open()) {
      assertThat(first.read()).isEqualTo(3);
      assertThat(paths(first)).containsExactlyInAnyOrder("a.py", "b.py");
    }
    repository.write("b.py", "def gamma():\n    pass\n").write("c.py", "x = 1\n");
    Files.delete(repository.root().resolve("a.py"));
    try (CodeIndex second = open()) {
      assertThat(second.read()).isEqualTo(2);
      assertThat(paths(second)).containsExactlyInAnyOrder("b.py", "c.py");
      assertThat(symbols(second)).contains("gamma").doesNotContain("beta", "alpha");
    }
  }

  @Test
  void an_index_being_written_by_another_process_is_not_searched() throws IOException {
    open().close();
    try (FSDirectory directory = FSDirectory.open(folder.resolve(IndexFolder.NAME));
        Lock held = directory.obtainLock("write.lock")) {
      held.ensureValid();
      assertThatThrownBy(() -> open())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another process");
    }
    open().close();
  }

  @Test
  void a_corrupt_index_is_rebuilt() throws IOException {
    open().close();
    try (Stream<Path> files = Files.list(folder.resolve(IndexFolder.NAME))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".si")).toList()) {
        Files.write(file, new byte[] {1, 2, 3});
      }
    }
    try (CodeIndex made = open()) {
      assertThat(paths(made)).containsExactlyInAnyOrder("a.py", "b.py");
    }
  }

  private CodeIndex open() throws IOException {
    try (TreeFiles tree = repository.commit("now").files()) {
      return index.open(tree, words -> {}, text -> text);
    }
  }

  private static List<String> paths(CodeIndex index) {
    return index.files().stream().map(IndexedFile::path).toList();
  }

  private static List<String> symbols(CodeIndex index) {
    return index.files().stream().flatMap(f -> f.symbols().stream()).map(s -> s.name()).toList();
  }
}
