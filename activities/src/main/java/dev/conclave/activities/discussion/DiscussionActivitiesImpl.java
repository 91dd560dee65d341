package dev.conclave.activities.discussion;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.activities.discussion.evidence.TreeFacts;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.DiscussionActivities;
import dev.conclave.workflows.discussion.RoundRequest;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.host.FailureTypes;
import dev.conclave.workflows.wire.WireMapper;
import dev.conclave.workflows.workspace.Workspace;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The rules of a round over the documents and the trees of this host. Thread-safe.
 *
 * <p>The same request always gives the same synthesis and the same document.
 */
public final class DiscussionActivitiesImpl implements DiscussionActivities {
  private final DocumentStore documents;
  private final BiFunction<Workspace, String, TreeFacts> trees;

  /**
   * Rules over this host.
   *
   * @param documents where analyses are and the record of the round is put
   * @param trees facts of a workspace's tree, by its tree id; closed after each round
   */
  public DiscussionActivitiesImpl(
      DocumentStore documents, BiFunction<Workspace, String, TreeFacts> trees) {
    this.documents = documents;
    this.trees = trees;
  }

  @Override
  public Synthesis synthesize(RoundRequest request) {
    List<Analysis> analyses = request.analyses().stream().map(this::analysis).toList();
    try (TreeFacts tree = trees.apply(request.workspace(), request.tree())) {
      RoundFindings findings = Synthesizer.synthesize(new RoundInputs(request, analyses, tree));
      return findings.synthesis(documents.put(json(findings.record())));
    }
  }

  private Analysis analysis(DocumentRef document) {
    try {
      return WireMapper.get().readValue(documents.text(document), Analysis.class);
    } catch (JsonProcessingException unreadable) {
      throw ApplicationFailure.newNonRetryableFailureWithCause(
          "document " + document.digest() + " is no analysis: " + unreadable.getOriginalMessage(),
          FailureTypes.ANALYSIS_UNREADABLE,
          unreadable);
    }
  }

  private static String json(SynthesisRecord record) {
    try {
      return WireMapper.get().writeValueAsString(record);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a round's record could not be written as JSON", impossible);
    }
  }
}
