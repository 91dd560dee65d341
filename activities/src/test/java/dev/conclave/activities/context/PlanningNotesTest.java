package dev.conclave.activities.context;

import static dev.conclave.activities.context.Gatherings.assembled;
import static dev.conclave.activities.context.Gatherings.chosen;
import static dev.conclave.activities.context.Gatherings.left;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.context.Angles;
import dev.conclave.workflows.context.ContextActivities.AssembleRequest;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextActivities.DraftedEdits;
import dev.conclave.workflows.context.ContextActivities.Intent;
import dev.conclave.workflows.context.Resolution;
import dev.conclave.workflows.context.Resolution.ResolutionKind;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.Language;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanningNotesTest {
  private static final LocalDate DAY = LocalDate.parse("2026-11-21");
  private static final Assembled FOUND =
      assembled(
          List.of("src/A.java", "src/B.java"),
          List.of("[Conflict] CON-002: keep it (agreed)", "[Context] no new <dependency>"));
  private static final List<Resolution> RESOLVED =
      List.of(
          chosen("CON-001"),
          left("CON-002", ResolutionKind.CUSTOM),
          left("CON-003", ResolutionKind.UNRESOLVED));

  private static final String TEMPLATE =
      """
      # Planning Notes

      ## User Intent (Phase 1)

      - **GOAL**: limit rates; per key
      - **KEY_CONSTRAINTS**: none

      ---

      ## Context Findings (Phase 2)
      (To be filled by context-gather)

      ## Conflict Decisions (Phase 2)
      (To be filled if conflicts detected)

      ## Consolidated Constraints (Phase 3 Input)
      1. Keep the API
      4. Java 17

      ---

      ## N+1 Context
      - [ ] (For N+1)
      """;

  private static final String FILLED =
      """
      # Planning Notes

      ## User Intent (Phase 1)

      - **GOAL**: limit rates; per key
      - **KEY_CONSTRAINTS**: none

      ---

      ## Context Findings (Phase 2)

      - **CRITICAL_FILES**: src/A.java, src/B.java
      - **ARCHITECTURE**: layers
      - **CONFLICT_RISK**: medium
      - **CONSTRAINTS**: 1, numbered below as [Context]

      ### [Context-Search Agent] 2026-11-21
      - **Note**: 12 files found (angles: patterns, testing)

      ## Conflict Decisions (Phase 2)

      - **RESOLVED**: CON-001 → Keep the old API
      - **CUSTOM_HANDLING**: CON-002 resolved manually by ann
      - **UNRESOLVED**: CON-003 left open by ann
      - **CONSTRAINTS**: 1, numbered below as [Conflict]

      ### [Conflict-Resolution Agent] 2026-11-21
      - **Note**: 1 of 3 conflicts resolved by a strategy

      ## Consolidated Constraints (Phase 3 Input)
      1. Keep the API
      4. Java 17
      5. [Conflict] CON-002: keep it (agreed)
      6. [Context] no new \\<dependency>

      ---

      ## N+1 Context
      - [ ] (For N+1)
      """;

  private final PlanningNotes notes = new PlanningNotes(new SecretFilter()::redact);

  @TempDir Path temp;

  @Test
  void the_intent_is_read_in_every_spelling() {
    assertThat(notes.intent("the task", TEMPLATE))
        .isEqualTo(new Intent("limit rates; per key", "", List.of()));
    assertThat(
            notes.intent(
                "the task",
                """
                **GOAL:** first
                * **GOAL**: second
                **SCOPE**: the api module
                - **KEY_CONSTRAINTS**: one; two；
                **KEY_CONSTRAINTS**:

                  - three
                2. four
                - **OWNER**: nobody
                - five
                """))
        .isEqualTo(new Intent("first", "the api module", List.of("one", "two", "three", "four")));
    assertThat(notes.intent("the task", "GOAL: not bold\n- **GOAL**: (To be filled later)\n"))
        .isEqualTo(new Intent("the task", "", List.of()));
  }

  @Test
  void the_outcome_replaces_placeholders_below_its_headings() {
    assertThat(notes.withPackage(TEMPLATE, FOUND, RESOLVED, DAY)).isEqualTo(FILLED);
    assertThat(notes.withPackage(FILLED, FOUND, RESOLVED, DAY.plusDays(1))).isEqualTo(FILLED);
  }

  @Test
  void sentences_are_in_the_sessions_language_and_names_of_fields_stay() {
    PlanningNotes chinese = new PlanningNotes(new SecretFilter()::redact, Language.ZH);

    String once = chinese.withPackage(TEMPLATE, FOUND, RESOLVED, DAY);

    assertThat(once)
        .contains(
            "- **CONFLICT_RISK**: 中\n",
            "- **CONSTRAINTS**: 1 条，在下文编号为 [Context]\n",
            "- **Note**: 找到 12 个文件（角度：patterns, testing）\n",
            "- **CUSTOM_HANDLING**: CON-002 由 ann 自行解决\n",
            "- **Note**: 3 个冲突中 1 个由策略解决\n");
    assertThat(chinese.withPackage(once, FOUND, RESOLVED, DAY.plusDays(1))).isEqualTo(once);
    assertThat(chinese.withPackage(TEMPLATE, assembled(List.of(), List.of()), List.of(), DAY))
        .contains("- **CRITICAL_FILES**: 无\n");
    assertThat(notes.intent("t", "- **GOAL**: 限流\n- **KEY_CONSTRAINTS**: 无\n").keyConstraints())
        .isEmpty();
  }

  @Test
  void a_second_outcome_is_appended_and_none_is_removed() {
    Assembled more = assembled(List.of("src/C.java"), List.of("[Context] keep\nlines"));
    String entered = notes.withPackage(FILLED, more, List.of(), DAY);
    assertThat(entered.lines().toList())
        .containsSubsequence(FILLED.lines().toList())
        .contains("- **CRITICAL_FILES**: src/C.java", "7. [Context] keep lines")
        .hasSize((int) FILLED.lines().count() + 2);
  }

  @Test
  void a_section_without_content_keeps_its_placeholder() {
    assertThat(notes.withPackage(TEMPLATE, assembled(List.of(), List.of()), List.of(), DAY))
        .contains("(To be filled if conflicts detected)\n", "- **CRITICAL_FILES**: none\n");
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
            "## Context Findings (Phase 2)",
            "### context findings (phase 2) ##",
            "## Conflict Decisions (Phase 2)",
            "# Consolidated Constraints (Phase 3 Input)",
            "(To be filled by somebody)",
            "### [Context-Search Agent] 2026-11-01",
            "- **CONFLICT_RISK**: medium",
            "3. [Context] no new \\<dependency>",
            "7) other",
            "```",
            "---",
            "  text",
            "")
        .list()
        .ofMaxSize(14)
        .flatMap(lines -> Arbitraries.of("\n", "\r\n").map(end -> String.join(end, lines)));
  }

  @Property(tries = 500)
  void writing_twice_is_idempotent_and_other_text_stays(@ForAll("texts") String before) {
    String once = notes.withPackage(before, FOUND, RESOLVED, DAY);
    assertThat(notes.withPackage(once, FOUND, RESOLVED, DAY.plusDays(1))).isEqualTo(once);
    assertThat(once.lines().filter(line -> line.contains("[Context] no new"))).isNotEmpty();
    List<String> lines = MarkdownLines.of(before).lines();
    List<String> staying =
        lines.stream()
            .limit(Math.max(0, lines.size() - 1))
            .filter(line -> !line.startsWith("(To be filled"))
            .toList();
    int found = 0;
    for (String line : MarkdownLines.of(once).lines()) {
      found += found < staying.size() && line.equals(staying.get(found)) ? 1 : 0;
    }
    assertThat(found).as("lines with their ends, in order").isEqualTo(staying.size());
  }

  @Test
  void notes_are_created_if_missing_and_untouched_if_complete() throws Exception {
    AssembleRequest request = of(temp);
    assertThat(notes.withPackage(request, FOUND)).isEqualTo(FOUND);
    Path file = temp.resolve(".workflow/active/WFS-limit-rates/planning-notes.md");
    assertThat(file)
        .content()
        .startsWith("# Planning Notes\n\n## Context Findings (Phase 2)\n\n- **CRITICAL")
        .contains("### [Context-Search Agent] 2026-11-21\n- **Note**: 12 files")
        .contains("(Phase 3 Input)\n\n1. [Conflict] CON-002: keep it (agreed)\n2. [Context] no");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));
    assertThat(notes.withPackage(request, FOUND)).isEqualTo(FOUND);
    assertThat(Files.getLastModifiedTime(file)).isEqualTo(FileTime.fromMillis(1_000));
    assertThat(file.resolveSibling(".gitignore")).hasContent("/.gitignore\n/planning-notes.md");
  }

  @Test
  void generated_notes_are_not_repository_content_but_the_users_are() throws Exception {
    assertThat(notes.withPackage(of(temp), FOUND)).isEqualTo(FOUND);
    Path theirs = temp.resolve("theirs");
    Path file = theirs.resolve(".workflow/active/WFS-limit-rates/planning-notes.md");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "**GOAL**: fast\n");
    assertThat(notes.withPackage(of(theirs), FOUND)).isEqualTo(FOUND);
    assertThat(file.getParent()).isDirectoryNotContaining("glob:**.gitignore");

    assertThat(new ProcessBuilder("git", "init", "-q", temp.toString()).start().waitFor()).isZero();
    Process listing =
        new ProcessBuilder("git", "ls-files", "-o", "--exclude-standard")
            .directory(temp.toFile())
            .start();
    assertThat(new String(listing.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("theirs/.workflow/active/WFS-limit-rates/planning-notes.md\n");
  }

  private static AssembleRequest of(Path root) {
    return new AssembleRequest(
        Gatherings.in(root, "Limit rates"),
        Angles.of("Limit rates"),
        new Intent("", "", List.of()),
        Optional.empty(),
        List.of(),
        RESOLVED,
        new DraftedEdits(List.of(), List.of(), List.of(), List.of()),
        List.of(),
        List.of(),
        Optional.empty(),
        Instant.parse("2026-11-21T23:59:59Z"));
  }

  @Test
  void links_are_not_followed() throws IOException {
    Path outside = Files.createDirectory(temp.resolve("outside"));
    Path file = Files.writeString(outside.resolve("a.md"), "theirs");
    Path active = Files.createDirectories(temp.resolve("repo/.workflow/active"));
    Files.createSymbolicLink(active.resolve("WFS-limit-rates"), outside);
    AssembleRequest request = of(temp.resolve("repo"));
    assertThat(notes.withPackage(request, FOUND).notes().get(0)).contains("link, WFS-limit-rates");
    Files.delete(active.resolve("WFS-limit-rates"));
    Path linked = Files.createDirectory(active.resolve("WFS-limit-rates"));
    Files.createSymbolicLink(linked.resolve("planning-notes.md"), file);
    assertThat(notes.withPackage(request, FOUND).notes().get(0))
        .contains("link, planning-notes.md");
    assertThat(file).hasContent("theirs");
    assertThat(outside).isDirectoryNotContaining("glob:**notes.md");
  }
}
