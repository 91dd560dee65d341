package dev.conclave.workflows.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoopbackPortTest {
  private static final String HEADER =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";

  @ParameterizedTest(name = "{0} {1} of user {2}")
  @CsvSource({
    "0100007F:1C41,                         0A, 1001, true", // 127.0.0.1:7233
    "00000000:1C41,                         0A, 1001, true", // every IPv4 address
    "00000000000000000000000000000000:1C41, 0A, 1001, true", // every address
    "00000000000000000000000001000000:1C41, 0A, 1001, true", // ::1
    "0000000000000000FFFF00000100007F:1C41, 0A, 1001, true", // 127.0.0.1, mapped
    "0100007F:1C41,                         0A, 1000, false", // ours
    "0100007F:1C42,                         0A, 1001, false", // another port
    "0100007F:1C41,                         01, 1001, false", // a connection
    "0101A8C0:1C41,                         0A, 1001, false" // 192.168.1.1
  })
  void a_listener_of_another_user_is_detected(
      String local, String state, String user, boolean foreign) {
    String line = "   0: %s 00000000:0000 %s 00000000:00000000 00:00000000 00000000 %s 0 54321 1";
    List<String> table = List.of(HEADER, line.formatted(local, state, user));
    assertThat(LoopbackPort.otherUser("127.0.0.1:7233", "1000", table).isPresent())
        .isEqualTo(foreign);
  }

  @ParameterizedTest(name = "{0} to {1} of user {2}")
  @CsvSource({
    "0100007F:9C40,                         0100007F:202B,                         1001, true",
    "0000000000000000FFFF00000100007F:9C40, 0000000000000000FFFF00000100007F:202B, 1001, true",
    "0100007F:9C40,                         0100007F:202B,                         1000, false",
    "0100007F:9C40,                         0100007F:202B,                         0,    false",
    "0100007F:9C40,                         0100007F:202C,                         1001, false",
    "0100007F:202B,                         0100007F:9C40,                         1001, false"
  })
  void a_connection_of_another_user_is_detected(
      String local, String remote, String user, boolean foreign) {
    String line = "   0: %s %s 01 00000000:00000000 00:00000000 00000000 %s 0 54321 1";
    List<String> table = List.of(HEADER, line.formatted(local, remote, user));
    assertThat(LoopbackPort.isFromOtherUser(40_000, 8235, "1000", table)).isEqualTo(foreign);
  }

  @Test
  void our_own_listener_is_accepted() throws Exception {
    try (ServerSocket own = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatCode(() -> LoopbackPort.requireOwn("127.0.0.1:" + own.getLocalPort()))
          .doesNotThrowAnyException();
    }
  }
}
