package dev.conclave.activities.planning.degraded;

import dev.conclave.activities.planning.check.OneLine;
import dev.conclave.activities.planning.check.PlanChecks;
import dev.conclave.activities.planning.check.PlanPaths;
import dev.conclave.activities.planning.check.TaskGraph;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.SolutionTask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Cuts a solution into the parcels of work that become tasks: its own tasks, else its files. */
final class Parcels {
  private static final Pattern PLACE = Pattern.compile("(.+?):(\\d{1,9})(?:[-:]\\d+)?");

  private Parcels() {}

  /**
   * At most {@link PlanChecks#MOST_TASKS}, each after what it needs; none when there is nothing.
   */
  static List<WorkParcel> of(Solution solution) {
    Map<String, CodeLocation> files = files(solution.affectedFiles().stream().map(Parcels::placed));
    List<SolutionTask> tasks = solution.implementationPlan().tasks();
    List<WorkParcel> parcels = tasks.isEmpty() ? byFolder(files) : byTask(tasks, files);
    return WorkParcel.atMost(PlanChecks.MOST_TASKS, parcels);
  }

  private static List<WorkParcel> byTask(
      List<SolutionTask> tasks, Map<String, CodeLocation> affected) {
    Map<String, WorkParcel> parcels = new LinkedHashMap<>();
    for (SolutionTask task : tasks) {
      boolean usable = !task.id().isBlank() && !parcels.containsKey(task.id());
      String id = usable ? task.id() : "#" + parcels.size();
      parcels.put(
          id,
          new WorkParcel(
              said(task.name()),
              List.of(id),
              new LinkedHashSet<>(task.dependsOn()),
              located(task.files(), affected),
              said(task.keyPoint())));
    }
    leaveNoFileOut(parcels, affected);
    Map<String, List<String>> needs = new LinkedHashMap<>();
    parcels.forEach((id, parcel) -> needs.put(id, List.copyOf(parcel.needs())));
    return TaskGraph.inOrder(needs).stream()
        .flatMap(id -> Stream.ofNullable(parcels.get(id)))
        .toList();
  }

  /** A file that the solution names and none of its tasks does goes to the first task. */
  private static void leaveNoFileOut(
      Map<String, WorkParcel> parcels, Map<String, CodeLocation> affected) {
    Map<String, CodeLocation> left = new LinkedHashMap<>(affected);
    parcels.values().forEach(parcel -> left.keySet().removeAll(parcel.files().keySet()));
    String first = parcels.keySet().iterator().next();
    parcels.computeIfPresent(
        first,
        (id, parcel) ->
            parcel.with(new WorkParcel(List.of(), List.of(), parcel.needs(), left, List.of())));
  }

  private static List<WorkParcel> byFolder(Map<String, CodeLocation> files) {
    Map<String, Map<String, CodeLocation>> folders = new LinkedHashMap<>();
    files.forEach(
        (path, location) ->
            folders
                .computeIfAbsent(
                    path.substring(0, Math.max(0, path.lastIndexOf('/'))),
                    folder -> new LinkedHashMap<>())
                .put(path, location));
    List<WorkParcel> parcels = new ArrayList<>();
    folders.forEach(
        (folder, inIt) ->
            parcels.add(
                new WorkParcel(
                    List.of(),
                    List.of(),
                    new LinkedHashSet<>(),
                    inIt,
                    inIt.values().stream()
                        .flatMap(file -> said(file.reason()).stream())
                        .distinct()
                        .toList())));
    return parcels;
  }

  private static Map<String, CodeLocation> files(Stream<CodeLocation> locations) {
    Map<String, CodeLocation> files = new LinkedHashMap<>();
    locations.forEach(
        location ->
            PlanPaths.inside(location.file())
                .ifPresent(
                    path ->
                        files.putIfAbsent(
                            path, new CodeLocation(path, location.line(), location.reason()))));
    return files;
  }

  /** Paths of a task, with the line and the reason that the solution gives elsewhere. */
  private static Map<String, CodeLocation> located(
      List<String> paths, Map<String, CodeLocation> affected) {
    Map<String, CodeLocation> located = new LinkedHashMap<>();
    files(paths.stream().map(Parcels::place))
        .forEach(
            (path, place) ->
                located.put(path, place.line() > 0 ? place : affected.getOrDefault(path, place)));
    return located;
  }

  /** A location whose line may stand behind its path, as agents like to write it. */
  private static CodeLocation placed(CodeLocation location) {
    CodeLocation place = place(location.file());
    int line = location.line() > 0 ? location.line() : place.line();
    return new CodeLocation(place.file(), line, location.reason());
  }

  private static CodeLocation place(String path) {
    Matcher place = PLACE.matcher(path.strip());
    return place.matches()
        ? new CodeLocation(place.group(1), Integer.parseInt(place.group(2)), "")
        : new CodeLocation(path, 0, "");
  }

  private static List<String> said(String text) {
    String line = OneLine.of(text);
    return line.isEmpty() ? List.of() : List.of(line);
  }
}
