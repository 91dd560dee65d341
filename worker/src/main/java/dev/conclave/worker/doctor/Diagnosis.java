package dev.conclave.worker.doctor;

import java.io.IOException;
import java.util.Optional;

/**
 * A finding, and how we can mend it ourselves without harm.
 *
 * @param remedy absent when there is nothing to mend, or when only the user can
 */
record Diagnosis(Finding finding, Optional<Remedy> remedy) {

  /** Mends one thing. Loses nothing that cannot be made again. */
  interface Remedy {

    /**
     * Mends.
     *
     * @return a sentence that says what was done
     * @throws IOException when the disk refuses
     */
    String apply() throws IOException;
  }

  static Diagnosis of(Finding finding) {
    return new Diagnosis(finding, Optional.empty());
  }

  static Diagnosis mendable(Finding finding, Remedy remedy) {
    return new Diagnosis(finding.byDoctor(), Optional.of(remedy));
  }
}
