package dev.conclave.activities.direct;

import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.SolutionTask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The two approaches that static analysis can honestly name: extend what is there, or add a module
 * beside it. Effort counts affected files and users; risk counts users and missing tests.
 */
final class Proposals {
  private static final int MOST_AFFECTED = 8;
  private static final int FEW = 3;
  private static final int MANY = 8;
  private static final Pattern REPAIR =
      Pattern.compile(
          "\\b(?:fix(?:e[sd])?|bugs?|crash(?:es)?|broken|regression|repair)\\b|修复|崩溃|缺陷",
          Pattern.CASE_INSENSITIVE);

  private final Places places;
  private final Texts texts;
  private final List<Place> likely;

  Proposals(Places places, Texts texts, List<Place> likely) {
    this.places = places;
    this.texts = texts;
    this.likely = likely;
  }

  List<Proposal> of(String task) {
    if (likely.isEmpty()) {
      return List.of();
    }
    List<Proposal> proposals = new ArrayList<>();
    proposals.add(extend(likely.get(0)));
    // To repair something by adding a module beside it is no honest option.
    if (!REPAIR.matcher(task).find() && likely.get(0).file().language().isCode()) {
      beside(likely.get(0)).ifPresent(proposals::add);
    }
    return proposals;
  }

  private Proposal extend(Place place) {
    Map<String, CodeLocation> affected = new LinkedHashMap<>();
    put(affected, place.path(), place.line(), "defines `" + place.name() + "`");
    likely.stream()
        .skip(1)
        .filter(other -> related(place, other))
        .forEach(o -> put(affected, o.path(), o.line(), "defines `" + o.name() + "`"));
    place.tests().stream()
        .limit(2)
        .forEach(t -> put(affected, t.path(), t.line(), "tests `" + place.file().stem() + "`"));
    place.users().stream()
        .limit(FEW)
        .forEach(u -> put(affected, u.path(), u.line(), "uses `" + place.file().stem() + "`"));
    List<Phrase> pros = new ArrayList<>();
    pros.add(
        new Phrase("Changes what is there; nothing has to be wired in.", "直接修改已有代码，无需接入新模块。")
            .citing(place.path(), place.line()));
    place.tests().stream()
        .findFirst()
        .ifPresent(
            t ->
                pros.add(
                    new Phrase("A test guards it already.", "已有测试保护。").citing(t.path(), t.line())));
    List<Phrase> cons = new ArrayList<>();
    place.users().stream()
        .findFirst()
        .ifPresent(
            u ->
                cons.add(
                    new Phrase(
                            place.users().size() + " files that use it may notice.",
                            "使用它的 " + place.users().size() + " 个文件可能受影响。")
                        .citing(u.path(), u.line())));
    if (place.tests().isEmpty()) {
      cons.add(new Phrase("No test guards it.", "没有测试保护。").citing(place.path(), place.line()));
    }
    return new Proposal(
        new Phrase(
            "Extend " + place.name() + " in " + place.path(),
            "在 " + place.path() + " 中扩展 " + place.name()),
        new Phrase(
            "Change `" + place.name() + "` where it stands and adapt what uses it.",
            "就地修改 `" + place.name() + "`，并调整使用它的代码。"),
        pros,
        cons,
        effort(distinct(affected, place)),
        risk(place.users().size(), place.tests().isEmpty()),
        List.copyOf(affected.values()),
        extendTasks(place));
  }

  private List<SolutionTask> extendTasks(Place place) {
    List<SolutionTask> tasks = new ArrayList<>();
    tasks.add(task(1, "Change " + place.name(), List.of(), List.of(place.path()), at(place)));
    if (!place.users().isEmpty()) {
      List<String> users = place.users().stream().limit(FEW).map(Place.Use::path).toList();
      tasks.add(
          task(2, "Adapt what uses " + place.name(), List.of("T1"), users, "keep their behaviour"));
    }
    tasks.add(testTask(tasks.size() + 1, place));
    return tasks;
  }

  private Optional<Proposal> beside(Place place) {
    Optional<Seams.Seam> seam = new Seams(places, texts).of(place);
    if (seam.isEmpty()) {
      return Optional.empty();
    }
    Seams.Seam behind = seam.get();
    String folder = place.file().directory().isEmpty() ? "." : place.file().directory();
    Map<String, CodeLocation> affected = new LinkedHashMap<>();
    put(affected, behind.path(), behind.line(), "declares `" + behind.name() + "`");
    put(affected, place.path(), place.line(), "defines `" + place.name() + "`");
    place.users().stream()
        .findFirst()
        .ifPresent(u -> put(affected, u.path(), u.line(), "would choose between the two"));
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
            task(
                1,
                "Add the module in " + folder + "/",
                List.of(),
                List.of(behind.path()),
                "behind " + behind.name() + " (" + behind.path() + ":" + behind.line() + ")"),
            task(2, "Wire it in", List.of("T1"), List.of(place.path()), at(place)),
            testTask(3, place));
    String neighbour = folder.equals(".") ? place.path() : folder;
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
            raised(effort(affected.size() + 1)),
            place.users().size() >= MANY ? Level.MEDIUM : Level.LOW,
            List.copyOf(affected.values()),
            tasks));
  }

  /** Close enough to be changed along: same folder, or one uses the other. */
  private static boolean related(Place place, Place other) {
    return place.file().directory().equals(other.file().directory())
        || place.users().stream().anyMatch(u -> u.path().equals(other.path()))
        || other.users().stream().anyMatch(u -> u.path().equals(place.path()));
  }

  private static SolutionTask testTask(int number, Place place) {
    return place.tests().stream()
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
                    "Write the first test of " + place.name(),
                    List.of("T1"),
                    List.of(place.path()),
                    "no test names it yet"));
  }

  private static SolutionTask task(
      int number, String name, List<String> after, List<String> files, String keyPoint) {
    return new SolutionTask("T" + number, name, after, files, keyPoint);
  }

  private static String at(Place place) {
    return place.path() + ":" + place.line();
  }

  private static void put(
      Map<String, CodeLocation> affected, String path, int line, String reason) {
    if (affected.size() < MOST_AFFECTED) {
      affected.putIfAbsent(path, new CodeLocation(path, line, reason));
    }
  }

  private static int distinct(Map<String, CodeLocation> affected, Place place) {
    Set<String> paths = new LinkedHashSet<>(affected.keySet());
    place.users().forEach(use -> paths.add(use.path()));
    return paths.size();
  }

  private static Level effort(int files) {
    return files <= FEW ? Level.LOW : files <= MANY ? Level.MEDIUM : Level.HIGH;
  }

  private static Level raised(Level level) {
    return level == Level.LOW ? Level.MEDIUM : level;
  }

  private static Level risk(int users, boolean untested) {
    if (users >= MANY || (untested && users >= FEW)) {
      return Level.HIGH;
    }
    return untested || users >= FEW ? Level.MEDIUM : Level.LOW;
  }
}
