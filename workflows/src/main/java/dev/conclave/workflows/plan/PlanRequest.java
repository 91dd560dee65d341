package dev.conclave.workflows.plan;

import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionTrust;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a planning session is started with.
 *
 * @param task the user's words, at most {@link #MAX_TASK_BYTES}
 * @param toolsNamed whether the user named them: then they and {@code direct} may stand in beside
 *     {@code fallback}
 * @param moderator who moderates; the first usable agent when nobody is named
 * @param maxRounds 1 to 10
 * @param contextBytes bound on what one prompt says of the code
 * @param editable as of the {@link dev.conclave.workflows.context.ContextRequest} that it comes to
 *     with {@link ContextDepth#FULL}; the same of {@code sources}
 */
public record PlanRequest(
    String task,
    WorkspaceSpec workspace,
    List<String> tools,
    boolean toolsNamed,
    List<String> fallback,
    Optional<String> moderator,
    int maxRounds,
    DiscussionMode mode,
    boolean autoExecute,
    boolean yes,
    boolean saveContext,
    BudgetLimits budget,
    Optional<Deadline> deadline,
    List<String> languages,
    int contextBytes,
    boolean searchAttributes,
    ContextDepth context,
    List<String> editable,
    List<String> sources,
    String by,
    Optional<SessionTrust> trust)
    implements SessionRequest {

  public static final int MAX_ROUNDS_IN_ALL = 20;

  @Override
  public SessionKind kind() {
    return SessionKind.PLAN;
  }

  @Override
  public String manner() {
    return Words.of(mode) + ", at most " + Words.counted(maxRounds, "round");
  }

  @Override
  public boolean approvesItself() {
    return autoExecute || SessionRequest.super.approvesItself();
  }

  @Override
  public SessionRequest attended() {
    return WireMapper.with(this, Map.of("auto_execute", false, "yes", false));
  }
}
