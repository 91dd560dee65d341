package dev.conclave.activities.discussion;

import dev.conclave.workflows.discussion.CitedPlaces;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.temporal.Cut;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cited places of a round that are not there, for a person to know before deciding;
 * docs/discussion.md, section 3. Pure.
 */
public final class DoubtedPlaces {
  /** So many are named. */
  static final int NAMED = 20;

  private static final int PATH = 200;

  private DoubtedPlaces() {}

  /** Counts the places of a round, each once. */
  public static CitedPlaces of(List<CitedPlace> evidence) {
    Map<String, Boolean> missing = new LinkedHashMap<>();
    evidence.stream()
        .filter(cited -> !cited.toBeCreated())
        .forEach(cited -> missing.put(named(cited), cited.verdict() == Evidence.MISSING));
    List<String> absent = missing.keySet().stream().filter(missing::get).toList();
    return new CitedPlaces(missing.size(), absent.size(), absent.stream().limit(NAMED).toList());
  }

  private static String named(CitedPlace place) {
    String path = Cut.shown(place.file(), PATH);
    return place.line() > 0 ? path + ":" + place.line() : path;
  }
}
