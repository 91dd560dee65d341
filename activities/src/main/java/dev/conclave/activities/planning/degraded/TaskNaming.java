package dev.conclave.activities.planning.degraded;

import dev.conclave.activities.planning.check.PlanPaths;
import dev.conclave.activities.planning.check.PlanWords;
import dev.conclave.workflows.planning.PlanFile;
import java.util.List;
import java.util.Locale;

/** What a task of a degraded plan is called, and where it stays. */
final class TaskNaming {
  private TaskNaming() {}

  /** The names of the solution's tasks in it, else what becomes of its files. */
  static String title(WorkParcel parcel) {
    if (!parcel.names().isEmpty()) {
      return String.join("; ", parcel.names());
    }
    List<String> paths = List.copyOf(parcel.files().keySet());
    if (paths.isEmpty()) {
      return "Work of the solution";
    }
    String first = paths.get(0);
    return paths.size() == 1
        ? "Change " + first
        : "Change %d files in %s"
            .formatted(
                paths.size(),
                first.contains("/") ? first.substring(0, first.lastIndexOf('/')) : "the root");
  }

  /** The folder that holds all the files; empty for the root. */
  static String scope(List<PlanFile> files) {
    return files.stream()
        .map(file -> file.path().substring(0, Math.max(0, file.path().lastIndexOf('/'))))
        .reduce(TaskNaming::common)
        .orElse("");
  }

  private static String common(String one, String other) {
    String shared = one;
    while (!shared.isEmpty() && !PlanPaths.overlap(shared, other)) {
      shared = shared.substring(0, Math.max(0, shared.lastIndexOf('/')));
    }
    return shared.length() <= other.length() ? shared : other;
  }

  /** The verb that the title begins with, else what fits the files. */
  static String action(String title, List<PlanFile> files) {
    String first = title.split("[\\s:]", 2)[0].toLowerCase(Locale.ROOT);
    return PlanWords.TASK_ACTIONS.stream()
        .filter(action -> action.toLowerCase(Locale.ROOT).equals(first))
        .findFirst()
        .orElseGet(
            () ->
                files.stream().anyMatch(file -> file.action().equals(PlanWords.MODIFY))
                    ? "Update"
                    : "Implement");
  }
}
