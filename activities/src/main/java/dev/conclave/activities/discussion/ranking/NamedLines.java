package dev.conclave.activities.discussion.ranking;

import dev.conclave.activities.discussion.CitedPlace;
import dev.conclave.activities.discussion.verification.Proposal;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.wire.StableText;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines that the proposals of one approach name, and how many were found to be there; see
 * docs/discussion.md, section 3.
 */
record NamedLines(int verified, int size) {

  /**
   * Each once an agent. What their agents cite elsewhere bears out something else, and a file
   * without a line may be one to create.
   */
  static NamedLines of(List<Proposal> proposals, Collection<CitedPlace> evidence) {
    Map<String, CitedPlace> cited = new LinkedHashMap<>();
    for (CitedPlace place : evidence) {
      if (place.source() == CitedPlace.Source.APPROACH
          && place.line() > 0
          && isNamed(place, proposals)) {
        cited.merge(
            place.agent() + "\0" + place.file() + "\0" + place.line(),
            place,
            (one, other) -> one.verdict().compareTo(other.verdict()) <= 0 ? one : other);
      }
    }
    long verified =
        cited.values().stream().filter(place -> place.verdict() == Evidence.VERIFIED).count();
    return new NamedLines((int) verified, cited.size());
  }

  private static boolean isNamed(CitedPlace place, List<Proposal> proposals) {
    return proposals.stream()
        .filter(proposal -> proposal.agent().equals(place.agent()))
        .flatMap(proposal -> proposal.approach().affectedFiles().stream())
        .anyMatch(
            file ->
                file.file().equals(place.file())
                    && file.line() == place.line()
                    && file.reason().equals(place.claim()));
  }

  /** In words. */
  String borneOut() {
    return size == 0
        ? "no line named"
        : verified + " of " + StableText.counted(size, "place") + " found there";
  }
}
