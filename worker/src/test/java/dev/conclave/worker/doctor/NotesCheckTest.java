package dev.conclave.worker.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.worker.doctor.Finding.State;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotesCheckTest {
  @TempDir Path root;
  private Patient patient;

  @BeforeEach
  void prepare() {
    patient = new Patient(root);
  }

  @Test
  void a_note_whose_pid_belongs_to_another_process_by_now_is_stale_and_fix_removes_it()
      throws IOException {
    ProcessIdentity us = us();
    Path note =
        note(
            "worker",
            new ProcessIdentity(
                us.pid(),
                us.startTicks() + 1,
                us.bootId(),
                us.started().map(at -> at.plusSeconds(1))));

    Finding stale = patient.finding("worker note");
    assertThat(stale.state()).isEqualTo(State.DOUBTFUL);
    assertThat(stale.mendable()).isTrue();
    assertThat(stale.detail()).contains("pid " + us.pid(), "ended without being asked");

    assertThat(patient.mended().mended())
        .containsExactly("Removed the note of a worker that runs no more: " + note + ".");
    assertThat(note).doesNotExist();
    assertThat(ProcessHandle.of(us.pid())).isPresent();
  }

  @Test
  void a_note_from_before_the_machine_was_started_anew_is_stale() throws IOException {
    ProcessIdentity us = us();
    note("server", new ProcessIdentity(us.pid(), us.startTicks(), "another boot", us.started()));

    assertThat(patient.finding("server note").detail())
        .isEqualTo("started 2026-11-20T08:00:00Z, before the machine was started anew");
  }

  @Test
  void a_note_of_a_process_that_runs_stays() throws IOException {
    Path note = note("up", us());

    assertThat(patient.mended().mended()).isEmpty();

    assertThat(note).exists();
  }

  @Test
  void a_note_that_was_cut_off_by_a_full_disk_disturbs_nobody() throws IOException {
    patient.file("data of 张三/server/server.json", "{\"process\": {\"pid\"");

    assertThat(patient.examined().findings()).noneMatch(f -> f.subject().endsWith(" note"));
  }

  private Path note(String name, ProcessIdentity process) throws IOException {
    return patient.file(
        "data of 张三/server/" + name + ".json",
        WireMapper.get()
            .writeValueAsString(
                Map.of(
                    "process",
                    process,
                    "address",
                    "127.0.0.1:9",
                    "program",
                    "conclave",
                    "since",
                    Instant.parse("2026-11-20T08:00:00Z"))));
  }

  private static ProcessIdentity us() {
    return ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow();
  }
}
