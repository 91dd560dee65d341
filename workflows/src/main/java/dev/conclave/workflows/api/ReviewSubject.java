package dev.conclave.workflows.api;

import java.util.List;

/**
 * The subject of a review.
 *
 * @param criteria goals of the change; each is voted on
 * @param writers agents that wrote the change: their disagreement alone does not refute a finding
 */
public record ReviewSubject(Change change, List<String> criteria, List<String> writers) {
  /** Returns a subject without criteria or known writers. */
  public static ReviewSubject of(Change change) {
    return new ReviewSubject(change, List.of(), List.of());
  }
}
