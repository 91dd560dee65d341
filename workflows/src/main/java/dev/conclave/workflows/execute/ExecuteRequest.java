package dev.conclave.workflows.execute;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.conclave.workflows.api.ExecutionActivities.Way;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionTerms;
import dev.conclave.workflows.text.Words;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The input of an execution.
 *
 * @param of the id of the planning session; empty for a plan from a file
 * @param plan the plan, at most 64 KiB
 * @param bounds the user's limits for the plan
 * @param planTree the tree that the plan was checked against; empty if unknown
 * @param why the decision in Markdown, with the rejected options; at most 4 KiB
 * @param context the context package of the plan; null if there is none
 * @param writers the writing agents, in order of preference
 * @param reviewers null for the default, empty for no review
 * @param setup command lines from {@code --setup}
 * @param checks command lines from {@code --check}
 * @param allowCommands whether all commands of the plan and the repository may run
 * @param acceptDrift whether files of the plan may have changed since planning
 * @param uncommitted whether uncommitted changes are delivered too
 * @param parallel the maximum number of parallel tasks, at least 1
 * @param branch the branch name; empty for {@code conclave/…}
 * @param deliver how to deliver when unattended; null to keep the branch
 */
@RecordBuilder
public record ExecuteRequest(
    @JsonUnwrapped SessionTerms terms,
    String of,
    Plan plan,
    PlanTerms bounds,
    String planTree,
    String why,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable DocumentRef context,
    List<String> writers,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<String> reviewers,
    List<String> setup,
    List<String> checks,
    boolean allowCommands,
    boolean acceptDrift,
    boolean uncommitted,
    int parallel,
    String branch,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Way deliver)
    implements SessionRequest, ExecuteRequestBuilder.With {
  public static final int PARALLEL = 2;

  /** Returns the execution of a plan, with defaults for everything else. */
  public static ExecuteRequest of(SessionTerms terms, String of, Plan plan, PlanTerms bounds) {
    return new ExecuteRequest(
        terms, of, plan, bounds, "", "", null, List.of(), null, List.of(), List.of(), false, false,
        false, PARALLEL, "", null);
  }

  @Override
  public KindSpec kind() {
    return ExecuteState.KIND;
  }

  @Override
  public String manner() {
    return "at most " + Words.counted(parallel, "task") + " at a time";
  }

  @Override
  public ExecuteRequest with(SessionTerms others) {
    return withTerms(others);
  }

  /** Never: its repository is on its host. */
  @Override
  public boolean mayMove() {
    return false;
  }

  /** All agents that may be asked: writers, reviewers, and the session's own. */
  @Override
  public List<String> agents() {
    Set<String> all = new LinkedHashSet<>(writers);
    if (reviewers != null) {
      all.addAll(reviewers);
    }
    all.addAll(SessionRequest.super.agents());
    all.remove(AgentStatus.DIRECT);
    return List.copyOf(all);
  }

  /**
   * The fallbacks without the built-in analyst, which has no model and neither writes nor reviews.
   */
  @Override
  public List<String> chain() {
    return SessionRequest.super.chain().stream()
        .filter(agent -> !agent.equals(AgentStatus.DIRECT))
        .toList();
  }

  /** The agents that may write, in order of preference. */
  List<String> allWriters() {
    Set<String> ordered = new LinkedHashSet<>(writers.isEmpty() ? tools() : writers);
    ordered.addAll(chain());
    ordered.remove(AgentStatus.DIRECT);
    return new ArrayList<>(ordered);
  }
}
