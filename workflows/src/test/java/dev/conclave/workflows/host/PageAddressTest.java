package dev.conclave.workflows.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.DataFolder;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageAddressTest {
  @Test
  void a_program_on_the_port_of_an_ended_page_is_not_the_page(@TempDir Path home) throws Exception {
    DataFolder folder = DataFolder.of(Map.of("CONCLAVE_HOME", home.toString()), home);
    try (ServerSocket port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      new PageAddress("http://127.0.0.1:" + port.getLocalPort(), new byte[] {1}).note(folder);
      assertThat(PageAddress.find(folder)).isPresent();

      Path note = folder.root().resolve("page.json");
      String written = Files.readString(note);
      Files.writeString(note, written.replaceFirst("(\"started\" ?: ?)\\d", "$1" + 8));
      assertThat(PageAddress.find(folder)).as(written).isEmpty();
      long us = ProcessHandle.current().pid();
      Files.writeString(note, written.replaceFirst("(\"pid\" ?: ?)" + us, "$1" + (1L << 40)));
      assertThat(PageAddress.find(folder)).as(written).isEmpty();
    }
  }
}
