package dev.conclave.activities.planning;

import dev.conclave.workflows.api.PlanFile;
import dev.conclave.workflows.api.PlanTask;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The rules of a task's files, over facts of the tree. */
final class FileChecks {
  private FileChecks() {}

  static List<String> check(PlanTask task, PlanFacts facts) {
    return task.files().stream().flatMap(file -> check(task.id(), file, facts)).toList();
  }

  private static Stream<String> check(String id, PlanFile file, PlanFacts facts) {
    Optional<String> inside = PlanPaths.inside(file.path());
    if (inside.isEmpty() || !inside.get().equals(file.path())) {
      return Stream.of(
          "%s: \"%s\" is no path inside the workspace; write it relative to the root, with /."
              .formatted(id, file.path()));
    }
    if (!PlanWords.FILE_ACTIONS.contains(file.action())) {
      return Stream.of(
          "%s: action \"%s\" of %s is none of %s."
              .formatted(
                  id, file.action(), file.path(), String.join(", ", PlanWords.FILE_ACTIONS)));
    }
    boolean there = facts.exists(file.path());
    if (file.action().equals(PlanWords.CREATE)) {
      return there
          ? Stream.of(
              "%s creates %s, which already exists; modify it, or choose another path."
                  .formatted(id, file.path()))
          : Stream.of();
    }
    if (!there) {
      return Stream.of(
          "%s %s %s, which does not exist in the workspace; correct the path, or create the file in one task."
              .formatted(
                  id,
                  file.action().equals(PlanWords.DELETE) ? "deletes" : "modifies",
                  file.path()));
    }
    return line(id, file, facts.lineCount(file.path()));
  }

  private static Stream<String> line(String id, PlanFile file, int lines) {
    return file.line() >= 0 && file.line() <= lines
        ? Stream.of()
        : Stream.of(
            "%s: line %d of %s is out of range; the file has %d line%s (0 stands for the whole file)."
                .formatted(id, file.line(), file.path(), lines, lines == 1 ? "" : "s"));
  }
}
