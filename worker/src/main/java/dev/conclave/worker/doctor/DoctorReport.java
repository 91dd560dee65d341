package dev.conclave.worker.doctor;

import dev.conclave.workflows.api.AgentStatus;
import java.util.List;

/**
 * What {@code conclave doctor} found, as {@code docs/schemas/commands/doctor.schema.json} tells it.
 *
 * @param version of Conclave
 * @param usable whether sessions can run
 * @param mended what {@code --fix} did, a sentence each
 * @param failed what {@code --fix} tried in vain, a sentence each
 * @param findings the most basic first
 */
public record DoctorReport(
    String version,
    boolean usable,
    List<String> mended,
    List<String> failed,
    List<Finding> findings) {

  public DoctorReport {
    mended = List.copyOf(mended);
    failed = List.copyOf(failed);
    findings = List.copyOf(findings);
  }

  /** Whether sessions would ask nobody but the built-in analyst. */
  public boolean directAlone() {
    return findings.stream()
        .filter(finding -> finding.subject().startsWith(AgentCheck.SUBJECT))
        .filter(finding -> !finding.subject().equals(AgentCheck.SUBJECT + AgentStatus.DIRECT))
        .noneMatch(finding -> finding.state() == Finding.State.OK);
  }
}
