package dev.conclave.activities.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.tool.Tool;
import dev.conclave.workflows.config.DataFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTreeTest {
  @TempDir Path folder;
  private Optional<CallFolder> spool = Optional.empty();

  @AfterEach
  void leave_nothing_behind() throws Exception {
    if (spool.isPresent()) {
      new ProcessTree(spool.get().process().orElse(null), null, spool.get().marker()).kill();
    }
  }

  @Test
  void a_child_that_ignores_term_and_a_detached_grandchild_are_both_ended() throws Exception {
    assumeTrue(ProcessIdentity.onLinux(), "skipped: no /proc, so nothing finds a grandchild");
    Tool.needed("setsid");
    ProcessIdentity wrapper =
        start("trap '' TERM; setsid sh -c 'trap \"\" TERM; sleep 300' & sleep 300; sleep 300");
    awaitProcesses(4);

    List<ProcessIdentity> survivors = tree(wrapper).kill();

    assertThat(survivors).isEmpty();
    assertThat(tree(wrapper).alive()).isEmpty();
  }

  @Test
  void an_orphan_without_parents_is_found_by_its_marker() throws Exception {
    assumeTrue(ProcessIdentity.onLinux(), "skipped: no /proc");
    Tool.needed("setsid");
    ProcessIdentity wrapper = start("setsid sleep 300 >/dev/null 2>&1 </dev/null & exit 0");
    awaitGone(wrapper);
    assertThat(tree(wrapper).alive()).hasSize(1);

    assertThat(tree(wrapper).kill()).isEmpty();

    assertThat(tree(wrapper).alive()).isEmpty();
  }

  @Test
  void a_pid_with_another_start_time_is_another_process() throws Exception {
    ProcessIdentity wrapper = start("sleep 300");
    ProcessIdentity earlier =
        new ProcessIdentity(
            wrapper.pid(), wrapper.startTicks() - 1, wrapper.bootId(), Instant.EPOCH);

    assertThat(wrapper.isAlive()).isTrue();
    assertThat(earlier.isAlive()).isFalse();
  }

  private ProcessIdentity start(String script) throws Exception {
    CallFolder opened =
        CallFolder.open(
            new DataFolder(folder),
            CallKey.of("default", "MCP-x", script.getBytes(StandardCharsets.UTF_8)));
    spool = Optional.of(opened);
    opened.noteCall(Spools.call("c1"), "");
    Map<String, String> environment = Map.of("PATH", "/usr/bin:/bin");
    return Spools.start(
        opened,
        List.of("/bin/sh", "-c", script),
        environment,
        folder,
        PidNamespace.none("so that only parents and the marker are left to find them by"));
  }

  private ProcessTree tree(ProcessIdentity wrapper) {
    return new ProcessTree(wrapper, null, spool.orElseThrow().marker());
  }

  private void awaitProcesses(int count) throws Exception {
    Instant deadline = Instant.now().plus(Duration.ofMinutes(3));
    ProcessTree all = new ProcessTree(null, null, spool.orElseThrow().marker());
    while (all.alive().size() < count && Instant.now().isBefore(deadline)) {
      Thread.sleep(20);
    }
    assertThat(all.alive()).hasSizeGreaterThanOrEqualTo(count);
  }

  private static void awaitGone(ProcessIdentity process) throws Exception {
    Instant deadline = Instant.now().plus(Duration.ofMinutes(3));
    while (process.isAlive() && Instant.now().isBefore(deadline)) {
      Thread.sleep(20);
    }
    assertThat(process.isAlive()).isFalse();
  }
}
