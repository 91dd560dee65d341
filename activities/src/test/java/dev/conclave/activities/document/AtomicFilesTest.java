package dev.conclave.activities.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFilesTest {
  @TempDir Path temp;

  @Test
  void a_file_is_replaced_and_its_folders_are_created() throws Exception {
    Path file = temp.resolve("a b/c/计划.md");
    AtomicFiles.write(file, "old".getBytes(StandardCharsets.UTF_8));
    AtomicFiles.write(file, "new".getBytes(StandardCharsets.UTF_8));
    assertThat(Files.readString(file)).isEqualTo("new");
    try (Stream<Path> left = Files.list(file.getParent())) {
      assertThat(left).containsExactly(file);
    }
  }

  @Test
  void a_repeated_write_changes_nothing() throws Exception {
    Path file = temp.resolve("state.json");
    AtomicFiles.writeIfDifferent(file, "{}".getBytes(StandardCharsets.UTF_8));
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));
    AtomicFiles.writeIfDifferent(file, "{}".getBytes(StandardCharsets.UTF_8));
    assertThat(Files.getLastModifiedTime(file)).isEqualTo(FileTime.fromMillis(1_000));
    AtomicFiles.writeIfDifferent(file, "[]".getBytes(StandardCharsets.UTF_8));
    assertThat(file).hasContent("[]");
  }

  @Test
  void a_failed_write_leaves_no_temporary_file() throws Exception {
    Path folder = Files.createDirectories(temp.resolve("taken/inner"));
    assertThatThrownBy(() -> AtomicFiles.write(folder.getParent(), new byte[1]))
        .isInstanceOf(IOException.class);
    try (Stream<Path> left = Files.list(temp)) {
      assertThat(left).containsExactly(folder.getParent());
    }
  }

  @Test
  void a_link_is_replaced_and_not_followed() throws Exception {
    Path outside = Files.writeString(temp.resolve("outside"), "untouched");
    Path link = Files.createSymbolicLink(temp.resolve("link"), outside);
    AtomicFiles.write(link, "ours".getBytes(StandardCharsets.UTF_8));
    assertThat(outside).hasContent("untouched");
    assertThat(link).isRegularFile().hasContent("ours");
  }
}
