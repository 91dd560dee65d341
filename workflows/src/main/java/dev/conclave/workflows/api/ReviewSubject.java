package dev.conclave.workflows.api;

import java.util.List;

/**
 * The subject of a review.
 *
 * @param criteria goals of the change; each is voted on
 * @param constraints that the user set for the change
 * @param writers agents that wrote the change: their disagreement alone does not refute a finding
 */
public record ReviewSubject(
    Change change, List<String> criteria, List<String> constraints, List<String> writers) {
  /** Returns a subject about which nothing else is known. */
  public static ReviewSubject of(Change change) {
    return new ReviewSubject(change, List.of(), List.of(), List.of());
  }
}
