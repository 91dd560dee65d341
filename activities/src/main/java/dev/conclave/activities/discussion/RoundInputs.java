package dev.conclave.activities.discussion;

import dev.conclave.activities.discussion.evidence.TreeFacts;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.RoundRequest;
import java.util.List;

/**
 * What a round is synthesized from, documents read.
 *
 * @param analyses those that the request refers to, in any order
 * @param tree facts about the round's tree
 */
public record RoundInputs(RoundRequest request, List<Analysis> analyses, TreeFacts tree) {}
