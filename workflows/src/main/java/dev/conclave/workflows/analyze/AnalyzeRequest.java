package dev.conclave.workflows.analyze;

import dev.conclave.workflows.api.WorkspaceSpec;
import dev.conclave.workflows.config.BudgetLimits;
import dev.conclave.workflows.gate.AnalysisMode;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.session.SessionRequest;
import java.util.List;
import java.util.Optional;

/**
 * What an analysis is started with.
 *
 * @param task the topic, in the user's words
 * @param tools agents that are asked first, in order
 * @param mode empty when the topic decides
 * @param perspectives empty when the topic decides
 * @param yes answer every gate
 * @param by who started it
 */
public record AnalyzeRequest(
    String task,
    WorkspaceSpec workspace,
    List<String> tools,
    boolean toolsNamed,
    List<String> fallback,
    Optional<AnalysisMode> mode,
    List<String> perspectives,
    boolean yes,
    BudgetLimits budget,
    Optional<Deadline> deadline,
    List<String> languages,
    int contextBytes,
    boolean searchAttributes,
    String by)
    implements SessionRequest {}
