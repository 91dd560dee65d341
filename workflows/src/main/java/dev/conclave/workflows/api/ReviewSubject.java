package dev.conclave.workflows.api;

import java.util.List;

/**
 * What a review is about.
 *
 * @param criteria what the change is to achieve; each is voted on
 * @param writers agents that wrote the change: what they alone disagree with is not refuted
 */
public record ReviewSubject(Change change, List<String> criteria, List<String> writers) {
  /** A change of which nothing more is known. */
  public static ReviewSubject of(Change change) {
    return new ReviewSubject(change, List.of(), List.of());
  }
}
