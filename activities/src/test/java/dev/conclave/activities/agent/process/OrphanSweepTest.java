package dev.conclave.activities.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.DataFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrphanSweepTest {
  @TempDir Path folder;
  private final List<Spool> spools = new ArrayList<>();

  @AfterEach
  void leave_nothing_behind() throws Exception {
    for (Spool spool : spools) {
      new ProcessTree(spool.process(), spool.marker()).kill();
    }
  }

  @Test
  void only_calls_that_nobody_wants_are_ended() throws Exception {
    ProcessIdentity wanted = running("wanted");
    ProcessIdentity orphan = running("orphan");
    OrphanSweep sweep = new OrphanSweep(new DataFolder(folder));

    List<SpooledCall> ended = sweep.sweep((call, asker) -> call.callId().equals("wanted"));

    assertThat(ended).extracting(SpooledCall::callId).containsExactly("orphan");
    assertThat(orphan.isAlive()).isFalse();
    assertThat(wanted.isAlive()).isTrue();
    assertThat(sweep.running()).extracting(SpooledCall::callId).containsExactly("wanted");
    assertThat(CallWatch.judge(spools.get(1))).isEqualTo(new Ending.Killed(KillReason.ORPHANED));
  }

  @Test
  void a_call_that_an_attempt_of_this_host_holds_is_left_alone() throws Exception {
    ProcessIdentity held = running("held");
    try (SpoolLock lock = SpoolLock.tryTake(spools.get(0)).orElseThrow()) {
      assertThat(SpoolLock.tryTake(spools.get(0))).isEmpty();

      assertThat(new OrphanSweep(new DataFolder(folder)).sweep((call, asker) -> false)).isEmpty();
    }
    assertThat(held.isAlive()).isTrue();
  }

  @Test
  void who_asked_for_a_call_is_told_and_the_last_one_counts() throws Exception {
    running("adopted");
    spools.get(0).noteAsker(new Asker("run-1", "a1"));
    spools.get(0).noteAsker(new Asker("run-2", "a7"));
    OrphanSweep sweep = new OrphanSweep(new DataFolder(folder));
    List<Asker> told = new ArrayList<>();

    sweep.sweep((call, asker) -> told.add(asker.orElseThrow()));

    assertThat(told).containsExactly(new Asker("run-2", "a7"));
    assertThat(sweep.askers()).containsExactly(new Asker("run-2", "a7"));
  }

  @Test
  void old_spools_are_removed_and_running_ones_are_kept() throws Exception {
    running("old-but-running");
    Spool old = spool("old");
    old.finish(Map.of("done", true));
    Spool fresh = spool("fresh");
    fresh.finish(Map.of("done", true));
    FileTime longAgo = FileTime.from(Instant.now().minus(Duration.ofDays(30)));
    Files.setLastModifiedTime(old.folder(), longAgo);
    Files.setLastModifiedTime(spools.get(0).folder(), longAgo);

    int removed = new OrphanSweep(new DataFolder(folder)).prune(Duration.ofDays(14));

    assertThat(removed).isEqualTo(1);
    assertThat(old.folder()).doesNotExist();
    assertThat(fresh.folder()).exists();
    assertThat(spools.get(0).folder()).exists();
  }

  @Test
  void without_a_spool_there_is_nothing_to_sweep() throws Exception {
    OrphanSweep sweep = new OrphanSweep(new DataFolder(folder.resolve("nothing here")));

    assertThat(sweep.sweep((call, asker) -> false)).isEmpty();
    assertThat(sweep.prune(Duration.ZERO)).isZero();
  }

  private ProcessIdentity running(String id) throws Exception {
    return Launcher.start(
        spool(id), List.of("/bin/sleep", "300"), Map.of("PATH", "/usr/bin:/bin"), folder);
  }

  private Spool spool(String id) throws Exception {
    CallKey key = CallKey.of("default", "MCP-x", id.getBytes(StandardCharsets.UTF_8));
    Spool spool = Spool.open(new DataFolder(folder), key);
    spool.noteCall(Spools.call(id), "run-1", "");
    spools.add(spool);
    assertThat(spool.process()).isEqualTo(Optional.empty());
    return spool;
  }
}
