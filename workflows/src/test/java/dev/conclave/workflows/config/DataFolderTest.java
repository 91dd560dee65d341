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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real folders with real permissions. */
class DataFolderTest {
  @TempDir Path home;
  private final List<String> said = new ArrayList<>();

  @Test
  void a_new_data_folder_is_its_owners_alone() throws IOException {
    DataFolder folder = new DataFolder(home.resolve("share/conclave"));

    assertThat(folder.makePrivate(said::add)).isEmpty();

    assertThat(said).isEmpty();
    assertThat(permissions(folder.root())).isEqualTo("rwx------");
  }

  @Test
  void an_older_one_is_closed_and_that_is_said_once_and_nothing_in_it_or_above_it_changes()
      throws IOException {
    Path share = open(home.resolve("share"));
    DataFolder folder = new DataFolder(open(share.resolve("conclave")));
    Path database = Files.writeString(open(folder.server()).resolve("temporal.db"), "sessions");
    Files.writeString(folder.hostIdFile(), "0123456789ab\n");
    Files.writeString(folder.root().resolve("hs_err_pid17.log"), "a worker died here");

    assertThat(folder.makePrivate(said::add)).isEmpty();
    assertThat(said).containsExactly("Closed to other users of this machine: " + folder.root());

    assertThat(permissions(folder.root())).isEqualTo("rwx------");
    assertThat(permissions(share)).isEqualTo("rwxr-xr-x");
    assertThat(permissions(folder.server())).isEqualTo("rwxr-xr-x");
    assertThat(database).hasContent("sessions");
    assertThat(folder.makePrivate(said::add)).isEmpty();
    assertThat(said).hasSize(1);
  }

  @Test
  void in_a_folder_that_holds_other_things_only_what_is_ours_is_closed() throws IOException {
    DataFolder folder = new DataFolder(open(home.resolve("shared")));
    Path theirs = open(folder.root().resolve("photos"));
    open(folder.server());

    assertThat(folder.makePrivate(said::add)).isEmpty();
    assertThat(said).containsExactly("Closed to other users of this machine: " + folder.server());

    assertThat(permissions(folder.root())).isEqualTo("rwxr-xr-x");
    assertThat(permissions(theirs)).isEqualTo("rwxr-xr-x");
    assertThat(folder.folders())
        .isNotEmpty()
        .allSatisfy(ours -> assertThat(permissions(ours)).isEqualTo("rwx------"));
    assertThat(folder.makePrivate(said::add)).isEmpty();
    assertThat(said).hasSize(1);
  }

  @Test
  void a_link_leads_to_the_folder_that_is_closed() throws IOException {
    Path disk = open(home.resolve("big-disk"));
    DataFolder folder = new DataFolder(Files.createSymbolicLink(home.resolve("conclave"), disk));

    assertThat(folder.makePrivate(said::add)).isEmpty();

    assertThat(said).hasSize(1);
    assertThat(permissions(disk)).isEqualTo("rwx------");
    assertThat(folder.root()).isSymbolicLink();
  }

  @Test
  void a_file_in_its_place_stays_what_it_is() throws IOException {
    Path file = Files.writeString(home.resolve("conclave"), "not a folder");

    assertThatThrownBy(() -> new DataFolder(file).makePrivate(said::add))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining(file.toString());

    assertThat(file).hasContent("not a folder");
  }

  @Test
  void a_file_system_without_permissions_does_as_well() throws IOException {
    URI zip = URI.create("jar:" + home.resolve("disk.zip").toUri());
    try (FileSystem disk = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      DataFolder folder = new DataFolder(disk.getPath("/conclave"));

      assertThat(folder.makePrivate(said::add)).isEmpty();

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
