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
  void an_old_spool_goes_whole_unless_its_process_runs_or_somebody_may_look_for_its_result()
      throws Exception {
    ProcessIdentity process = running("running");
    Spool running = spools.get(0);
    Spool held = finished("held", 1);
    Spool needed = finished("needed", 1);
    Spool old = finished("old", 1);
    Spool never = Spool.open(data(), key("never began"));
    Spool fresh = finished("fresh", 1);
    for (Spool spool : List.of(running, held, needed, old, never)) {
      age(spool, Duration.ofDays(31));
    }

    try (SpoolLock lock = SpoolLock.tryTake(held).orElseThrow()) {
      int removed =
          new OrphanSweep(data())
              .trim(
                  Duration.ofDays(30),
                  Long.MAX_VALUE,
                  (call, asker) -> call.callId().equals("needed"));
      assertThat(removed).isEqualTo(2);
    }

    assertThat(old.folder()).doesNotExist();
    assertThat(never.folder()).doesNotExist();
    assertThat(List.of(running, held, needed, fresh))
        .allSatisfy(spool -> assertThat(spool.folder()).isDirectory());
    assertThat(process.isAlive()).isTrue();
    assertThat(needed.result(Map.class)).isPresent();
  }

  @Test
  void a_spool_that_cannot_be_removed_does_not_keep_those_after_it() throws Exception {
    Spool stuck = finished("stuck", 1);
    Files.createDirectory(stuck.lock());
    Files.setLastModifiedTime(
        stuck.folder(), FileTime.from(Instant.now().minus(Duration.ofDays(31))));
    Spool old = finished("old", 1);
    age(old, Duration.ofDays(32));

    int removed =
        new OrphanSweep(data()).trim(Duration.ofDays(30), Long.MAX_VALUE, (call, by) -> false);

    assertThat(removed).isOne();
    assertThat(stuck.folder()).isDirectory();
    assertThat(old.folder()).doesNotExist();
  }

  @Test
  void beyond_the_size_the_oldest_go_first_and_a_flood_of_an_attempt_that_never_ended_with_them()
      throws Exception {
    Spool flood = spool("flooded, and its session was ended meanwhile");
    Files.write(flood.stdout(), new byte[8 << 20]);
    age(flood, Duration.ofHours(5));
    List<Spool> calls = new ArrayList<>();
    for (int hours = 1; hours <= 4; hours++) {
      Spool call = finished("call " + hours, 300 << 10);
      age(call, Duration.ofHours(hours));
      calls.add(call);
    }

    int removed = new OrphanSweep(data()).trim(Duration.ofDays(30), 1 << 20, (call, by) -> false);

    assertThat(removed).isEqualTo(2);
    assertThat(flood.folder()).doesNotExist();
    assertThat(calls)
        .extracting(call -> Files.exists(call.folder()))
        .containsExactly(true, true, true, false);
  }

  @Test
  void a_spool_that_an_attempt_wants_after_all_is_made_anew() throws Exception {
    Spool spool = finished("asked again", 1);
    assertThat(new OrphanSweep(data()).trim(Duration.ZERO, 0, (call, asker) -> false)).isOne();

    Spool again = Spool.open(data(), key("asked again"));
    try (SpoolLock lock = SpoolLock.tryTake(again).orElseThrow()) {
      assertThat(again.folder()).isEqualTo(spool.folder());
      assertThat(again.result(Map.class)).isEmpty();
    }
  }

  @Test
  void without_a_spool_there_is_nothing_to_sweep() throws Exception {
    OrphanSweep sweep = new OrphanSweep(new DataFolder(folder.resolve("nothing here")));

    assertThat(sweep.sweep((call, asker) -> false)).isEmpty();
    assertThat(sweep.trim(Duration.ZERO, 0, (call, asker) -> false)).isZero();
  }

  private ProcessIdentity running(String id) throws Exception {
    return Launcher.start(
        spool(id), List.of("/bin/sleep", "300"), Map.of("PATH", "/usr/bin:/bin"), folder);
  }

  private Spool finished(String id, int promptBytes) throws Exception {
    Spool spool = spool(id);
    Files.write(spool.prompt(), new byte[promptBytes]);
    spool.finish(Map.of("done", true));
    return spool;
  }

  private static void age(Spool spool, Duration untouched) throws Exception {
    SpoolLock.tryTake(spool).orElseThrow().close(); // its file is there since the first attempt
    Files.setLastModifiedTime(spool.folder(), FileTime.from(Instant.now().minus(untouched)));
  }

  private DataFolder data() {
    return new DataFolder(folder);
  }

  private static CallKey key(String id) {
    return CallKey.of("default", "MCP-x", id.getBytes(StandardCharsets.UTF_8));
  }

  private Spool spool(String id) throws Exception {
    Spool spool = Spool.open(data(), key(id));
    spool.noteCall(Spools.call(id), "run-1", "");
    spools.add(spool);
    assertThat(spool.process()).isEqualTo(Optional.empty());
    return spool;
  }
}
