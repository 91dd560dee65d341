package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.text.WireMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RosterActivitiesImplTest {
  @TempDir Path folder;

  @Test
  void each_agent_is_usable_or_says_why_not_and_unknown_programs_are_not_started()
      throws Exception {
    Path mine = script("mine", "echo 1.2.3; echo ran > '" + folder + "/ran'");
    Map<String, Object> agent =
        Map.of(
            "argv",
            List.of(mine.toString()),
            "write_argv",
            List.of(mine.toString()),
            "write",
            true,
            "on_rate_limit",
            "wait",
            "timeouts",
            Map.of("analysis", "PT7M", "execution", "PT1H"));
    RosterActivitiesImpl roster =
        new RosterActivitiesImpl(
            WireMapper.get()
                .convertValue(Map.of("agents", Map.of("mine", agent)), Configuration.class),
            Map.of("PATH", "/usr/bin:/bin"),
            new Programs(),
            false);

    HostRoster listed = roster.list(List.of("direct", "mine", "no-such-agent", "opencode"));
    List<AgentStatus> statuses = listed.agents();

    assertThat(listed.listens()).as("no webhook is configured").isFalse();

    assertThat(statuses).extracting(AgentStatus::usable).containsExactly(true, true, false, false);
    assertThat(statuses.get(1).waitOnRateLimit()).isTrue();
    assertThat(statuses.get(1).analysisTimeout()).isEqualTo(Duration.ofMinutes(7));
    assertThat(statuses.get(1).version()).isEmpty();
    assertThat(folder.resolve("ran")).doesNotExist();
    assertThat(statuses).extracting(AgentStatus::writes).containsExactly(false, true, false, false);
    assertThat(statuses.get(0).whyNotWriting())
        .contains("it is the built-in analyst and cannot write");
    assertThat(statuses.get(3).whyNotWriting()).isEqualTo(statuses.get(3).reason());
    RosterActivitiesImpl inMemory =
        new RosterActivitiesImpl(
            roster.configuration(), roster.environment(), roster.programs(), true);
    assertThat(inMemory.list(List.of("mine")).agents().get(0).whyNotWriting())
        .contains("the server in memory would lose the work when this command ends");
    assertThat(statuses.get(1).executionTimeout()).isEqualTo(Duration.ofHours(1));
    assertThat(statuses.get(3).executionTimeout()).isEqualTo(Duration.ofMinutes(30));
    assertThat(statuses.get(2).reason().orElseThrow()).contains("agents.no-such-agent.argv");
    assertThat(statuses.get(3).reason().orElseThrow()).contains("agents.opencode.binary");
    assertThat(statuses.get(3).planningTimeout()).isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void a_custom_agent_can_write_if_its_write_program_exists() throws Exception {
    String mine = script("mine", "echo").toString();
    Map<String, Object> reads = Map.of("argv", List.of(mine), "write", true);
    Map<String, Object> lacks =
        Map.of("argv", List.of(mine), "write", true, "write_argv", List.of(mine + "-gone"));
    RosterActivitiesImpl roster =
        new RosterActivitiesImpl(
            WireMapper.get()
                .convertValue(
                    Map.of("sandbox", "off", "agents", Map.of("reads", reads, "lacks", lacks)),
                    Configuration.class),
            Map.of("PATH", "/usr/bin:/bin"),
            new Programs(),
            false);

    List<AgentStatus> statuses = roster.list(List.of("reads", "lacks")).agents();

    assertThat(statuses).allMatch(status -> status.usable() && !status.writes());
    assertThat(statuses.get(0).whyNotWriting().orElseThrow()).contains("agents.reads.write_argv");
    assertThat(statuses.get(1).whyNotWriting().orElseThrow()).contains("mine-gone\" not found");
  }

  @Test
  void a_programs_version_is_queried_once() throws Exception {
    Path program = script("an agent", "echo x >> '" + folder + "/log'; echo agent 3.14.0-b");
    Map<String, String> environment = Map.of("PATH", "/nowhere:" + folder);
    Programs programs = new Programs();

    assertThat(programs.version(program, environment)).contains("3.14.0-b");
    assertThat(programs.version(program, environment)).contains("3.14.0-b");
    assertThat(folder.resolve("log")).hasContent("x");
  }

  private Path script(String name, String script) throws Exception {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
