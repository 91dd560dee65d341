package dev.conclave.worker.doctor;

import dev.conclave.activities.agent.Programs;
import dev.conclave.worker.HostContext;
import dev.conclave.workflows.temporal.ProductVersion;
import dev.conclave.workflows.temporal.ServerException;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Looks at everything that a session on this host may need; asks no agent. */
public final class Doctor {
  private final Map<String, Check> checks;

  /** Looks at one corner of a host and changes nothing. */
  interface Check {
    List<Diagnosis> examine() throws IOException;
  }

  /**
   * A finding, and how we can mend it ourselves without loss.
   *
   * @param remedy absent when there is nothing to mend, or when only the user can
   */
  record Diagnosis(Finding finding, Optional<Remedy> remedy) {
    static Diagnosis of(Finding finding) {
      return new Diagnosis(finding, Optional.empty());
    }

    static Diagnosis mendable(Finding finding, Remedy remedy) {
      return new Diagnosis(finding.byDoctor(), Optional.of(remedy));
    }
  }

  /** Mends one thing, and says in a sentence what it did. */
  interface Remedy {
    String apply() throws IOException;
  }

  /**
   * A doctor.
   *
   * @param configurationProblem why the user's configuration cannot be used, when it cannot
   * @param progress takes lines for people
   */
  public Doctor(
      HostContext host, Optional<String> configurationProblem, Consumer<String> progress) {
    this(checks(host, configurationProblem, progress));
  }

  /** By what they look at, for when even looking fails; the most basic first. */
  Doctor(Map<String, Check> checks) {
    this.checks = checks;
  }

  private static Map<String, Check> checks(
      HostContext host, Optional<String> configurationProblem, Consumer<String> progress) {
    Programs programs = new Programs();
    HostChecks of = new HostChecks(host, programs);
    Map<String, Check> checks = new LinkedHashMap<>();
    checks.put("machine", of::machine);
    checks.put("configuration", () -> of.configuration(configurationProblem));
    checks.put("data folder", of::folder);
    checks.put("server", new ServerCheck(host)::examine);
    checks.put("index", of::index);
    checks.put("agents", new AgentCheck(host, programs, progress)::examine);
    return checks;
  }

  /** Everything, the most basic first. */
  public DoctorReport examine() {
    return report(diagnose(), List.of(), List.of());
  }

  /** Mends what can be mended without loss, then looks again. */
  public DoctorReport mend() {
    List<String> mended = new ArrayList<>();
    List<String> failed = new ArrayList<>();
    for (Diagnosis diagnosis : diagnose()) {
      try {
        if (diagnosis.remedy().isPresent()) {
          mended.add(diagnosis.remedy().get().apply());
        }
      } catch (IOException | ServerException | StatusRuntimeException e) {
        failed.add(diagnosis.finding().subject() + ": " + reason(e));
      }
    }
    return report(diagnose(), mended, failed);
  }

  /** One corner that cannot be looked into must not hide the others. */
  private List<Diagnosis> diagnose() {
    List<Diagnosis> all = new ArrayList<>();
    checks.forEach(
        (subject, check) -> {
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
                        subject,
                        "cannot be examined: " + reason(e),
                        "mend what the message names")));
          }
        });
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
