package dev.conclave.workflows.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostNameTest {
  @TempDir Path folder;

  @Test
  void a_name_that_no_resolver_knows_is_the_kernels() throws Exception {
    Path kernel = Files.writeString(folder.resolve("hostname"), "lima\n");

    assertThat(HostId.name(Map.of(), kernel)).isEqualTo("lima");
    assertThat(HostId.name(Map.of("HOSTNAME", " "), kernel)).isEqualTo("lima");
  }

  @Test
  void a_name_that_was_given_goes_before_it() throws Exception {
    Path kernel = Files.writeString(folder.resolve("hostname"), "3f1b9c\n");

    assertThat(HostId.name(Map.of("HOSTNAME", "quito"), kernel)).isEqualTo("quito");
  }

  @Test
  void a_system_without_that_file_still_has_a_name() {
    assertThat(HostId.name(Map.of(), folder.resolve("none"))).isNotBlank();
  }
}
