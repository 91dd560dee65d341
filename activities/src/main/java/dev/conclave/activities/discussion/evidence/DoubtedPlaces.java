package dev.conclave.activities.discussion.evidence;

import dev.conclave.activities.discussion.CitedPlace;
import dev.conclave.activities.discussion.CitedPlace.Source;
import dev.conclave.workflows.discussion.CitedPlaces;
import dev.conclave.workflows.discussion.CitedPlaces.Doubted;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.wire.Cut;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cited places of a round that did not hold, for a person to know before deciding;
 * docs/discussion.md, section 3. Pure.
 */
public final class DoubtedPlaces {
  /** So many are named of each kind. */
  static final int NAMED = 20;

  private static final int PATH = 200;

  private DoubtedPlaces() {}

  private record Place(String file, int line) {
    String named() {
      String path = Cut.shown(file, PATH);
      return line > 0 ? path + ":" + line : path;
    }
  }

  /**
   * How many places bear out what is said of them.
   *
   * @param verified of the cited ones, each counted once
   */
  public record Share(int verified, int cited) {}

  /** The share of the places that {@link #of} counts; of all that is cited when it counts none. */
  public static Share held(List<CitedPlace> evidence) {
    Map<Place, Boolean> borneOut = borneOut(evidence);
    if (borneOut.isEmpty()) {
      return new Share(0, evidence.size()); // no line at all, which bears nothing out
    }
    return new Share(
        (int) borneOut.values().stream().filter(holds -> holds).count(), borneOut.size());
  }

  /** Counts the places of a round, each once: one claim that it bears out is enough for it. */
  public static CitedPlaces of(List<CitedPlace> evidence, TreeFacts tree) {
    Map<Place, Boolean> borneOut = borneOut(evidence);
    List<String> absent = new ArrayList<>();
    List<String> unsupported = new ArrayList<>();
    borneOut.forEach(
        (place, holds) -> {
          if (!isThere(place, tree)) {
            absent.add(place.named());
          } else if (!holds && place.line() > 0) {
            unsupported.add(place.named());
          }
        });
    return new CitedPlaces(borneOut.size(), doubted(absent), doubted(unsupported));
  }

  private static Map<Place, Boolean> borneOut(List<CitedPlace> evidence) {
    Map<Place, Boolean> borneOut = new LinkedHashMap<>();
    for (CitedPlace cited : evidence) {
      // A file that an approach names without a line may be one that it would create.
      if (cited.source() != Source.APPROACH || cited.line() > 0) {
        borneOut.merge(
            new Place(cited.file(), cited.line()),
            cited.verdict() == Evidence.VERIFIED,
            Boolean::logicalOr);
      }
    }
    return borneOut;
  }

  private static boolean isThere(Place place, TreeFacts tree) {
    if (!EvidenceRules.within(place.file())) {
      return false;
    }
    LocationFacts facts = tree.at(place.file(), place.line());
    return facts.exists() && place.line() <= facts.lines();
  }

  private static Doubted doubted(List<String> places) {
    return new Doubted(places.size(), places.stream().limit(NAMED).toList());
  }
}
