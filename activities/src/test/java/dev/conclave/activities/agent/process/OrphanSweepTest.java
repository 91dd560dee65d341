package dev.conclave.activities.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.agent.process.CallFolder.StartedCall;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.activities.document.PathLock;
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
  private final List<CallFolder> spools = new ArrayList<>();

  @AfterEach
  void leave_nothing_behind() throws Exception {
    for (CallFolder spool : spools) {
      new ProcessTree(spool.process().orElse(null), null, spool.marker()).kill();
    }
  }

  @Test
  void only_orphaned_calls_are_ended() throws Exception {
    ProcessIdentity wanted = running("wanted");
    ProcessIdentity orphan = running("orphan");
    OrphanSweep sweep = new OrphanSweep(new DataFolder(folder));
    for (CallFolder spool : spools) {
      Files.createDirectories(spool.path().resolve("home/.cli"));
      Files.writeString(spool.path().resolve("home/.cli/auth.json"), "{}");
    }

    List<StartedCall> ended = sweep.sweep((call, asker) -> call.callId().equals("wanted"));

    assertThat(ended).extracting(StartedCall::callId).containsExactly("orphan");
    assertThat(orphan.isAlive()).isFalse();
    assertThat(wanted.isAlive()).isTrue();
    assertThat(spools.get(0).path().resolve("home/.cli/auth.json")).exists();
    assertThat(spools.get(1).path().resolve("home")).doesNotExist();
    assertThat(sweep.running()).extracting(StartedCall::callId).containsExactly("wanted");
    assertThat(spools.get(1).ending()).isEqualTo(CallEnding.killed(CallEnding.Reason.ORPHANED));
  }

  @Test
  void a_call_held_by_an_attempt_on_this_host_is_left_alone() throws Exception {
    ProcessIdentity held = running("held");
    try (PathLock lock = spools.get(0).tryLock().orElseThrow()) {
      assertThat(spools.get(0).tryLock()).isEmpty();

      assertThat(new OrphanSweep(new DataFolder(folder)).sweep((call, asker) -> false)).isEmpty();
    }
    assertThat(held.isAlive()).isTrue();
  }

  @Test
  void the_latest_activity_waiting_for_a_call_is_reported() throws Exception {
    running("adopted");
    spools.get(0).noteWaiting(new WaitingActivity("run-1", "a1"));
    spools.get(0).noteWaiting(new WaitingActivity("run-2", "a7"));
    OrphanSweep sweep = new OrphanSweep(new DataFolder(folder));
    List<WaitingActivity> told = new ArrayList<>();

    sweep.sweep((call, asker) -> told.add(asker.orElseThrow()));

    assertThat(told).containsExactly(new WaitingActivity("run-2", "a7"));
    assertThat(sweep.activities()).containsExactly(new WaitingActivity("run-2", "a7"));
  }

  @Test
  void an_old_spool_is_removed_unless_it_runs_or_its_result_may_be_needed() throws Exception {
    ProcessIdentity process = running("running");
    CallFolder running = spools.get(0);
    CallFolder held = finished("held", 1);
    CallFolder needed = finished("needed", 1);
    CallFolder old = finished("old", 1);
    CallFolder never = CallFolder.open(data(), key("never began"));
    CallFolder fresh = finished("fresh", 1);
    for (CallFolder spool : List.of(running, held, needed, old, never)) {
      age(spool, Duration.ofDays(31));
    }

    try (PathLock lock = held.tryLock().orElseThrow()) {
      int removed =
          new OrphanSweep(data())
              .trim(
                  Duration.ofDays(30),
                  Long.MAX_VALUE,
                  (call, asker) -> call.callId().equals("needed"));
      assertThat(removed).isEqualTo(2);
    }

    assertThat(old.path()).doesNotExist();
    assertThat(never.path()).doesNotExist();
    assertThat(List.of(running, held, needed, fresh))
        .allSatisfy(spool -> assertThat(spool.path()).isDirectory());
    assertThat(process.isAlive()).isTrue();
    assertThat(needed.result(Map.class)).isPresent();
  }

  @Test
  void a_spool_that_cannot_be_removed_does_not_block_the_next_ones() throws Exception {
    CallFolder stuck = finished("stuck", 1);
    Files.createDirectory(stuck.path().resolve("lock"));
    Files.setLastModifiedTime(
        stuck.path(), FileTime.from(Instant.now().minus(Duration.ofDays(31))));
    CallFolder old = finished("old", 1);
    age(old, Duration.ofDays(32));

    int removed =
        new OrphanSweep(data()).trim(Duration.ofDays(30), Long.MAX_VALUE, (call, by) -> false);

    assertThat(removed).isOne();
    assertThat(stuck.path()).isDirectory();
    assertThat(old.path()).doesNotExist();
  }

  @Test
  void spools_over_the_size_limit_are_removed_oldest_first_with_unfinished_floods()
      throws Exception {
    CallFolder flood = spool("flooded, and its session was ended meanwhile");
    Files.write(flood.stdout(), new byte[8 << 20]);
    age(flood, Duration.ofHours(5));
    List<CallFolder> calls = new ArrayList<>();
    for (int hours = 1; hours <= 4; hours++) {
      CallFolder call = finished("call " + hours, 300 << 10);
      age(call, Duration.ofHours(hours));
      calls.add(call);
    }

    int removed = new OrphanSweep(data()).trim(Duration.ofDays(30), 1 << 20, (call, by) -> false);

    assertThat(removed).isEqualTo(2);
    assertThat(flood.path()).doesNotExist();
    assertThat(calls)
        .extracting(call -> Files.exists(call.path()))
        .containsExactly(true, true, true, false);
  }

  private ProcessIdentity running(String id) throws Exception {
    return Spools.start(
        spool(id),
        List.of("/bin/sleep", "300"),
        Map.of("PATH", "/usr/bin:/bin"),
        folder,
        PidNamespace.ofHost());
  }

  private CallFolder finished(String id, int promptBytes) throws Exception {
    CallFolder spool = spool(id);
    Files.write(spool.path().resolve("prompt"), new byte[promptBytes]);
    spool.finish(Map.of("done", true));
    return spool;
  }

  private static void age(CallFolder spool, Duration untouched) throws Exception {
    spool.tryLock().orElseThrow().close(); // its file has existed since the first attempt
    Files.setLastModifiedTime(spool.path(), FileTime.from(Instant.now().minus(untouched)));
  }

  private DataFolder data() {
    return new DataFolder(folder);
  }

  private static CallKey key(String id) {
    return CallKey.of("default", "MCP-x", id.getBytes(StandardCharsets.UTF_8));
  }

  private CallFolder spool(String id) throws Exception {
    CallFolder spool = CallFolder.open(data(), key(id));
    spool.noteCall(Spools.call(id), "");
    spools.add(spool);
    assertThat(spool.process()).isEqualTo(Optional.empty());
    return spool;
  }
}
