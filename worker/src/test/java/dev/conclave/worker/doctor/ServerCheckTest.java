package dev.conclave.worker.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.tool.Tool;
import dev.conclave.worker.doctor.Finding.State;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class ServerCheckTest {
  @TempDir Path root;

  @Test
  void a_server_that_nobody_set_up_lacks_attributes_and_days_and_fix_gives_both() throws Exception {
    Path temporal = Tool.needed("temporal");
    int port = freePort();
    Process server =
        new ProcessBuilder(
                temporal.toString(),
                "server",
                "start-dev",
                "--headless",
                "--ip",
                "127.0.0.1",
                "--port",
                String.valueOf(port),
                "--log-level",
                "error")
            .redirectErrorStream(true)
            .redirectOutput(root.resolve("server.log").toFile())
            .start();
    try {
      Patient patient = new Patient(root).variable("TEMPORAL_ADDRESS", "127.0.0.1:" + port);
      await(patient);

      DoctorReport before = patient.examined();
      Finding attributes = Patient.of("search attributes", before);
      assertThat(attributes.state()).isEqualTo(State.DOUBTFUL);
      assertThat(attributes.detail()).contains("not registered: ", "ConclavePhase");
      assertThat(attributes.mendable()).isTrue();
      Finding retention = Patient.of("retention", before);
      assertThat(retention.detail()).startsWith("closed sessions stay 1 day on the server");
      assertThat(Patient.of("worker", before).state()).isEqualTo(State.OPTIONAL);

      DoctorReport after = patient.mended();

      assertThat(after.mended())
          .anyMatch(done -> done.matches("Registered .*ConclavePhase.* in namespace default\\."))
          .anyMatch(done -> done.equals("Closed sessions now stay 90 days in namespace default."));
      assertThat(Patient.of("search attributes", after).state()).isEqualTo(State.OK);
      assertThat(Patient.of("retention", after).detail()).isEqualTo("closed sessions stay 90 days");
      assertThat(patient.mended().mended()).isEmpty();
    } finally {
      server.destroy();
      if (!server.waitFor(10, TimeUnit.SECONDS)) {
        server.destroyForcibly();
      }
    }
  }

  @Test
  void without_a_server_sessions_run_since_plan_starts_one() throws Exception {
    Finding server =
        new Patient(root).variable("TEMPORAL_ADDRESS", "127.0.0.1:" + freePort()).finding("server");

    assertThat(server.state()).isEqualTo(State.OPTIONAL);
    assertThat(server.detail()).contains("No Temporal server answers", ": Connection refused");
    assertThat(server.fix()).contains("conclave up --detach (`plan` does it too)");
  }

  @Test
  void a_server_elsewhere_that_does_not_answer_is_missing_since_none_is_started_for_it() {
    Finding server =
        new Patient(root).variable("TEMPORAL_ADDRESS", "temporal.invalid:7233").finding("server");

    assertThat(server.state()).isEqualTo(State.MISSING);
    assertThat(server.detail()).contains("temporal.invalid");
    assertThat(server.fix().orElseThrow()).contains("TEMPORAL_ADDRESS").doesNotContain("up");
  }

  private static void await(Patient patient) throws InterruptedException {
    for (int i = 0; patient.finding("server").state() != State.OK; i++) {
      assertThat(i).as("the server answers within four minutes").isLessThan(240);
      Thread.sleep(1000);
    }
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
