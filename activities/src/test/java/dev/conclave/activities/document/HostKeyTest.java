package dev.conclave.activities.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.DataFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostKeyTest {
  @TempDir Path folder;

  @Test
  void an_empty_key_is_regenerated_for_its_owner_only_and_an_existing_one_is_kept()
      throws Exception {
    DataFolder data = new DataFolder(folder.resolve("data"));
    Files.createDirectories(data.root());
    Files.createFile(data.hostKeyFile());
    String code = HostKey.of(data).mac("context", new byte[1]);

    assertThat(Files.size(data.hostKeyFile())).isEqualTo(32);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.hostKeyFile())))
        .isEqualTo("rw-------");
    Path other = folder.resolve("other");
    Files.createDirectories(other);
    DataFolder copy = new DataFolder(other);
    Files.copy(data.hostKeyFile(), copy.hostKeyFile());
    assertThat(HostKey.of(copy).mac("context", new byte[1])).isEqualTo(code);
  }
}
