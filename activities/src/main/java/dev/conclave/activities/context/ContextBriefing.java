package dev.conclave.activities.context;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.context.FileRanking.PackedFile;
import dev.conclave.activities.context.FileRanking.Source;
import dev.conclave.activities.context.FileRanking.Tier;
import dev.conclave.workflows.context.PlanningConflict;
import dev.conclave.workflows.context.Resolution;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.Invisible;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What a prompt says of a full context: Markdown of whole entries, best first, nothing twice. */
final class ContextBriefing {
  static final int MOST_BYTES = 24 << 10;

  private static final int LONGEST_ENTRY = 1_000;
  private static final int MOST_SYMBOLS = 8;

  private final UnaryOperator<String> redact;
  private final Set<String> said = new HashSet<>();
  private final StringBuilder text = new StringBuilder();
  private int bytes;
  private boolean full;

  private ContextBriefing(UnaryOperator<String> redact) {
    this.redact = redact;
  }

  /**
   * Writes the briefing.
   *
   * @param explorations what was found, by angle
   * @param files best first
   */
  static String of(
      Map<String, JsonNode> explorations,
      List<PackedFile> files,
      List<Resolution> resolutions,
      List<String> constraints,
      UnaryOperator<String> redact) {
    ContextBriefing briefing = new ContextBriefing(redact);
    briefing.section(
        "Conflicts with what is there",
        resolutions.stream().map(ContextBriefing::conflict).toList());
    briefing.section(
        "Constraints; what explorers found ([Context]) yields to how conflicts are resolved",
        constraints);
    briefing.section(
        "Structure",
        explorations.entrySet().stream()
            .map(one -> one.getKey() + ": " + one.getValue().path("project_structure").asText())
            .toList());
    briefing.section(
        "Files, the most relevant first",
        files.stream()
            .filter(
                file ->
                    file.is(Source.EXPLORATION)
                        || file.is(Source.USER_INTENT)
                        || file.tier().compareTo(Tier.HIGH) <= 0)
            .map(file -> file(file, explorations))
            .toList());
    briefing.section("Integration points", all(explorations, "integration_points"));
    briefing.section("Patterns", all(explorations, "patterns"));
    briefing.section("Dependencies", all(explorations, "dependencies"));
    return briefing.text.toString();
  }

  /** Adds the entries that fit and were not said; with the first that does not fit it ends. */
  private void section(String title, List<String> entries) {
    String head = "## " + title + "\n\n";
    boolean begun = false;
    for (String entry : entries) {
      String line = line(redact.apply(entry));
      String block = (begun ? "" : (bytes == 0 ? "" : "\n") + head) + "- " + line + "\n";
      int size = block.getBytes(StandardCharsets.UTF_8).length;
      full |= bytes + size > MOST_BYTES;
      if (full) {
        return;
      }
      if (!line.isEmpty() && said.add(line.toLowerCase(Locale.ROOT))) {
        text.append(block);
        bytes += size;
        begun = true;
      }
    }
  }

  /** One line without characters that nobody sees. */
  static String line(String text) {
    return Cut.shown(Invisible.removed(text.replaceAll("\\s+", " ")).strip(), LONGEST_ENTRY);
  }

  private static String conflict(Resolution resolution) {
    PlanningConflict conflict = resolution.conflict();
    String what =
        "%s (%s, %s): %s"
            .formatted(conflict.id(), conflict.severity(), conflict.category(), conflict.brief());
    String files =
        conflict.affectedFiles().isEmpty()
            ? ""
            : ", in " + String.join(", ", conflict.affectedFiles());
    return switch (resolution.kind()) {
      case STRATEGY -> "%s%s. Resolved: see the constraints.".formatted(what, files);
      case CUSTOM -> "%s%s. The human sees to it.".formatted(what, files);
      case UNRESOLVED ->
          "%s%s. OPEN: the plan has to deal with it. %s"
              .formatted(what, files, conflict.description());
    };
  }

  /** How a conflict is resolved, as a constraint of a plan; empty where no strategy was chosen. */
  static Optional<String> resolved(Resolution resolution) {
    String answers =
        resolution.clarifications().stream()
            .map(one -> one.question() + " " + one.answer())
            .collect(Collectors.joining("; ", " (", ")"))
            .replace(" ()", "");
    return resolution
        .strategy()
        .map(
            chosen ->
                "[Conflict] %s is resolved by \"%s\": %s%s"
                    .formatted(
                        resolution.conflict().id(), chosen.name(), chosen.approach(), answers));
  }

  private static String file(PackedFile file, Map<String, JsonNode> explorations) {
    Set<String> roles = new LinkedHashSet<>();
    Set<String> symbols = new LinkedHashSet<>();
    explorations.values().stream()
        .flatMap(found -> items(found.path("relevant_files")))
        .filter(named -> named.path("path").asText().equals(file.path()))
        .forEach(
            named -> {
              roles.add(named.path("role").asText().replace('_', ' '));
              symbols.addAll(texts(named.path("key_symbols")));
            });
    return "`%s`%s: %s%s"
        .formatted(
            file.path(),
            roles.isEmpty() ? "" : " (" + String.join(", ", roles) + ")",
            file.rationale(),
            symbols.isEmpty()
                ? ""
                : ". Symbols: "
                    + symbols.stream().limit(MOST_SYMBOLS).collect(Collectors.joining(", ")));
  }

  /** What all angles say of a field, one after the other, without what was said before. */
  static List<String> all(Map<String, JsonNode> explorations, String field) {
    Set<String> once = new HashSet<>();
    return explorations.values().stream()
        .flatMap(found -> texts(found.path(field)).stream())
        .map(ContextBriefing::line)
        .filter(text -> once.add(text.toLowerCase(Locale.ROOT)))
        .toList();
  }

  static List<String> texts(JsonNode list) {
    return items(list).map(JsonNode::asText).toList();
  }

  static Stream<JsonNode> items(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }
}
