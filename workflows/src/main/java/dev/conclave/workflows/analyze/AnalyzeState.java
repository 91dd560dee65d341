package dev.conclave.workflows.analyze;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.UiPages;
import dev.conclave.workflows.temporal.Words;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.Optional;

/** Everything that an analysis knows. */
public final class AnalyzeState extends SessionState<AnalyzePhase> {
  private static final int SHOWN = 1_000;

  private AnalyzeRequest request;
  Optional<TopicConfiguration> configuration = Optional.empty();
  Optional<String> configuredBy = Optional.empty();

  /** A session before its first phase. */
  @JsonCreator
  public AnalyzeState(
      @JsonProperty("session") String session,
      @JsonProperty("request") AnalyzeRequest request,
      @JsonProperty("created_at") Instant createdAt) {
    super(session, request, createdAt, AnalyzePhase.INITIALIZING);
    this.request = request;
  }

  /** The state of the run that calls this: a new session's, or the carried one. */
  static AnalyzeState of(AnalyzeInput input) {
    if (input.carried().isEmpty()) {
      return new AnalyzeState(Workflow.getInfo().getWorkflowId(), input.request(), now());
    }
    AnalyzeState state = input.carried().get();
    state.request = input.request();
    state.goOn(Workflow.getInfo().getContinuedExecutionRunId().isEmpty());
    return state;
  }

  @Override
  public SessionKind kind() {
    return SessionKind.ANALYZE;
  }

  @Override
  public AnalyzeRequest request() {
    return request;
  }

  @Override
  public int round() {
    return 0;
  }

  /** How the topic is analyzed; empty before it was looked at. */
  public Optional<TopicConfiguration> configuration() {
    return configuration;
  }

  /** The agent that configured it, or {@code rules}. */
  public Optional<String> configuredBy() {
    return configuredBy;
  }

  @Override
  public String details() {
    StringBuilder text = new StringBuilder();
    Optional<Gate> open = gates().open();
    text.append("### ")
        .append(
            open.map(gate -> "awaits " + Words.of(gate.type())).orElseGet(() -> Words.of(phase())))
        .append("\n\n");
    configuration.ifPresent(
        set -> text.append(UiPages.plain(set.sentence(), SHOWN)).append("\n\n"));
    ending().ifPresent(said -> text.append(UiPages.plain(said, SHOWN)).append("\n\n"));
    open.ifPresent(
        gate -> text.append("Answer with `conclave answer ").append(session()).append("`\n\n"));
    return text.append(UiPages.END).toString();
  }
}
