package dev.conclave.workflows.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.config.DataFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostIdTest {
  @TempDir Path root;

  @Test
  void an_id_is_created_once_and_kept_when_the_host_is_renamed() {
    DataFolder folder = new DataFolder(root.resolve("data of 张三"));

    HostId before = HostId.of(folder, Map.of("HOSTNAME", "lima"));
    HostId after = HostId.of(folder, Map.of("HOSTNAME", "quito"));

    assertThat(before.id()).matches("[0-9a-f]{12}").isEqualTo(after.id());
    assertThat(after.name()).isEqualTo("quito");
  }

  @Test
  void concurrent_callers_get_the_same_id() {
    for (int round = 0; round < 5; round++) {
      DataFolder folder = new DataFolder(root.resolve("round-" + round));

      var ids =
          IntStream.range(0, 16)
              .parallel()
              .mapToObj(i -> HostId.of(folder, Map.of()).id())
              .collect(Collectors.toSet());

      assertThat(ids).hasSize(1);
      assertThat(folder.root().toFile().list()).containsExactly("host-id");
    }
  }

  @Test
  void a_corrupt_file_is_named_and_not_overwritten() throws Exception {
    DataFolder folder = new DataFolder(root);
    Files.writeString(folder.hostIdFile(), "");

    assertThatThrownBy(() -> HostId.of(folder, Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(folder.hostIdFile().toString());
    assertThat(folder.hostIdFile()).isEmptyFile();
  }
}
