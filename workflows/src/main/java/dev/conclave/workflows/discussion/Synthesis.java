package dev.conclave.workflows.discussion;

import dev.conclave.workflows.document.DocumentRef;
import java.util.List;

/**
 * The outcome of a round, bounded to 128 KiB.
 *
 * @param solutions the best three, best first
 * @param alsoConsidered names and scores of the rest
 * @param questions for the human, at most 4
 * @param findings opaque fingerprints for later rounds' new-insight test, at most 8 KiB
 * @param places what became of the places that were cited
 * @param prose agents of whose replies only lines could be picked out, as they were no JSON
 * @param degraded whether no voter was among the analyses
 * @param document everything, unbounded, for the round's artifact
 */
public record Synthesis(
    int round,
    CrossVerification crossVerification,
    List<Solution> solutions,
    List<String> alsoConsidered,
    Convergence convergence,
    List<String> questions,
    List<String> findings,
    CitedPlaces places,
    List<String> prose,
    boolean degraded,
    DocumentRef document) {
  public Synthesis {
    // A round that was over before places were counted has none.
    places = places == null ? CitedPlaces.NONE : places;
    prose = prose == null ? List.of() : prose;
  }

  /** Of a round in which every agent replied in the form that was asked for. */
  public Synthesis(
      int round,
      CrossVerification crossVerification,
      List<Solution> solutions,
      List<String> alsoConsidered,
      Convergence convergence,
      List<String> questions,
      List<String> findings,
      CitedPlaces places,
      boolean degraded,
      DocumentRef document) {
    this(
        round,
        crossVerification,
        solutions,
        alsoConsidered,
        convergence,
        questions,
        findings,
        places,
        List.of(),
        degraded,
        document);
  }
}
