package dev.conclave.activities.direct;

import dev.conclave.workflows.discussion.SolutionTask;
import java.util.List;
import java.util.stream.Stream;

/** The tasks that an approach is cut into. */
final class Steps {
  private Steps() {}

  static SolutionTask testTask(int number, Place place) {
    return Stream.concat(place.guards().stream(), place.tests().stream())
        .findFirst()
        .map(
            t ->
                task(
                    number,
                    "Extend the tests of " + place.name(),
                    List.of("T1"),
                    List.of(t.path()),
                    t.path() + ":" + t.line()))
        .orElseGet(
            () ->
                task(
                    number,
                    "Write a test of " + place.name(),
                    List.of("T1"),
                    List.of(place.path()),
                    at(place)));
  }

  static SolutionTask task(
      int number, String name, List<String> after, List<String> files, String keyPoint) {
    return new SolutionTask("T" + number, name, after, files, keyPoint);
  }

  static String at(Place place) {
    return place.path() + ":" + place.line();
  }
}
