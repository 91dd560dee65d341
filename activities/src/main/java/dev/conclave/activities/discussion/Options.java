package dev.conclave.activities.discussion;

import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.ImplementationPlan;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.SolutionBuilder;
import dev.conclave.workflows.discussion.SolutionTask;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Options of a round, one for each approach of the ledger; docs/discussion.md, section 6. */
record Options(Ledger ledger, Collection<Analysis> analyses) {
  static final int SHOWN = 3;

  private static final int CONCERNS = 8;

  static List<Solution> of(Ledger ledger, Collection<Analysis> analyses) {
    Options options = new Options(ledger, analyses);
    return ledger.approaches().stream()
        .flatMap(entry -> options.groups(entry).map(group -> options.solution(entry, group)))
        .sorted(
            Comparator.comparing(Options::isNowhere)
                .thenComparing(Options::isOfNoModel)
                .thenComparing(one -> -one.score())
                .thenComparing(options::meanRank)
                .thenComparing(Solution::risk)
                .thenComparing(Solution::effort)
                .thenComparing(one -> -one.verified())
                .thenComparing(one -> -one.sourceCli().size())
                .thenComparing(Solution::name))
        .toList();
  }

  static String whyRankedLower(Solution solution, Solution first) {
    if (isNowhere(solution)) {
      return "none of its citations exists";
    }
    if (isOfNoModel(solution)) {
      return "proposed only by the built-in analyst";
    }
    String score = "score " + Words.decimal(solution.score(), 0);
    return solution.score() == first.score()
        ? score + ", like the first option, but only three are shown"
        : score + ", the first option has " + Words.decimal(first.score(), 0);
  }

  private static boolean isNowhere(Solution solution) {
    return solution.cited() > 0 && solution.verified() == 0;
  }

  private static boolean isOfNoModel(Solution solution) {
    return solution.sourceCli().stream().allMatch(AgentStatus.DIRECT::equals);
  }

  private double meanRank(Solution solution) {
    String id = entryOf(solution);
    return ledger.rankings().stream()
        .map(Ledger.AgentRanking::approaches)
        .mapToInt(ranked -> ranked.contains(id) ? ranked.indexOf(id) : ranked.size())
        .average()
        .orElse(0);
  }

  /** Returns the ledger entry of a solution, which refers to the entry or to its only proposal. */
  private String entryOf(Solution solution) {
    return ledger.approaches().stream()
        .filter(entry -> entry.members().contains(solution.entry()))
        .map(Ledger.ApproachEntry::id)
        .findFirst()
        .orElse(solution.entry());
  }

  /**
   * Groups the proposals of an entry. Proposals are merged only if their analysts confirmed that or
   * their words are the same.
   */
  private Stream<List<Ledger.Statement>> groups(Ledger.ApproachEntry entry) {
    Map<String, List<Ledger.Statement>> groups = new LinkedHashMap<>();
    ledger
        .statementsOf(entry.members())
        .filter(said -> !said.withdrawn() && said.approach().isPresent())
        .forEach(
            said ->
                groups
                    .computeIfAbsent(
                        entry.confirmed().contains(said.id()) ? entry.id() : said.text().en(),
                        key -> new ArrayList<>())
                    .add(said));
    return groups.values().stream();
  }

  private Solution solution(Ledger.ApproachEntry entry, List<Ledger.Statement> proposals) {
    boolean whole = entry.whole();
    Ledger.Statement first =
        Collections.min(proposals, Comparator.comparing(said -> LedgerRules.number(said.id())));
    String description =
        whole ? entry.description().en() : first.approach().orElseThrow().description();
    List<String> others =
        ledger
            .statementsOf(entry.members())
            .filter(said -> !proposals.contains(said))
            .map(said -> said.agent() + "'s \"" + LedgerRules.name(said).en() + "\"")
            .toList();
    List<Approach> approaches =
        proposals.stream().flatMap(said -> said.approach().stream()).toList();
    List<String> sources =
        proposals.stream().map(Ledger.Statement::agent).distinct().sorted().toList();
    List<String> pros = texts(whole ? entry.pros() : List.of(), approaches, Approach::pros);
    List<String> cons = texts(whole ? entry.cons() : List.of(), approaches, Approach::cons);
    List<CodeLocation> files = files(approaches);
    Set<String> paths = files.stream().map(CodeLocation::file).collect(Collectors.toSet());
    Level effort = OptionScore.majority(approaches.stream().map(Approach::effort).toList());
    Level risk = OptionScore.majority(approaches.stream().map(Approach::risk).toList());
    List<CheckedLocation> places =
        proposals.stream().flatMap(said -> said.places().stream()).distinct().toList();
    int there = (int) places.stream().filter(p -> p.verdict() == Evidence.THERE).count();
    List<SolutionTask> tasks =
        approaches.stream()
            .map(Approach::tasks)
            .max(Comparator.comparing(List::size))
            .orElse(List.of());
    List<String> firstBy =
        ledger.rankings().stream()
            .filter(ranking -> ranking.approaches().get(0).equals(entry.id()))
            .map(Ledger.AgentRanking::agent)
            .toList();
    int ranking = ledger.rankings().size();
    OptionScore score =
        OptionScore.of(
            there,
            places.size(),
            firstBy.size(),
            ranking,
            levels(proposals, Approach::effort),
            levels(proposals, Approach::risk),
            entry.objections().size());
    return SolutionBuilder.builder()
        .name((whole ? entry.name() : LedgerRules.name(first)).en())
        .description(description)
        .sourceCli(sources)
        .feasibility(
            feasibility(analyses.stream().filter(one -> sources.contains(one.tool())))
                .map(mean -> Math.round(100 * mean) / 100.0))
        .effort(effort)
        .risk(risk)
        .maintainability(joined(approaches, Approach::maintainability))
        .performanceImpact(joined(approaches, Approach::performanceImpact))
        .summary(
            "Proposed by %s; %s; %s.%s"
                .formatted(
                    String.join(", ", sources),
                    firstBy.isEmpty()
                        ? "no agent ranked it first"
                        : "ranked first by " + String.join(", ", firstBy),
                    places.isEmpty()
                        ? "no citations"
                        : there + " of " + Words.counted(places.size(), "citation") + " verified",
                    others.isEmpty()
                        ? ""
                        : " The moderator considers it the same as %s; not all of their authors have confirmed that."
                            .formatted(String.join(" and ", others))))
        .pros(pros)
        .cons(cons)
        .affectedFiles(files)
        .implementationPlan(
            new ImplementationPlan(
                description,
                tasks,
                flow(tasks),
                texts(List.of(), approaches, Approach::milestones)))
        .dependencies(
            new Solution.Dependencies(
                paths.stream()
                    .map(path -> path.replaceFirst("/[^/]*$", ""))
                    .distinct()
                    .sorted()
                    .toList(),
                texts(List.of(), approaches, Approach::dependencies)))
        .technicalConcerns(concerns(sources, paths))
        .score(score.points())
        .seedScore(
            OptionScore.seed(sources.size(), effort, risk, pros.size(), cons.size(), paths.size()))
        .scoreFrom(score.explained())
        .verified(there)
        .cited(places.size())
        .entry(whole || entry.confirmed().contains(first.id()) ? entry.id() : first.id())
        .rankedFirstBy(firstBy)
        .differences(whole ? entry.differences() : List.of())
        .revisions(
            entry.revisions().stream()
                .map(
                    one ->
                        one.agent()
                            + one.member().map(member -> " (on " + member + ")").orElse("")
                            + ": "
                            + one.changes())
                .toList())
        .objections(
            entry.objections().stream().map(one -> one.agent() + ": " + one.text()).toList())
        .openConflicts(
            ledger.conflicts().stream()
                .filter(Ledger.Conflict::open)
                .filter(conflict -> isAbout(conflict, entry, sources, paths))
                .map(Ledger.Conflict::id)
                .toList())
        .build();
  }

  private static List<Level> levels(
      List<Ledger.Statement> proposals, Function<Approach, Level> of) {
    Map<String, Level> levels = new LinkedHashMap<>();
    proposals.forEach(
        said -> levels.putIfAbsent(said.agent(), of.apply(said.approach().orElseThrow())));
    return List.copyOf(levels.values());
  }

  private List<String> concerns(List<String> sources, Set<String> paths) {
    return ledger.points().stream()
        .filter(this::isConcern)
        .filter(point -> point.state() != Ledger.Point.PointState.REFUTED)
        .filter(point -> point.state() != Ledger.Point.PointState.WITHDRAWN)
        .filter(point -> touches(point.members(), sources, paths))
        .map(point -> point.sentence().en())
        .distinct()
        .limit(CONCERNS)
        .toList();
  }

  private boolean isAbout(
      Ledger.Conflict conflict,
      Ledger.ApproachEntry entry,
      List<String> sources,
      Set<String> paths) {
    List<String> members =
        conflict.sides().stream().flatMap(side -> side.members().stream()).toList();
    return !Collections.disjoint(members, entry.members()) || touches(members, sources, paths);
  }

  /** Returns the options without conflicts that have been settled since. */
  static List<Solution> stillOpen(Ledger ledger, List<Solution> options) {
    List<String> settled =
        ledger.conflicts().stream().filter(one -> !one.open()).map(Ledger.Conflict::id).toList();
    return options.stream()
        .map(
            option -> {
              List<String> open = new ArrayList<>(option.openConflicts());
              open.removeAll(settled);
              return option.withOpenConflicts(open);
            })
        .toList();
  }

  /**
   * Returns whether a point is a risk, or an analyst's concern, whatever kind the moderator gave
   * it.
   */
  private boolean isConcern(Ledger.Point point) {
    return point.kind() == Ledger.Point.PointKind.RISK
        || (point.kind() != Ledger.Point.PointKind.NOTE
            && ledger
                .statementsOf(point.members())
                .anyMatch(said -> said.type() == Ledger.Statement.StatementType.CONCERN));
  }

  static Optional<Double> feasibility(Stream<Analysis> analyses) {
    OptionalDouble mean =
        analyses
            .filter(LedgerRules::counts)
            .flatMap(analysis -> analysis.statedFeasibility().stream())
            .mapToDouble(score -> Math.max(0, Math.min(1, score)))
            .average();
    return mean.isPresent() ? Optional.of(mean.getAsDouble()) : Optional.empty();
  }

  /**
   * Returns the merged texts that analysts confirmed, or else the texts of the proposals without
   * duplicates.
   */
  private static List<String> texts(
      List<String> merged, List<Approach> approaches, Function<Approach, List<String>> of) {
    return merged.isEmpty()
        ? approaches.stream().flatMap(one -> of.apply(one).stream()).distinct().toList()
        : merged;
  }

  private static List<CodeLocation> files(List<Approach> approaches) {
    Map<String, Map<Integer, CodeLocation>> byFile = new LinkedHashMap<>();
    approaches.stream()
        .flatMap(one -> one.affectedFiles().stream())
        .forEach(
            place ->
                byFile
                    .computeIfAbsent(place.file(), file -> new LinkedHashMap<>())
                    .merge(
                        place.line(),
                        place,
                        (known, other) -> known.reason().isBlank() ? other : known));
    byFile.values().stream().filter(lines -> lines.size() > 1).forEach(lines -> lines.remove(0));
    return byFile.values().stream().flatMap(lines -> lines.values().stream()).toList();
  }

  private static String joined(List<Approach> approaches, Function<Approach, String> of) {
    String words =
        approaches.stream()
            .map(of)
            .filter(text -> !text.isBlank())
            .distinct()
            .collect(Collectors.joining(" / "));
    return words.isEmpty() ? Solution.NOT_ASSESSED : words;
  }

  /**
   * Returns whether statements cite one of the files or, without citations, are from these agents.
   */
  private boolean touches(List<String> members, List<String> agents, Set<String> files) {
    List<CheckedLocation> places =
        ledger.statementsOf(members).flatMap(said -> said.places().stream()).toList();
    return places.isEmpty()
        ? ledger.statementsOf(members).anyMatch(said -> agents.contains(said.agent()))
        : places.stream().anyMatch(place -> files.contains(place.file()));
  }

  /**
   * Returns the order of tasks as {@code T1 → (T2 | T3)}, with parallel tasks in parentheses; empty
   * for fewer than two. Ignores dependencies on unknown tasks; in a cycle the first task goes
   * first.
   */
  private static String flow(List<SolutionTask> tasks) {
    List<SolutionTask> waiting = new ArrayList<>(tasks);
    List<String> steps = new ArrayList<>();
    while (waiting.size() > 0 && tasks.size() > 1) {
      Set<String> ahead = waiting.stream().map(SolutionTask::id).collect(Collectors.toSet());
      List<SolutionTask> ready =
          waiting.stream()
              .filter(
                  task ->
                      task.dependsOn().stream()
                          .noneMatch(id -> ahead.contains(id) && !id.equals(task.id())))
              .toList();
      List<SolutionTask> step = ready.isEmpty() ? List.of(waiting.get(0)) : ready;
      waiting.removeAll(step);
      String ids = step.stream().map(SolutionTask::id).collect(Collectors.joining(" | "));
      steps.add(step.size() > 1 ? "(" + ids + ")" : ids);
    }
    return String.join(" → ", steps);
  }
}
