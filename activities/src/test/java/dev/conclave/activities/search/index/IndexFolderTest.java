package dev.conclave.activities.search.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.search.Repository;
import dev.conclave.activities.search.source.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
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
    for (String name : List.of("a.py", "b.py", "logo.png")) { // a younger file is read each time
      Files.setLastModifiedTime(repository.root().resolve(name), FileTime.fromMillis(0));
    }
    index = new IndexFolder(folder.resolve("index"), Duration.ofMillis(200));
  }

  @Test
  void only_changed_files_are_read_again() throws IOException {
    try (CodeIndex first = open()) {
      assertThat(first.update().read()).isEqualTo(3);
      assertThat(paths(first)).containsExactlyInAnyOrder("a.py", "b.py");
    }
    repository.write("b.py", "def gamma():\n    pass\n").write("c.py", "x = 1\n");
    Files.delete(repository.root().resolve("a.py"));
    try (CodeIndex second = open()) {
      assertThat(second.update().read()).isEqualTo(2);
      assertThat(second.update().removed()).isEqualTo(1);
      assertThat(paths(second)).containsExactlyInAnyOrder("b.py", "c.py");
      assertThat(symbols(second)).contains("gamma").doesNotContain("beta", "alpha");
    }
  }

  @Test
  void while_another_process_writes_the_last_commit_is_searched() throws IOException {
    open().close();
    repository.write("c.py", "def late():\n    pass\n");
    try (FSDirectory directory = FSDirectory.open(folder.resolve("index"));
        Lock held = directory.obtainLock("write.lock");
        CodeIndex stale = open()) {
      held.ensureValid();
      assertThat(stale.update().current()).isFalse();
      assertThat(paths(stale)).containsExactlyInAnyOrder("a.py", "b.py");
    }
    try (CodeIndex fresh = open()) {
      assertThat(fresh.update().current()).isTrue();
      assertThat(symbols(fresh)).contains("late");
    }
  }

  @Test
  void a_first_index_that_another_process_writes_cannot_be_searched() throws IOException {
    Files.createDirectories(folder.resolve("index"));
    try (FSDirectory directory = FSDirectory.open(folder.resolve("index"));
        Lock held = directory.obtainLock("write.lock")) {
      held.ensureValid();
      assertThatThrownBy(() -> open())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another process");
    }
  }

  @Test
  void a_damaged_index_is_made_anew() throws IOException {
    open().close();
    try (Stream<Path> files = Files.list(folder.resolve("index"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".si")).toList()) {
        Files.write(file, new byte[] {1, 2, 3});
      }
    }
    try (CodeIndex made = open()) {
      assertThat(paths(made)).containsExactlyInAnyOrder("a.py", "b.py");
    }
  }

  @Test
  void an_empty_tree_gives_an_empty_index() throws IOException {
    Repository empty = Repository.in(folder.resolve("empty"));
    try (CodeIndex made =
        index.open(
            DirectoryTree.of(empty.root(), folder.resolve("e")),
            IndexProgress.NONE,
            text -> text)) {
      assertThat(made.files()).isEmpty();
    }
  }

  private CodeIndex open() throws IOException {
    return index.open(
        DirectoryTree.of(repository.root(), folder.resolve("scratch")),
        IndexProgress.NONE,
        text -> text);
  }

  private static List<String> paths(CodeIndex index) {
    return index.files().stream().map(IndexedFile::path).toList();
  }

  private static List<String> symbols(CodeIndex index) {
    return index.files().stream().flatMap(f -> f.symbols().stream()).map(s -> s.name()).toList();
  }
}
