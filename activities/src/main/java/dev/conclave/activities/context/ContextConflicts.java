package dev.conclave.activities.context;

import static java.util.stream.Collectors.groupingBy;

import dev.conclave.activities.artifact.ContextFiles;
import dev.conclave.activities.artifact.JsonFields;
import dev.conclave.activities.context.Explorations.Findings;
import dev.conclave.activities.context.Explorations.Sign;
import dev.conclave.activities.discussion.EvidenceRules;
import dev.conclave.workflows.context.ContextActivities.AssembleRequest;
import dev.conclave.workflows.context.ContextActivities.Suggested;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.context.Resolution;
import dev.conclave.workflows.context.Resolution.ResolutionKind;
import dev.conclave.workflows.text.Cut;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Renders how the conflicts of a context were resolved, and the constraints that follow for a plan.
 */
record ContextConflicts(AssembleRequest request, Explorations explorations) {
  static final int MOST_CONSTRAINTS = 20;
  static final int LONGEST_CONSTRAINT = 2_000;
  private static final int MOST_MODULES = 20;
  private static final List<String> RISKS = List.of("none", "low", "medium", "high");

  List<String> constraints(UnaryOperator<String> redact) {
    return bounded(
        Stream.concat(
            decided(redact).stream(),
            explorations.all(Findings::constraints).stream()
                .map(one -> "[Context] " + supported(one))),
        redact);
  }

  List<String> decided(UnaryOperator<String> redact) {
    List<String> said = new ArrayList<>();
    request.intent().keyConstraints().forEach(one -> said.add("[Notes] " + one));
    request.answers().forEach(one -> said.add("[Answer] " + one));
    for (Resolution one : request.resolutions()) {
      if (one.kind() != ResolutionKind.UNRESOLVED && !resolved(one).isEmpty()) {
        said.add(
            "[Conflict] %s, %s, is resolved %s"
                .formatted(one.conflict().id(), one.conflict().brief(), resolved(one)));
      }
    }
    request.drawnUp().constraints().forEach(one -> said.add(one.sentence()));
    request.drawnUp().failed().forEach(one -> said.add(one.sentence()));
    return bounded(said.stream(), redact);
  }

  private static List<String> bounded(Stream<String> said, UnaryOperator<String> redact) {
    return said.map(one -> Cut.shorten(ContextBriefing.line(redact.apply(one)), LONGEST_CONSTRAINT))
        .distinct()
        .limit(MOST_CONSTRAINTS)
        .toList();
  }

  /** Marks a constraint that cites no code, which the explorer may have invented. */
  private static String supported(String constraint) {
    return EvidenceRules.citedIn(constraint).isEmpty()
        ? "nothing cited: " + constraint
        : constraint;
  }

  /**
   * Describes a resolution, with the user's words first, because the end may be truncated. Empty
   * without a strategy or the user's words.
   */
  private static String resolved(Resolution one) {
    String said = one.said();
    return one.strategy()
        .map(
            chosen ->
                "by \"%s\"%s: %s"
                    .formatted(
                        chosen.name(),
                        said.isEmpty()
                            ? ""
                            : " (" + said + "; takes precedence over the following)",
                        chosen.approach()))
        .orElse(said.isEmpty() ? "" : "by the user: " + said);
  }

  List<String> notes() {
    List<String> notes = new ArrayList<>(request.notes());
    for (Resolution one : request.resolutions()) {
      one.remark()
          .ifPresent(
              said -> notes.add("%s, clarification: %s".formatted(one.conflict().id(), said)));
    }
    for (Suggested one : request.drawnUp().failed()) {
      notes.add(
          "the resolution is partial: a change to %s for %s does not apply: %s"
              .formatted(one.modification().file(), one.conflictId(), one.why()));
    }
    return notes;
  }

  JsonFields render(List<JsonFields> historical) {
    List<Sign> signs = explorations.each(Findings::conflictIndicators).toList();
    Set<String> modules = new TreeSet<>();
    signs.forEach(sign -> sign.affectedFiles().forEach(path -> modules.add(folder(path))));
    List<String> ways = new ArrayList<>();
    for (Resolution one : request.resolutions()) {
      String way = one.strategy().map(Strategy::approach).orElse(one.sentence());
      ways.add(one.conflict().id() + ": " + way);
      one.conflict().affectedFiles().forEach(path -> modules.add(folder(path)));
    }
    Optional<String> resolved =
        request.resolutions().stream()
            .findAny()
            .map(
                any ->
                    ContextFiles.path(
                        request.gathering().workspace(),
                        request.gathering().session(),
                        ContextFiles.RESOLUTION));
    return new JsonFields()
        .with("risk_level", risk(signs))
        .with("risk_factors", signs.stream().collect(groupingBy(Sign::type)))
        .with("affected_modules", modules.stream().limit(MOST_MODULES).toList())
        .with("mitigation_strategy", String.join("; ", ways))
        .with("historical_conflicts", historical)
        .with("resolution_file", resolved);
  }

  private static String folder(String path) {
    return path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : ".";
  }

  private String risk(List<Sign> signs) {
    boolean settled =
        request.drawnUp().failed().isEmpty()
            && !request.resolutions().isEmpty()
            && request.resolutions().stream()
                .noneMatch(one -> one.kind() == ResolutionKind.UNRESOLVED);
    return settled
        ? "resolved"
        : signs.stream()
            .map(sign -> sign.severity().toLowerCase(Locale.ROOT))
            .max(Comparator.comparingInt(RISKS::indexOf))
            .orElse("none");
  }
}
