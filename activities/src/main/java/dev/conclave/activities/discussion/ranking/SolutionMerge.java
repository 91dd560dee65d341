package dev.conclave.activities.discussion.ranking;

import dev.conclave.activities.discussion.CitedPlace;
import dev.conclave.activities.discussion.Voters;
import dev.conclave.activities.discussion.verification.ApproachGroup;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.ImplementationPlan;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Score;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.SolutionTask;
import dev.conclave.workflows.wire.StableText;
import dev.conclave.workflows.wire.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes one solution of the proposals of one approach; docs/discussion.md, section 5. */
final class SolutionMerge {

  private final Map<String, Analysis> analyses;
  private final Collection<CitedPlace> evidence;
  private final ApproachGroup group;
  private final List<String> pros;
  private final List<String> cons;
  private final List<CodeLocation> places;
  private final int files;
  private final String description;

  SolutionMerge(
      Map<String, Analysis> analyses, Collection<CitedPlace> evidence, ApproachGroup group) {
    this.analyses = analyses;
    this.evidence = evidence;
    this.group = group;
    this.pros = Distinct.of(all(Approach::pros));
    this.cons = Distinct.of(all(Approach::cons));
    this.places = MergedPlaces.of(group.proposals());
    this.files = (int) places.stream().map(CodeLocation::file).distinct().count();
    this.description =
        group.proposals().stream()
            .map(proposal -> proposal.approach().description())
            .max(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()))
            .orElse("");
  }

  Solution merge() {
    Level effort = Majority.of(group.levels(Approach::effort));
    Level saidRisk = Majority.of(group.levels(Approach::risk));
    List<String> concerns = concerns();
    Level risk = saidRisk == Level.UNKNOWN ? Inference.risk(concerns) : saidRisk;
    List<String> sources = group.agents();
    NamedLines named = NamedLines.of(group.proposals(), evidence);
    List<SolutionTask> tasks = TaskMerge.of(group.proposals());
    return new Solution(
        group.name(),
        description,
        sources,
        feasibility(sources),
        effort,
        risk,
        saidRisk == Level.UNKNOWN && risk != Level.UNKNOWN,
        said(Approach::maintainability, Inference.maintainability(pros, cons)),
        said(Approach::performanceImpact, Inference.performance(pros, cons)),
        summary(sources, effort, risk, named),
        pros,
        cons,
        places,
        new ImplementationPlan(
            description, tasks, ExecutionFlow.of(tasks), ExecutionFlow.milestones(tasks)),
        dependencies(),
        concerns,
        Score.of(sources.size(), effort, risk, pros.size(), cons.size(), files),
        named.verified(),
        named.size());
  }

  private List<String> all(Function<Approach, List<String>> of) {
    return group.proposals().stream().flatMap(p -> of.apply(p.approach()).stream()).toList();
  }

  private List<String> concerns() {
    List<String> all =
        analyses.values().stream().flatMap(a -> a.technicalConcerns().stream()).toList();
    return Distinct.of(Inference.concerning(all, group.name() + ". " + description, places));
  }

  /** The mean of what the models among its sources say; a template's number is nobody's. */
  private Optional<Double> feasibility(List<String> sources) {
    return said(sources)
        .collect(
            Collectors.teeing(
                Collectors.averagingDouble(Double::doubleValue),
                Collectors.counting(),
                (mean, count) -> count == 0 ? Optional.empty() : Optional.of(mean)));
  }

  private Stream<Double> said(List<String> sources) {
    return sources.stream()
        .map(analyses::get)
        .filter(Objects::nonNull)
        .filter(analysis -> Voters.byModel(analysis) && !analysis.fallback())
        .map(Analysis::saidFeasibility)
        .flatMap(Optional::stream);
  }

  private String said(Function<Approach, String> of, String otherwise) {
    List<String> words =
        Distinct.of(group.proposals().stream().map(p -> of.apply(p.approach())).toList());
    return words.isEmpty() ? otherwise : String.join(" / ", words);
  }

  private String summary(List<String> sources, Level effort, Level risk, NamedLines named) {
    String by = String.join(", ", sources);
    return group.name()
        + ": proposed by "
        + by
        + "; effort "
        + Words.of(effort)
        + ", risk "
        + Words.of(risk)
        + "; "
        + StableText.counted(pros.size(), "pro")
        + ", "
        + StableText.counted(cons.size(), "con")
        + ", "
        + StableText.counted(files, "file")
        + "; "
        + named.borneOut()
        + (said(sources).findAny().isEmpty() ? "; feasibility not said" : "")
        + ".";
  }

  private Solution.Dependencies dependencies() {
    Set<String> internal = new TreeSet<>();
    for (CodeLocation place : places) {
      int slash = place.file().lastIndexOf('/');
      internal.add(slash < 0 ? place.file() : place.file().substring(0, slash));
    }
    List<String> words = new ArrayList<>(all(Approach::pros));
    words.addAll(all(Approach::cons));
    group
        .proposals()
        .forEach(p -> words.add(p.approach().name() + ". " + p.approach().description()));
    return new Solution.Dependencies(List.copyOf(internal), OutsideDependencies.in(words));
  }
}
