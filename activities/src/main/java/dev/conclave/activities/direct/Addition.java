package dev.conclave.activities.direct;

import dev.conclave.workflows.discussion.SolutionTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** To leave a place alone and put the new behaviour beside it, behind a seam that both share. */
final class Addition {
  private final Places places;
  private final Texts texts;

  Addition(Places places, Texts texts) {
    this.places = places;
    this.texts = texts;
  }

  /** Empty where there is no seam. */
  Optional<Proposal> beside(Place place) {
    Optional<Seams.Seam> seam = new Seams(places, texts).of(place);
    if (seam.isEmpty()) {
      return Optional.empty();
    }
    Seams.Seam behind = seam.get();
    String folder = place.file().directory();
    Affected affected = new Affected();
    affected.put(behind.path(), behind.line(), "declares `" + behind.name() + "`");
    affected.put(place.path(), place.line(), place.role());
    place.adaptable().stream()
        .findFirst()
        .ifPresent(
            u ->
                affected.put(
                    u.path(),
                    u.line(),
                    PlaceFindings.shows(u, place) + ", and could choose between the two"));
    List<Phrase> pros = new ArrayList<>();
    pros.add(
        new Phrase("What is there stays as it is.", "已有代码保持不变。")
            .citing(place.path(), place.line()));
    List<Phrase> cons = new ArrayList<>();
    cons.add(
        new Phrase(
                "`" + behind.name() + "` must fit both, or grow.",
                "`" + behind.name() + "` 必须同时适合两者，否则需要扩展。")
            .citing(behind.path(), behind.line()));
    cons.add(new Phrase("A new module needs tests of its own.", "新模块需要自己的测试。"));
    List<SolutionTask> tasks =
        List.of(
            Steps.task(
                1,
                folder.isEmpty()
                    ? "Add the module beside " + place.path()
                    : "Add the module in " + folder + "/",
                List.of(),
                List.of(behind.path()),
                "behind " + behind.name() + " (" + behind.path() + ":" + behind.line() + ")"),
            Steps.task(2, "Wire it in", List.of("T1"), List.of(place.path()), Steps.at(place)),
            Steps.testTask(3, place));
    String neighbour = folder.isEmpty() ? place.path() : folder;
    return Optional.of(
        new Proposal(
            new Phrase(
                "Add a module beside " + neighbour + " behind " + behind.name(),
                "在 " + neighbour + " 旁新增模块，置于 " + behind.name() + " 之后"),
            new Phrase(
                "Leave `" + place.name() + "` alone and put the new behaviour beside it.",
                "保留 `" + place.name() + "`，把新行为放在旁边。"),
            pros,
            cons,
            affected.effortOfAdding(),
            Affected.riskOfAddingBeside(place),
            affected.places(),
            tasks));
  }
}
