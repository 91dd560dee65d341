package dev.conclave.worker.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpEndpointTest {

  @ParameterizedTest
  @CsvSource({
    "[2001:db8::7],                true",
    "[2001:db8:0:0:0:0:0:7],       true",
    "[2001:0db8::0007],            true",
    "[2001:db8::8],                false",
    "[2001:db8::7,                 false",
    "2001:db8::7.evil.example,     false",
    "[:::],                        false"
  })
  void an_ipv6_address_is_known_in_every_spelling(String host, boolean known) throws Exception {
    InetAddress address = InetAddress.getByName("2001:db8::7");

    assertThat(HttpEndpoint.isAddress(host, address)).isEqualTo(known);
  }
}
