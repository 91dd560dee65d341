package dev.conclave.activities.discussion.ranking;

import dev.conclave.activities.discussion.verification.Proposal;
import dev.conclave.workflows.discussion.CodeLocation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The places that the proposals of one approach name, of one file side by side. */
final class MergedPlaces {
  private MergedPlaces() {}

  /**
   * Every place once, with the first reason that was given for it; a file alone only when none of
   * its lines is named.
   */
  static List<CodeLocation> of(List<Proposal> proposals) {
    Map<String, Map<Integer, CodeLocation>> byFile = new LinkedHashMap<>();
    for (Proposal proposal : proposals) {
      for (CodeLocation place : proposal.approach().affectedFiles()) {
        byFile
            .computeIfAbsent(place.file(), file -> new LinkedHashMap<>())
            .merge(
                Math.max(0, place.line()),
                place,
                (known, other) -> known.reason().isBlank() ? other : known);
      }
    }
    byFile.values().stream().filter(lines -> lines.size() > 1).forEach(lines -> lines.remove(0));
    return byFile.values().stream().flatMap(lines -> lines.values().stream()).toList();
  }
}
