package dev.conclave.activities.direct;

import dev.conclave.workflows.discussion.SolutionTask;
import java.util.ArrayList;
import java.util.List;

/** To change a likely place where it stands, with what belongs to it. */
final class Extension {
  private static final int FEW = 3;

  private final List<Place> likely;

  Extension(List<Place> likely) {
    this.likely = likely;
  }

  Proposal of(Place place) {
    Affected affected = new Affected();
    affected.put(place.path(), place.line(), place.role());
    likely.stream()
        .skip(1)
        .filter(other -> related(place, other))
        .forEach(o -> affected.put(o.path(), o.line(), o.role()));
    place.tests().stream()
        .limit(2)
        .forEach(t -> affected.put(t.path(), t.line(), PlaceFindings.shows(t, place)));
    place.adaptable().stream()
        .limit(FEW)
        .forEach(u -> affected.put(u.path(), u.line(), PlaceFindings.shows(u, place)));
    List<Phrase> pros = new ArrayList<>();
    pros.add(
        new Phrase("Changes what is there; nothing has to be wired in.", "直接修改已有代码，无需接入新模块。")
            .citing(place.path(), place.line()));
    place.guards().stream()
        .findFirst()
        .ifPresent(
            t ->
                pros.add(
                    new Phrase("A test calls it already.", "已有测试调用它。").citing(t.path(), t.line())));
    List<Phrase> cons = new ArrayList<>();
    place.users().stream()
        .findFirst()
        .ifPresent(
            u ->
                cons.add(
                    new Phrase(
                            "May be noticed elsewhere: " + PlaceFindings.using(place) + " it.",
                            "使用它的 " + place.users().size() + " 个其他文件可能受影响。")
                        .citing(u.path(), u.line())));
    if (place.symbol().isPresent() && place.usage().uncalled()) {
      cons.add(
          new Phrase("No test calls it by its name.", "没有测试按名称调用它。")
              .citing(place.path(), place.line()));
    }
    return new Proposal(
        place
            .symbol()
            .map(
                symbol ->
                    new Phrase(
                        "Extend " + symbol.name() + " in " + place.path(),
                        "在 " + place.path() + " 中扩展 " + symbol.name()))
            .orElseGet(() -> new Phrase("Extend " + place.path(), "扩展 " + place.path())),
        new Phrase(
            "Change `" + place.name() + "` where it stands and adapt what uses it.",
            "就地修改 `" + place.name() + "`，并调整使用它的代码。"),
        pros,
        cons,
        affected.effortOfChanging(place),
        Affected.riskOfChanging(place),
        affected.places(),
        tasks(place));
  }

  private List<SolutionTask> tasks(Place place) {
    List<SolutionTask> tasks = new ArrayList<>();
    tasks.add(
        Steps.task(1, "Change " + place.name(), List.of(), List.of(place.path()), Steps.at(place)));
    if (!place.adaptable().isEmpty()) {
      List<String> users = place.adaptable().stream().limit(FEW).map(Place.Use::path).toList();
      tasks.add(
          Steps.task(
              2, "Adapt what uses " + place.name(), List.of("T1"), users, "keep their behaviour"));
    }
    tasks.add(Steps.testTask(tasks.size() + 1, place));
    return tasks;
  }

  /** Close enough to be changed along: one uses the other. */
  private static boolean related(Place place, Place other) {
    return place.users().stream().anyMatch(u -> u.path().equals(other.path()))
        || other.users().stream().anyMatch(u -> u.path().equals(place.path()));
  }
}
