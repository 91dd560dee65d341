package dev.conclave.worker.doctor;

import dev.conclave.activities.agent.cli.Programs;
import dev.conclave.worker.Surroundings;
import dev.conclave.workflows.temporal.ProductVersion;
import dev.conclave.workflows.temporal.ServerException;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Looks at everything that a session on this host may need; asks no agent. */
public final class Doctor {
  private final List<Check> checks;

  /**
   * A doctor.
   *
   * @param configurationProblem why the user's configuration cannot be used, when it cannot
   * @param progress takes lines for people
   */
  public Doctor(
      Surroundings around, Optional<String> configurationProblem, Consumer<String> progress) {
    this(checks(around, configurationProblem, progress));
  }

  Doctor(List<Check> checks) {
    this.checks = List.copyOf(checks);
  }

  private static List<Check> checks(
      Surroundings around, Optional<String> configurationProblem, Consumer<String> progress) {
    Programs programs = new Programs();
    return List.of(
        new MachineCheck(around, programs),
        new ConfigurationCheck(around, configurationProblem),
        new FolderCheck(around.folder()),
        new ServerCheck(around),
        new NotesCheck(around.folder()),
        new IndexCheck(around, programs),
        new AgentCheck(around, programs, progress));
  }

  /** Everything, the most basic first. */
  public DoctorReport examine() {
    return report(diagnose(), List.of(), List.of());
  }

  /** Mends what can be mended without harm, then looks again. */
  public DoctorReport mend() {
    List<String> mended = new ArrayList<>();
    List<String> failed = new ArrayList<>();
    for (Diagnosis diagnosis : diagnose()) {
      diagnosis.remedy().ifPresent(remedy -> apply(diagnosis, remedy, mended, failed));
    }
    return report(diagnose(), mended, failed);
  }

  private static void apply(
      Diagnosis diagnosis, Diagnosis.Remedy remedy, List<String> mended, List<String> failed) {
    try {
      mended.add(remedy.apply());
    } catch (IOException | ServerException | StatusRuntimeException e) {
      failed.add(diagnosis.finding().subject() + ": " + reason(e));
    }
  }

  /** One corner that cannot be looked into must not hide the others. */
  private List<Diagnosis> diagnose() {
    List<Diagnosis> all = new ArrayList<>();
    for (Check check : checks) {
      try {
        all.addAll(check.examine());
      } catch (IOException
          | UncheckedIOException
          | ServerException
          | IllegalStateException
          | IllegalArgumentException e) {
        all.add(
            Diagnosis.of(
                Finding.doubtful(
                    check.subject(),
                    "cannot be examined: " + reason(e),
                    "mend what the message names")));
      }
    }
    return all;
  }

  private static DoctorReport report(
      List<Diagnosis> diagnoses, List<String> mended, List<String> failed) {
    List<Finding> findings = diagnoses.stream().map(Diagnosis::finding).toList();
    boolean usable = findings.stream().allMatch(finding -> finding.state().letsRun());
    return new DoctorReport(ProductVersion.get(), usable, mended, failed, findings);
  }

  private static String reason(Exception e) {
    String message = e.getMessage();
    return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
  }
}
