package dev.conclave.workflows.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real folders with real permissions. */
class DataFolderTest {
  @TempDir Path home;

  @Test
  void a_new_data_folder_belongs_to_its_owner_alone() throws IOException {
    DataFolder folder = new DataFolder(home.resolve("share/conclave"));

    assertThat(folder.makePrivate()).isEmpty();

    assertThat(permissions(folder.root())).isEqualTo("rwx------");
  }

  @Test
  void only_conclave_files_are_made_private_in_a_shared_folder() throws IOException {
    Path shared = open(home.resolve("shared"));
    DataFolder folder = new DataFolder(Files.createSymbolicLink(home.resolve("conclave"), shared));
    Path theirs = open(shared.resolve("photos"));
    Path database = Files.writeString(open(folder.server()).resolve("temporal.db"), "sessions");

    assertThat(folder.makePrivate()).isEmpty();

    assertThat(permissions(shared)).isEqualTo("rwxr-xr-x");
    assertThat(permissions(theirs)).isEqualTo("rwxr-xr-x");
    assertThat(database).hasContent("sessions");
    assertThat(folder.folders())
        .isNotEmpty()
        .allSatisfy(ours -> assertThat(permissions(ours)).isEqualTo("rwx------"));
  }

  @Test
  void a_file_in_its_place_is_unchanged() throws IOException {
    Path file = Files.writeString(home.resolve("conclave"), "not a folder");

    assertThatThrownBy(() -> new DataFolder(file).makePrivate())
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining(file.toString());

    assertThat(file).hasContent("not a folder");
  }

  @Test
  void a_file_system_without_permissions_works() throws IOException {
    URI zip = URI.create("jar:" + home.resolve("disk.zip").toUri());
    try (FileSystem disk = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      DataFolder folder = new DataFolder(disk.getPath("/conclave"));

      assertThat(folder.makePrivate()).isEmpty();

      assertThat(folder.root()).isDirectory();
    }
  }

  private static Path open(Path folder) throws IOException {
    Files.createDirectories(folder);
    return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static String permissions(Path folder) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
  }
}
