package dev.conclave.activities.direct;

import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Level;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The files that an approach touches, one place in each, and what that says of effort and risk. */
final class Affected {
  private static final int MOST = 8;
  private static final int FEW = 3;
  private static final int MANY = 8;

  private final Map<String, CodeLocation> places = new LinkedHashMap<>();

  /** Adds a place unless its file is there already or there are many. */
  void put(String path, int line, String reason) {
    if (places.size() < MOST) {
      places.putIfAbsent(path, new CodeLocation(path, line, reason));
    }
  }

  List<CodeLocation> places() {
    return List.copyOf(places.values());
  }

  /** Of changing the place: by the files that are touched or use it. */
  Level effortOfChanging(Place place) {
    Set<String> paths = new LinkedHashSet<>(places.keySet());
    place.adaptable().forEach(use -> paths.add(use.path()));
    return effort(paths.size());
  }

  /** Of adding one more file: never low, a new module has to be thought out. */
  Level effortOfAdding() {
    Level level = effort(places.size() + 1);
    return level == Level.LOW ? Level.MEDIUM : level;
  }

  static Level riskOfChanging(Place place) {
    int users = place.adaptable().size();
    boolean untested = !place.isGuarded();
    if (users >= MANY || (untested && users >= FEW)) {
      return Level.HIGH;
    }
    return untested || users >= FEW ? Level.MEDIUM : Level.LOW;
  }

  static Level riskOfAddingBeside(Place place) {
    return place.adaptable().size() >= MANY ? Level.MEDIUM : Level.LOW;
  }

  private static Level effort(int files) {
    return files <= FEW ? Level.LOW : files <= MANY ? Level.MEDIUM : Level.HIGH;
  }
}
