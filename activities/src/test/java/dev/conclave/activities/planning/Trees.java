package dev.conclave.activities.planning;

import java.util.Map;
import java.util.TreeMap;

/** Facts of an invented tree: paths with their line counts. */
public final class Trees implements PlanFacts {
  private final Map<String, Integer> files;

  private Trees(Map<String, Integer> files) {
    this.files = new TreeMap<>(files);
  }

  public static Trees of(Map<String, Integer> files) {
    return new Trees(files);
  }

  @Override
  public boolean exists(String path) {
    return files.containsKey(path)
        || files.keySet().stream().anyMatch(file -> file.startsWith(path + "/"));
  }

  @Override
  public int lineCount(String path) {
    return files.getOrDefault(path, 0);
  }
}
