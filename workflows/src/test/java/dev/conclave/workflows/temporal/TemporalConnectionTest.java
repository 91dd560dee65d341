package dev.conclave.workflows.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConnectionSettings.Source;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.testserver.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class TemporalConnectionTest {
  @TempDir Path root;

  @Test
  void a_server_that_answers_is_connected_to() throws IOException {
    int port = freePort();
    try (var server = TestServer.createPortBoundServer(port);
        TemporalConnection connection = open("127.0.0.1:" + port)) {
      assertThat(connection.client().getOptions().getNamespace()).isEqualTo("default");
      assertThat(server).isNotNull();
    }
  }

  @Test
  @Timeout(60)
  void a_refused_connection_names_the_address_and_the_fix() throws IOException {
    String address = "127.0.0.1:" + freePort();

    assertThatThrownBy(() -> open(address))
        .isInstanceOf(ServerException.Unreachable.class)
        .hasMessageContaining(address)
        .hasMessageContaining("conclave up");
  }

  @Test
  void a_port_that_accepts_and_says_nothing_is_given_up_within_seconds() throws IOException {
    try (ServerSocket mute = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      long start = System.nanoTime();

      assertThatThrownBy(() -> open("127.0.0.1:" + mute.getLocalPort()))
          .isInstanceOf(ServerException.Unreachable.class);

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
    }
  }

  private TemporalConnection open(String address) {
    ConnectionSettings settings =
        ConnectionSettings.load(
            Map.of("TEMPORAL_CONFIG_FILE", root.resolve("none").toString()), new DataFolder(root));
    return TemporalConnection.open(
        settings.at(address, Source.DEFAULT), DefaultDataConverter.newDefaultInstance());
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
