package dev.conclave.workflows.plan;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionTerms;
import dev.conclave.workflows.text.Words;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The input of a planning session.
 *
 * @param moderator defaults to the first usable agent
 * @param maxRounds 1 to 10
 * @param contextOf id of a session whose context is reused instead of exploring again
 * @param editable passed to the {@link dev.conclave.workflows.context.ContextRequest} with {@link
 *     ContextDepth#FULL}, as is {@code sources}
 */
@RecordBuilder
public record PlanRequest(
    @JsonUnwrapped SessionTerms terms,
    Optional<String> moderator,
    int maxRounds,
    DiscussionMode mode,
    boolean autoExecute,
    boolean saveContext,
    ContextDepth context,
    @Nullable String contextOf,
    List<String> editable,
    List<String> sources)
    implements SessionRequest, PlanRequestBuilder.With {

  public static final int MAX_ROUNDS_IN_ALL = 20;

  @Override
  public KindSpec kind() {
    return PlanState.KIND;
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
  public PlanRequest with(SessionTerms others) {
    return withTerms(others);
  }

  @Override
  public PlanRequest attended() {
    return withTerms(terms.withYes(false)).withAutoExecute(false);
  }
}
