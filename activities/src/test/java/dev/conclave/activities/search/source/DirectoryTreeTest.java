package dev.conclave.activities.search.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.search.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryTreeTest {
  @TempDir Path folder;

  @Test
  void lists_tracked_and_untracked_files_but_no_ignored_ones() throws IOException {
    Repository repository = Repository.in(folder.resolve("r"));
    repository.write(".gitignore", "build/\n").write("src/A.java", "class A {}").commit("one");
    repository.write("build/B.java", "class B {}").write("src/新 文件.py", "x = 1");

    assertThat(paths(repository.root())).containsExactly(".gitignore", "src/A.java", "src/新 文件.py");
  }

  @Test
  void an_id_follows_the_content_and_a_file_that_just_changed_has_none() throws IOException {
    Repository repository = Repository.in(folder.resolve("r")).write("a.txt", "one").commit("1");
    Path file = repository.root().resolve("a.txt");
    assertThat(files(repository.root()).get(0).id()).isEmpty();

    Files.setLastModifiedTime(file, FileTime.fromMillis(1000));
    String id = files(repository.root()).get(0).id();
    assertThat(files(repository.root()).get(0).id()).isNotEmpty().isEqualTo(id);
    Files.setLastModifiedTime(file, FileTime.fromMillis(2000));
    assertThat(files(repository.root()).get(0).id()).isNotEqualTo(id);
  }

  @Test
  void a_folder_without_git_is_listed() throws IOException {
    Path plain = Files.createDirectories(folder.resolve("plain/x"));
    Files.writeString(plain.resolve("index.o"), "x");
    Files.writeString(folder.resolve("plain/.gitignore"), "*.o\n");
    Files.writeString(folder.resolve("plain/a.py"), "x = 1");

    assertThat(paths(folder.resolve("plain"))).containsExactly(".gitignore", "a.py");
  }

  @Test
  void names_that_are_no_utf_8_are_listed_and_read_with_git_and_without() throws IOException {
    Repository repository = Repository.in(folder.resolve("r")).write("a.txt", "a").commit("a");
    Path plain = Files.createDirectories(folder.resolve("plain"));
    for (Path root : List.of(repository.root(), plain)) {
      Path caf = RawNames.path(root, "d\u00e9r/caf\u00e9.py");
      Files.createDirectories(caf.getParent());
      Files.writeString(caf, "latin = 1");
      Files.writeString(RawNames.path(root, "\u00cf\u00de.py"), "gbk = 1");
      Files.writeString(root.resolve("two\nlines.py"), "odd = 1");

      DirectoryTree tree = tree(root);
      Map<String, String> read = new TreeMap<>();
      for (SourceFile file : tree.files()) {
        read.put(file.path(), new String(tree.read(file), StandardCharsets.UTF_8));
      }
      assertThat(read)
          .containsEntry("\"d\\351r/caf\\351.py\"", "latin = 1")
          .containsEntry("\"\\317\\336.py\"", "gbk = 1")
          .containsEntry("\"two\\nlines.py\"", "odd = 1");
      assertThat(Language.of("\"d\\351r/caf\\351.py\"")).isEqualTo(Language.PYTHON);
    }
  }

  @Test
  void a_nested_repository_is_listed_under_its_folder() throws IOException {
    Repository outer = Repository.in(folder.resolve("r")).write("a.txt", "a").commit("a");
    Repository.in(outer.root().resolve("lib/inner")).write("b.txt", "b").commit("b");

    assertThat(paths(outer.root())).containsExactly("a.txt", "lib/inner/b.txt");
  }

  @Test
  void a_link_out_of_the_folder_is_not_followed() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret.txt"), "outside");
    Repository repository = Repository.in(folder.resolve("r")).write("a.txt", "a");
    Files.createSymbolicLink(repository.root().resolve("link.txt"), secret);
    Files.createSymbolicLink(repository.root().resolve("broken"), Path.of("nowhere"));
    DirectoryTree tree = tree(repository.root());

    assertThat(paths(repository.root())).containsExactly("a.txt");
    assertThatThrownBy(() -> tree.read(new SourceFile("link.txt", "", 7)))
        .hasMessageContaining("out of the folder");
    assertThatThrownBy(() -> tree.read(new SourceFile("../secret.txt", "", 7)))
        .isInstanceOf(IOException.class);
  }

  @Test
  void reads_any_bytes_as_text_and_knows_binaries() {
    assertThat(SourceText.of("a\r\nb".getBytes(StandardCharsets.UTF_8))).hasValue("a\nb");
    assertThat(SourceText.of(new byte[] {'a', (byte) 0xe9, 'b'})).hasValue("aéb");
    assertThat(SourceText.of("限流".getBytes(java.nio.charset.Charset.forName("GB18030"))))
        .hasValue("限流");
    assertThat(SourceText.of("é限".getBytes(StandardCharsets.UTF_16))).hasValue("é限");
    assertThat(SourceText.of(new byte[] {1, 0, 2})).isEmpty();
    assertThat(SourceText.of(new byte[0])).hasValue("");
  }

  @Test
  void a_missing_folder_is_named() {
    assertThatThrownBy(() -> tree(folder.resolve("nowhere")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nowhere");
  }

  private DirectoryTree tree(Path root) throws IOException {
    return DirectoryTree.of(root, folder.resolve("cache/ids"));
  }

  private List<SourceFile> files(Path root) throws IOException {
    List<SourceFile> files = new ArrayList<>();
    tree(root).files().forEach(files::add);
    return files;
  }

  private List<String> paths(Path root) throws IOException {
    return files(root).stream().map(SourceFile::path).toList();
  }
}
