package dev.conclave.workflows.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.config.DataFolder;
import io.temporal.common.converter.DefaultDataConverter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the server is found; the client's {@code SecureConnectionTest} connects to one. */
class ConnectionSettingsTest {
  @TempDir Path root;

  @Test
  void the_default_is_the_local_stacks_last_address_or_temporals_default() throws IOException {
    assertThat(load(Map.of()).address()).isEqualTo("127.0.0.1:7233");
    assertThat(load(Map.of()).namespace()).isEqualTo("default");

    record("127.0.0.1:7301\n");

    assertThat(load(Map.of()).address()).isEqualTo("127.0.0.1:7301");
    assertThat(load(Map.of()).configured()).isFalse();
  }

  @Test
  void a_variable_precedes_a_profile_and_a_profile_the_local_stack() throws IOException {
    record("127.0.0.1:7301");
    Path toml = root.resolve("temporal.toml");
    Files.writeString(
        toml, "[profile.work]\naddress = \"temporal.example:7233\"\nnamespace = \"team\"\n");
    Map<String, String> profile =
        Map.of("TEMPORAL_CONFIG_FILE", toml.toString(), "TEMPORAL_PROFILE", "work");
    Map<String, String> both = new HashMap<>(profile);
    both.put("TEMPORAL_ADDRESS", "other.example:7233");

    assertThat(load(profile).address()).isEqualTo("temporal.example:7233");
    assertThat(load(profile).namespace()).isEqualTo("team");
    assertThat(load(both).address()).isEqualTo("other.example:7233");
    assertThat(load(both).namespace()).isEqualTo("team");
    assertThat(load(both).configured()).isTrue();
  }

  @Test
  void only_the_data_folders_server_uses_its_keys_under_any_loopback_name() throws IOException {
    record("127.0.0.1:7301");
    assertThat(load(Map.of()).own()).as("a development server has none").isFalse();
    Path keys = Files.createDirectories(new DataFolder(root).serverKeys());

    for (String name : List.of("127.0.0.1:7301", "localhost:7301")) {
      ConnectionSettings named = load(Map.of("TEMPORAL_ADDRESS", name));
      assertThat(named.own()).isTrue();
      assertThat(named.variables())
          .containsEntry("TEMPORAL_ADDRESS", name)
          .containsEntry("TEMPORAL_TLS_CLIENT_KEY_PATH", keys.resolve("client.key").toString());
      // As in a shell that evaluated temporal-env.
      assertThat(load(named.variables()).own()).isTrue();
      assertThat(load(named.variables()).variables()).isEqualTo(named.variables());
    }
    assertThat(load(Map.of()).own()).isTrue();
    assertThat(load(Map.of()).at("127.0.0.1:7302").isSecure()).as("in memory").isFalse();
    ConnectionSettings other = load(Map.of("TEMPORAL_ADDRESS", "127.0.0.1:7302"));
    assertThat(other.own()).isFalse();
    assertThat(other.variables()).containsOnlyKeys("TEMPORAL_ADDRESS", "TEMPORAL_NAMESPACE");
  }

  @Test
  void a_missing_profile_is_an_error_that_names_the_fix() {
    assertThatThrownBy(() -> load(Map.of("TEMPORAL_PROFILE", "nowhere")))
        .isInstanceOf(ServerException.class)
        .hasMessageContaining("nowhere")
        .hasMessageContaining("TEMPORAL_PROFILE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://127.0.0.1:7233", "127.0.0.1", "temporal.example:7233/path"})
  void an_address_without_host_and_port_is_refused_with_a_fix(String address) {
    assertThatThrownBy(() -> load(Map.of("TEMPORAL_ADDRESS", address)))
        .isInstanceOf(ServerException.class)
        .hasMessageContaining(address)
        .hasMessageContaining("for example to 127.0.0.1:7233");
  }

  @Test
  void a_server_can_be_started_only_at_an_address_of_this_machine() {
    ConnectionSettings settings = load(Map.of());

    assertThat(settings.at("127.0.0.1:7300").isLoopback()).isTrue();
    assertThat(settings.at("localhost:7300").isLoopback()).isTrue();
    assertThat(settings.at("[::1]:7300").isLoopback()).isTrue();
    assertThat(settings.at("127-0-0-1.example:7300").isLoopback()).isFalse();
    assertThat(settings.at("10.0.0.7:7233").isLoopback()).isFalse();
  }

  @Test
  void a_refusing_or_silent_server_is_named_with_a_fix() throws IOException {
    ServerSocket mute = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    ConnectionSettings settings = load(Map.of()).at("127.0.0.1:" + mute.getLocalPort());

    assertThatThrownBy(() -> open(settings))
        .isInstanceOf(ServerException.Unreachable.class)
        .hasMessageContaining("did not answer within 10 s");
    mute.close();
    assertThatThrownBy(() -> open(settings))
        .isInstanceOf(ServerException.Unreachable.class)
        .hasMessageContaining(settings.address())
        .hasMessageContaining("conclave up");
  }

  private static void open(ConnectionSettings settings) {
    TemporalConnection.open(settings, DefaultDataConverter.newDefaultInstance()).close();
  }

  private ConnectionSettings load(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    all.putIfAbsent("TEMPORAL_CONFIG_FILE", root.resolve("none.toml").toString());
    return ConnectionSettings.load(all, new DataFolder(root));
  }

  private void record(String address) throws IOException {
    DataFolder folder = new DataFolder(root);
    Files.createDirectories(folder.server());
    Files.writeString(folder.serverAddressFile(), address);
  }
}
