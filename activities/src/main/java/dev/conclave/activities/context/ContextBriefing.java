package dev.conclave.activities.context;

import dev.conclave.activities.context.Explorations.Findings;
import dev.conclave.activities.context.Explorations.FoundFile;
import dev.conclave.activities.context.FileRanking.PackedFile;
import dev.conclave.activities.context.FileRanking.Source;
import dev.conclave.activities.context.FileRanking.Tier;
import dev.conclave.workflows.context.ContextActivities.Intent;
import dev.conclave.workflows.context.PlanningConflict;
import dev.conclave.workflows.context.Resolution;
import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.Cut;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The full context as prompts include it: Markdown with complete entries, best first, without
 * duplicates.
 *
 * @param said collects the entries already written, in lower case
 */
record ContextBriefing(Explorations explorations, UnaryOperator<String> redact, Set<String> said) {
  private static final int MOST_BYTES = 24 << 10;
  private static final int LONGEST_ENTRY = 2_000;
  private static final int MOST_SYMBOLS = 8;

  /**
   * Writes the briefing.
   *
   * @param files best first
   */
  String of(
      List<PackedFile> files,
      Intent intent,
      List<Resolution> resolutions,
      List<String> constraints) {
    Stream<String> structure =
        explorations.byAngle().entrySet().stream()
            .map(one -> one.getKey() + ": " + one.getValue().projectStructure());
    String briefing =
        section("What the user wants", Stream.of(intent.goal(), intent.scope()))
            + section(
                "Conflicts with existing code", resolutions.stream().map(ContextBriefing::conflict))
            + section(
                "Constraints; decisions take precedence over explorers' findings ([Context])",
                constraints.stream())
            + section("Structure", structure)
            + section(
                "Files, most relevant first",
                files.stream().filter(ContextBriefing::matters).map(this::file))
            + section("Integration points", explorations.each(Findings::integrationPoints))
            + section("Patterns", explorations.each(Findings::patterns))
            + section("Dependencies", explorations.each(Findings::dependencies));
    return Cut.lines(briefing, MOST_BYTES);
  }

  private static boolean matters(PackedFile file) {
    boolean named = file.is(Source.EXPLORATION) || file.is(Source.USER_INTENT);
    return named || file.tier().compareTo(Tier.HIGH) <= 0;
  }

  private String section(String title, Stream<String> entries) {
    String items =
        entries
            .map(entry -> line(redact.apply(entry)))
            .filter(line -> !line.isEmpty() && said.add(line.toLowerCase(Locale.ROOT)))
            .map(line -> "- " + line + "\n")
            .collect(Collectors.joining());
    return items.isEmpty() ? "" : "\n## " + title + "\n\n" + items;
  }

  static String line(String text) {
    return Cut.shorten(
        ControlCharacters.removed(text.replaceAll("\\s+", " ")).strip(), LONGEST_ENTRY);
  }

  private static String conflict(Resolution resolution) {
    PlanningConflict conflict = resolution.conflict();
    String files = String.join(", ", conflict.affectedFiles());
    String outcome =
        switch (resolution.kind()) {
          case STRATEGY -> "Resolved: see the constraints.";
          case CUSTOM ->
              resolution.said().isEmpty()
                  ? "The user resolves it."
                  : "Resolved by the user: see the constraints.";
          case UNRESOLVED -> "OPEN: the plan must resolve it. " + conflict.description();
        };
    return "%s (%s, %s): %s%s. %s"
        .formatted(
            conflict.id(),
            conflict.severity(),
            conflict.category(),
            conflict.brief(),
            files.isEmpty() ? "" : ", in " + files,
            outcome);
  }

  private String file(PackedFile file) {
    Set<String> roles = new LinkedHashSet<>();
    Set<String> symbols = new LinkedHashSet<>();
    for (Findings found : explorations.byAngle().values()) {
      for (FoundFile named : found.relevantFiles()) {
        if (named.path().equals(file.path())) {
          roles.add(named.role().replace('_', ' '));
          symbols.addAll(named.keySymbols());
        }
      }
    }
    String shown = symbols.stream().limit(MOST_SYMBOLS).collect(Collectors.joining(", "));
    return "`%s`%s: %s%s"
        .formatted(
            file.path(),
            roles.isEmpty() ? "" : " (" + String.join(", ", roles) + ")",
            file.rationale(),
            shown.isEmpty() ? "" : ". Symbols: " + shown);
  }
}
