package dev.conclave.workflows.analyze;

import dev.conclave.workflows.gate.Answer.AnalysisMode;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionTrust;
import dev.conclave.workflows.text.Words;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What an analysis is started with.
 *
 * @param mode empty when the topic decides
 * @param perspectives empty when the topic decides
 * @param concurrency most calls at a time
 * @param gateTimeout after which the discussion is concluded by itself; empty to wait without end
 */
public record AnalyzeRequest(
    String task,
    WorkspaceSpec workspace,
    List<String> tools,
    boolean toolsNamed,
    List<String> fallback,
    Optional<AnalysisMode> mode,
    List<String> perspectives,
    int concurrency,
    boolean yes,
    BudgetLimits budget,
    Optional<Deadline> deadline,
    Optional<Duration> gateTimeout,
    List<String> languages,
    int contextBytes,
    boolean searchAttributes,
    String by,
    Optional<SessionTrust> trust)
    implements SessionRequest {
  @Override
  public SessionKind kind() {
    return SessionKind.ANALYZE;
  }

  @Override
  public String manner() {
    return "at most " + Words.counted(concurrency, "call") + " at a time";
  }
}
