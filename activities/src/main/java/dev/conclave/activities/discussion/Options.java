package dev.conclave.activities.discussion;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.ImplementationPlan;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.ApproachEntry;
import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Ranking;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Score;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.SolutionTask;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The options of a round: one for each approach of the ledger; docs/discussion.md, section 6. */
final class Options {
  /** So many are shown to the human. */
  static final int SHOWN = 3;

  private static final int CONCERNS = 8;
  private static final String NOT_ASSESSED = "not assessed";

  private final Ledger ledger;
  private final Map<String, Statement> statements;
  private final Map<String, Analysis> analyses;

  private Options(Ledger ledger, Collection<Analysis> analyses) {
    this.ledger = ledger;
    this.statements = ledger.byId();
    this.analyses = new LinkedHashMap<>();
    analyses.forEach(analysis -> this.analyses.put(analysis.tool(), analysis));
  }

  /** All options, best first. */
  static List<Solution> of(Ledger ledger, Collection<Analysis> analyses) {
    Options options = new Options(ledger, analyses);
    return ledger.approaches().stream()
        .filter(entry -> !options.proposals(entry).isEmpty())
        .map(entry -> new Ranked(options.solution(entry), options.missing(entry)))
        .sorted(
            Comparator.comparing(Ranked::nowhere)
                .thenComparing(ranked -> ofNoModel(ranked.solution))
                .thenComparing(ranked -> options.meanRank(ranked.solution.entry()))
                .thenComparing(ranked -> -ranked.solution.score())
                .thenComparing(ranked -> -ranked.solution.verified())
                .thenComparing(ranked -> -ranked.solution.sourceCli().size())
                .thenComparing(ranked -> ranked.solution.name()))
        .map(Ranked::solution)
        .toList();
  }

  /** Why an option is not among the best. */
  static String whyBehind(Solution solution, Solution first) {
    if (solution.cited() > 0 && solution.verified() == 0) {
      return "none of its places is there";
    }
    return ofNoModel(solution)
        ? "of the built-in analyst alone"
        : "score %s of %s"
            .formatted(Words.decimal(solution.score(), 0), Words.decimal(first.score(), 0));
  }

  /**
   * An option for the order.
   *
   * @param nowhere whether every place that it cites is missing
   */
  private record Ranked(Solution solution, boolean nowhere) {}

  private static boolean ofNoModel(Solution solution) {
    return solution.sourceCli().stream().allMatch(AgentStatus.DIRECT::equals);
  }

  private boolean missing(ApproachEntry entry) {
    List<CheckedLocation> places = places(entry);
    return !places.isEmpty()
        && places.stream().allMatch(place -> place.verdict() == Evidence.MISSING);
  }

  private double meanRank(String id) {
    return ledger.rankings().stream()
        .map(Ranking::approaches)
        .mapToInt(ranked -> ranked.contains(id) ? ranked.indexOf(id) : ranked.size())
        .average()
        .orElse(0);
  }

  private List<Statement> proposals(ApproachEntry entry) {
    return entry.members().stream()
        .map(statements::get)
        .filter(said -> said != null && !said.withdrawn() && said.approach().isPresent())
        .toList();
  }

  private List<CheckedLocation> places(ApproachEntry entry) {
    return proposals(entry).stream().flatMap(said -> said.places().stream()).distinct().toList();
  }

  private Solution solution(ApproachEntry entry) {
    List<Statement> proposals = proposals(entry);
    List<Approach> approaches =
        proposals.stream().flatMap(said -> said.approach().stream()).toList();
    List<String> sources =
        List.copyOf(
            proposals.stream()
                .map(Statement::agent)
                .collect(Collectors.toCollection(TreeSet::new)));
    List<String> pros = texts(entry.pros(), approaches, Approach::pros);
    List<String> cons = texts(entry.cons(), approaches, Approach::cons);
    List<CodeLocation> files = files(approaches);
    int fileCount = (int) files.stream().map(CodeLocation::file).distinct().count();
    Level effort = majority(approaches.stream().map(Approach::effort).toList());
    Level risk = majority(approaches.stream().map(Approach::risk).toList());
    List<CheckedLocation> places = places(entry);
    int there = (int) places.stream().filter(p -> p.verdict() == Evidence.THERE).count();
    List<SolutionTask> tasks =
        approaches.stream()
            .map(Approach::tasks)
            .max(Comparator.comparing(List::size))
            .orElse(List.of());
    List<List<SolutionTask>> steps = steps(tasks);
    List<String> firstBy =
        ledger.rankings().stream()
            .filter(ranking -> ranking.approaches().get(0).equals(entry.id()))
            .map(Ranking::agent)
            .toList();
    return new Solution(
        entry.name().en(),
        entry.description().en(),
        sources,
        feasibility(sources),
        effort,
        risk,
        false,
        said(approaches, Approach::maintainability),
        said(approaches, Approach::performanceImpact),
        "Proposed by %s; %s; %s."
            .formatted(
                String.join(", ", sources),
                firstBy.isEmpty()
                    ? "nobody has ranked it first"
                    : "ranked first by " + String.join(", ", firstBy),
                places.isEmpty()
                    ? "no line named"
                    : there + " of " + Words.counted(places.size(), "place") + " there"),
        pros,
        cons,
        files,
        new ImplementationPlan(
            entry.description().en(),
            tasks,
            steps.stream()
                .map(step -> joined(" | ", step, SolutionTask::id))
                .map(ids -> ids.contains("|") ? "(" + ids + ")" : ids)
                .collect(Collectors.joining(" → ")),
            steps.stream()
                .map(
                    step ->
                        joined(", ", step, SolutionTask::id)
                            + ": "
                            + joined("; ", step, SolutionTask::name))
                .toList()),
        new Solution.Dependencies(folders(files), List.of()),
        concerns(sources, files),
        Score.of(sources.size(), effort, risk, pros.size(), cons.size(), fileCount),
        there,
        places.size(),
        entry.id(),
        firstBy,
        entry.differences(),
        entry.revisions().stream()
            .map(
                one ->
                    one.agent()
                        + one.member().map(member -> " (on " + member + ")").orElse("")
                        + ": "
                        + one.changes())
            .toList(),
        entry.objections().stream().map(one -> one.agent() + ": " + one.text()).toList(),
        conflicts(entry, sources, files));
  }

  private Optional<Double> feasibility(List<String> sources) {
    OptionalDouble mean =
        sources.stream()
            .map(analyses::get)
            .filter(
                analysis ->
                    analysis != null && LedgerRules.byModel(analysis) && !analysis.fallback())
            .flatMap(analysis -> analysis.saidFeasibility().stream())
            .mapToDouble(score -> Math.max(0, Math.min(1, score)))
            .average();
    return mean.isPresent() ? Optional.of(mean.getAsDouble()) : Optional.empty();
  }

  /** What the moderator merged; else each text of the proposals once. */
  private static List<String> texts(
      List<String> merged, List<Approach> approaches, Function<Approach, List<String>> of) {
    return merged.isEmpty()
        ? approaches.stream().flatMap(one -> of.apply(one).stream()).distinct().toList()
        : merged;
  }

  /** Every place once; a file alone only when none of its lines is named. */
  private static List<CodeLocation> files(List<Approach> approaches) {
    Map<String, Map<Integer, CodeLocation>> byFile = new LinkedHashMap<>();
    approaches.stream()
        .flatMap(one -> one.affectedFiles().stream())
        .forEach(
            place ->
                byFile
                    .computeIfAbsent(place.file(), file -> new LinkedHashMap<>())
                    .merge(
                        Math.max(0, place.line()),
                        place,
                        (known, other) -> known.reason().isBlank() ? other : known));
    byFile.values().stream().filter(lines -> lines.size() > 1).forEach(lines -> lines.remove(0));
    return byFile.values().stream().flatMap(lines -> lines.values().stream()).toList();
  }

  private static List<String> folders(List<CodeLocation> files) {
    return List.copyOf(
        files.stream()
            .map(CodeLocation::file)
            .map(file -> file.contains("/") ? file.substring(0, file.lastIndexOf('/')) : file)
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  /** The level most often said; of equals the higher. */
  private static Level majority(List<Level> said) {
    return said.stream()
        .filter(level -> level != Level.UNKNOWN)
        .max(
            Comparator.comparing((Level level) -> Collections.frequency(said, level))
                .thenComparing(level -> level))
        .orElse(Level.UNKNOWN);
  }

  private static String said(List<Approach> approaches, Function<Approach, String> of) {
    Set<String> words =
        approaches.stream()
            .map(of)
            .filter(text -> !text.isBlank())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return words.isEmpty() ? NOT_ASSESSED : String.join(" / ", words);
  }

  /** Risks that stand, of its own agents or about a file that it changes. */
  private List<String> concerns(List<String> sources, List<CodeLocation> files) {
    Set<String> changed = files.stream().map(CodeLocation::file).collect(Collectors.toSet());
    List<String> concerns = new ArrayList<>();
    for (Point point : ledger.points()) {
      boolean stands =
          point.state() != Point.State.REFUTED && point.state() != Point.State.WITHDRAWN;
      if (point.kind() == Point.Kind.RISK
          && stands
          && (touches(point.members(), changed)
              || (!cites(point.members()) && saidBy(point.members(), sources)))) {
        concerns.add(point.sentence().en());
      }
    }
    return concerns.stream().limit(CONCERNS).toList();
  }

  private List<String> conflicts(
      ApproachEntry entry, List<String> sources, List<CodeLocation> files) {
    Set<String> changed = files.stream().map(CodeLocation::file).collect(Collectors.toSet());
    return ledger.conflicts().stream()
        .filter(Conflict::open)
        .filter(
            conflict -> {
              List<String> members =
                  conflict.sides().stream().flatMap(side -> side.members().stream()).toList();
              return members.stream().anyMatch(entry.members()::contains)
                  || touches(members, changed)
                  || (!cites(members) && saidBy(members, sources));
            })
        .map(Conflict::id)
        .toList();
  }

  private boolean cites(List<String> members) {
    return places(members).findAny().isPresent();
  }

  private boolean touches(List<String> members, Set<String> files) {
    return places(members).anyMatch(place -> files.contains(place.file()));
  }

  private Stream<CheckedLocation> places(List<String> members) {
    return members.stream()
        .map(statements::get)
        .filter(Objects::nonNull)
        .flatMap(said -> said.places().stream());
  }

  private boolean saidBy(List<String> members, List<String> agents) {
    return members.stream()
        .map(statements::get)
        .anyMatch(said -> said != null && agents.contains(said.agent()));
  }

  /**
   * The steps in which tasks can run, side by side what can. Dependencies on unknown tasks are
   * ignored; of a cycle the first task as listed goes first.
   */
  private static List<List<SolutionTask>> steps(List<SolutionTask> tasks) {
    Set<String> known = tasks.stream().map(SolutionTask::id).collect(Collectors.toSet());
    List<SolutionTask> waiting = new ArrayList<>(tasks);
    Set<String> done = new HashSet<>();
    List<List<SolutionTask>> steps = new ArrayList<>();
    while (!waiting.isEmpty()) {
      List<SolutionTask> ready =
          waiting.stream()
              .filter(
                  task ->
                      task.dependsOn().stream()
                          .filter(id -> known.contains(id) && !id.equals(task.id()))
                          .allMatch(done::contains))
              .toList();
      List<SolutionTask> step = ready.isEmpty() ? List.of(waiting.get(0)) : ready;
      step.forEach(task -> done.add(task.id()));
      waiting.removeAll(step);
      steps.add(step);
    }
    return steps;
  }

  private static String joined(
      String between, List<SolutionTask> tasks, Function<SolutionTask, String> of) {
    return tasks.stream().map(of).collect(Collectors.joining(between));
  }
}
