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
 * What an analysis is started with.
 *
 * @param mode empty when the topic decides
 * @param perspectives empty when the topic decides
 * @param concurrency most calls at a time
 * @param gateTimeout after which the discussion is concluded by itself; empty to wait without end
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
