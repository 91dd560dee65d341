package dev.conclave.workflows.discussion;

import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import java.util.Optional;

/**
 * One attempt to get an analysis in a round, as the workflow saw it.
 *
 * @param standsFor the agent of the tools list that it replaces; itself if it is no replacement
 * @param status {@code answered} or the kind of failure
 */
public record AgentRun(
    String agent,
    String standsFor,
    String status,
    Optional<String> reason,
    Optional<Receipt> receipt) {
  public static final String ANSWERED = "answered";

  private static final int REASON = 160;

  public boolean answered() {
    return status.equals(ANSWERED);
  }

  /** Describes the failure: {@code gemini timed out (no sign of life for 600 s)}. */
  public String describe() {
    boolean asked = !status.equals(Words.of(FailureKind.NOT_INSTALLED));
    return describe(
        agent, asked ? status.replace('-', ' ') : "was not available", reason.orElse(""));
  }

  public static String describe(String agent, String how, String why) {
    String shown = Cut.shorten(why, REASON);
    return agent + " " + how + (shown.isEmpty() ? "" : " (" + shown + ")");
  }
}
