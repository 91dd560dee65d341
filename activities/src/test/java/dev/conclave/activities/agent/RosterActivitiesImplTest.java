package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.temporal.WireMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RosterActivitiesImplTest {

  @Test
  void each_agent_is_usable_or_says_why_not() {
    Configuration configuration =
        WireMapper.get()
            .convertValue(
                Map.of(
                    "agents",
                    Map.of(
                        "script",
                        Map.of(
                            "argv",
                            List.of("sh"),
                            "on_rate_limit",
                            "wait",
                            "timeouts",
                            Map.of("analysis", "PT7M")))),
                Configuration.class);
    RosterActivitiesImpl roster =
        new RosterActivitiesImpl(configuration, Map.of("PATH", "/usr/bin:/bin"), new Programs());

    List<AgentStatus> statuses =
        roster.list(List.of("direct", "script", "no-such-agent", "opencode"));

    assertThat(statuses).extracting(AgentStatus::usable).containsExactly(true, true, false, false);
    assertThat(statuses.get(1).waitOnRateLimit()).isTrue();
    assertThat(statuses.get(1).analysisTimeout()).isEqualTo(Duration.ofMinutes(7));
    assertThat(statuses.get(2).reason().orElseThrow())
        .contains("agents.no-such-agent.argv")
        .startsWith("by the configuration of 2")
        .contains("`conclave down && conclave up --detach` reads it anew");
    assertThat(statuses.get(3).reason().orElseThrow()).contains("agents.opencode.binary");
    assertThat(statuses.get(3).planningTimeout()).isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void a_program_of_which_nothing_is_known_is_not_started_to_be_listed(@TempDir Path folder)
      throws Exception {
    Path mine = Files.writeString(folder.resolve("mine"), "#!/bin/sh\necho 1.2.3 > ran\n");
    assertThat(mine.toFile().setExecutable(true)).isTrue();
    Configuration configuration =
        WireMapper.get()
            .convertValue(
                Map.of("agents", Map.of("mine", Map.of("argv", List.of(mine.toString())))),
                Configuration.class);
    RosterActivitiesImpl roster =
        new RosterActivitiesImpl(configuration, Map.of("PATH", "/usr/bin:/bin"), new Programs());

    AgentStatus status = roster.list(List.of("mine")).get(0);

    assertThat(status.usable()).isTrue();
    assertThat(status.version()).isEmpty();
    assertThat(Path.of("ran")).doesNotExist();
    assertThat(folder.resolve("ran")).doesNotExist();
  }
}
