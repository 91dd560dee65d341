package dev.conclave.workflows.api;

import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Workspace;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;

/** Finds the parts of a tree that are relevant to a task. */
@ActivityInterface
public interface SearchActivities {

  /** Searches, and stores the results as a context package by digest. */
  @ActivityMethod(name = "gatherContext")
  GatheredContext gather(GatherRequest request);

  /**
   * A search for context.
   *
   * @param words a human's later additions: feedback, a new direction
   */
  record GatherRequest(
      String session, String task, List<String> words, Workspace workspace, String tree) {}

  /**
   * Summary of a search.
   *
   * @param patternsDetected names of patterns, at most 20
   * @param backend the one used: {@code ace}, {@code lucene} or {@code walk}
   */
  record GatheredContext(
      DocumentRef context,
      int filesIdentified,
      List<String> patternsDetected,
      int queries,
      String backend,
      List<String> notes) {}
}
