package dev.conclave.client.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Bench;
import dev.conclave.client.Run;
import dev.conclave.client.remote.Certificates.Pair;
import io.temporal.internal.testservice.TestServicesStarter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A remote server behind TLS, client certificates and API keys. */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecureConnectionTest {
  private static final int NO_SERVER = 3;

  private Pair ours;
  private Pair stranger;
  private Pair server;
  private Pair elsewhere;
  private Pair client;

  @AutoClose private final TestServicesStarter temporal = new TestServicesStarter(true, 0);
  @AutoClose private SecureGate plain;
  private Bench bench;
  private final List<SecureGate> gates = new ArrayList<>();

  @BeforeAll
  void makeCertificates(@TempDir Path folder) throws Exception {
    Certificates made = Certificates.in(folder);
    ours = made.authority("ours");
    stranger = made.authority("stranger");
    server = made.signed("server", "ours");
    elsewhere = made.elsewhere("elsewhere", "ours", "temporal.example");
    client = made.signed("client", "ours");
    plain =
        new SecureGate(
            temporal.getServices(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  @BeforeEach
  void open(@TempDir Path folder) throws Exception {
    bench = new Bench(plain.address(), folder);
  }

  @AfterEach
  void close() throws Exception {
    bench.close();
    for (SecureGate gate : gates) {
      gate.close();
    }
    gates.clear();
  }

  @Test
  void a_profile_with_mtls_and_an_api_key_sends_key_and_namespace_with_every_call()
      throws Exception {
    SecureGate gate = gate(server, Optional.of(ours.certificate()), Optional.of("s3cret"));
    profile(
        """
        [profile.team]
        address = "%s"
        namespace = "default"
        api_key = "s3cret"
        [profile.team.tls]
        server_ca_cert_path = "%s"
        client_cert_path = "%s"
        client_key_path = "%s"
        """
            .formatted(gate.address(), ours.certificate(), client.certificate(), client.key()));
    bench.set("TEMPORAL_PROFILE", "team");
    bench.startWorker();

    bench.conclave("plan", "Add rate limiting").ended(10);
    assertThat(gate.passed)
        .extracting(SecureGate.Passed::method)
        .contains("GetSystemInfo", "DescribeTaskQueue", "StartWorkflowExecution", "QueryWorkflow");
    assertThat(gate.passed)
        .allSatisfy(
            call -> {
              assertThat(call.authorization()).as(call.method()).contains("Bearer s3cret");
              assertThat(call.namespaces()).as(call.method()).containsExactly("default");
            });
  }

  @Test
  void variables_alone_suffice_to_reach_a_tls_server() throws Exception {
    SecureGate gate = gate(server, Optional.empty(), Optional.empty());
    connectTo(gate);
    bench.startWorker();

    bench.conclave("plan", "Use variables", "--detach").ended(0);
    assertThat(gate.passed).isNotEmpty();
  }

  @Test
  void a_wrong_api_key_is_reported_as_the_reason() throws Exception {
    SecureGate gate = gate(server, Optional.empty(), Optional.of("s3cret"));
    connectTo(gate);
    bench.set("TEMPORAL_API_KEY", "wrong");

    refused("Refused by", "Request unauthorized", "TEMPORAL_API_KEY");
  }

  @Test
  void a_server_of_an_unknown_authority_is_not_trusted() throws Exception {
    connectTo(gate(server, Optional.empty(), Optional.empty()));
    bench.set("TEMPORAL_TLS_SERVER_CA_CERT_PATH", stranger.certificate().toString());

    refused("not from a trusted CA", "TEMPORAL_TLS_SERVER_CA_CERT_PATH");
  }

  @Test
  void a_certificate_for_another_name_explains_how_to_expect_that_name() throws Exception {
    SecureGate gate = gate(elsewhere, Optional.empty(), Optional.empty());
    connectTo(gate);

    refused("for another host name", "TEMPORAL_TLS_SERVER_NAME");

    bench.set("TEMPORAL_TLS_SERVER_NAME", "temporal.example");
    bench.startWorker();
    bench.conclave("plan", "By its name", "--detach").ended(0);
  }

  @Test
  void a_missing_client_certificate_is_requested() throws Exception {
    connectTo(gate(server, Optional.of(ours.certificate()), Optional.empty()));

    refused("client certificate", "TEMPORAL_TLS_CLIENT_CERT_PATH");
  }

  @Test
  void missing_incomplete_or_non_pem_files_are_named() throws Exception {
    connectTo(gate(server, Optional.of(ours.certificate()), Optional.empty()));
    certificate(Path.of("/nowhere/client.crt"), client.key());
    refused("The TLS settings cannot be used", "/nowhere/client.crt", "TLS_CLIENT_CERT_PATH");

    certificate(client.certificate(), Files.writeString(bench.home.resolve("k"), "no key"));
    refused("The TLS settings cannot be used", "PKCS#8", "TEMPORAL_TLS_CLIENT_KEY_PATH");

    bench.set("TEMPORAL_TLS_CLIENT_KEY_PATH", "");
    refused("The TLS settings cannot be used", "TEMPORAL_TLS_CLIENT_KEY_PATH");
  }

  @Test
  void missing_tls_and_unexpected_tls_are_distinguished() throws Exception {
    bench.set("TEMPORAL_TLS", "true");
    refused("does not speak TLS", "TEMPORAL_TLS");

    bench.set("TEMPORAL_TLS", "");
    bench.set("TEMPORAL_ADDRESS", gate(server, Optional.empty(), Optional.empty()).address());
    refused("requires TLS", "TEMPORAL_TLS=true");
  }

  @Test
  void an_unknown_broken_or_missing_profile_is_named_with_its_file() throws Exception {
    Path toml = profile("[profile.team]\naddress = \"temporal.example:7233\"\n");
    bench.set("TEMPORAL_PROFILE", "teem");
    refused("Cannot read the Temporal profile \"teem\" of " + toml, "TEMPORAL_PROFILE");

    profile("[profile.team]\naddress = 7233\"\n");
    refused("Cannot read the Temporal profile \"teem\" of " + toml, "line 2");

    bench.set("TEMPORAL_CONFIG_FILE", "/nowhere/temporal.toml");
    refused("/nowhere/temporal.toml", "TEMPORAL_CONFIG_FILE");
  }

  private void refused(String... words) {
    Run run = bench.conclave("plan", "Not to be started").ended(NO_SERVER);
    assertThat(run.err()).contains(words).doesNotContain("\tat ").doesNotContain("CONCLAVE_DEBUG");
    assertThat(run.out()).isEmpty();
  }

  private SecureGate gate(Pair certificate, Optional<Path> clients, Optional<String> key)
      throws Exception {
    SecureGate gate =
        new SecureGate(temporal.getServices(), Optional.of(certificate), clients, key);
    gates.add(gate);
    return gate;
  }

  private void connectTo(SecureGate gate) {
    bench.set("TEMPORAL_ADDRESS", gate.address());
    bench.set("TEMPORAL_TLS_SERVER_CA_CERT_PATH", ours.certificate().toString());
  }

  private void certificate(Path certificate, Path key) {
    bench.set("TEMPORAL_TLS_CLIENT_CERT_PATH", certificate.toString());
    bench.set("TEMPORAL_TLS_CLIENT_KEY_PATH", key.toString());
  }

  private Path profile(String toml) throws Exception {
    bench.set("TEMPORAL_ADDRESS", "");
    Path file = Files.writeString(bench.home.resolve("temporal.toml"), toml);
    bench.set("TEMPORAL_CONFIG_FILE", file.toString());
    return file;
  }
}
