package dev.conclave.workflows.discussion;

import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.gate.Clarification;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

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
 * @param concerns of this direction that are put to the human, answered or not; at most eight
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
    List<Concern> concerns,
    DocumentRef document) {
  public Synthesis {
    // A round that was over before places were counted has none.
    places = places == null ? CitedPlaces.NONE : places;
    prose = prose == null ? List.of() : prose;
    concerns = concerns == null ? List.of() : concerns;
  }

  /** Of a round in which every agent replied in the form that was asked for, without concern. */
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
        List.of(),
        document);
  }

  /**
   * The same with the disagreements settled whose question has an answer by now.
   *
   * @param answers to a question, if there is one
   */
  public Synthesis settledBy(Function<String, Optional<Clarification>> answers) {
    return with(
        crossVerification.with(
            crossVerification.disagreements().stream()
                .map(
                    one ->
                        one.open() && !one.question().isEmpty()
                            ? answers.apply(one.question()).map(one::settledBy).orElse(one)
                            : one)
                .toList()));
  }

  private Synthesis with(CrossVerification verified) {
    return new Synthesis(
        round,
        verified,
        solutions,
        alsoConsidered,
        convergence,
        questions,
        findings,
        places,
        prose,
        degraded,
        concerns,
        document);
  }

  /** A solution and what is put to the human: that holds for whichever is chosen. */
  public Solution concerned(Solution solution) {
    return solution.concerned(concerns.stream().map(Concern::text).toList());
  }
}
