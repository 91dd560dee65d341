package dev.conclave.workflows.analyze;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.conclave.workflows.gate.Answer.AnalysisMode;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionTerms;
import dev.conclave.workflows.text.Words;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The input of an analysis.
 *
 * @param mode derived from the topic if empty
 * @param perspectives derived from the topic if empty
 * @param concurrency maximum number of parallel calls
 * @param gateTimeout after which the discussion is concluded automatically; empty to wait forever
 */
public record AnalyzeRequest(
    @JsonUnwrapped SessionTerms terms,
    Optional<AnalysisMode> mode,
    List<String> perspectives,
    int concurrency,
    Optional<Duration> gateTimeout)
    implements SessionRequest {
  @Override
  public KindSpec kind() {
    return AnalyzeState.KIND;
  }

  @Override
  public String manner() {
    return "at most " + Words.counted(concurrency, "call") + " at a time";
  }

  @Override
  public AnalyzeRequest with(SessionTerms others) {
    return new AnalyzeRequest(others, mode, perspectives, concurrency, gateTimeout);
  }
}
