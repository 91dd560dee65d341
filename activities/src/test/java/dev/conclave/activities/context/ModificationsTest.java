package dev.conclave.activities.context;

import static dev.conclave.activities.context.Gatherings.add;
import static dev.conclave.activities.context.Gatherings.chosen;
import static dev.conclave.activities.context.Gatherings.left;
import static dev.conclave.activities.context.Gatherings.remove;
import static dev.conclave.activities.context.Gatherings.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.MemoryDocuments;
import dev.conclave.workflows.context.ContextActivities.DraftedEdits;
import dev.conclave.workflows.context.ContextActivities.Edit;
import dev.conclave.workflows.context.ContextActivities.Suggested;
import dev.conclave.workflows.context.PlanningConflict.Modification;
import dev.conclave.workflows.context.Resolution.ResolutionKind;
import dev.conclave.workflows.secret.SecretFilter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModificationsTest {
  private static final String PLAN = ".workflow/active/WFS-1/plan.md";

  private final MemoryDocuments documents = new MemoryDocuments();
  private final Modifications modifications =
      new Modifications(documents, new SecretFilter(List.of("swordfish-12345"))::redact);

  @TempDir Path temp;
  private Path root;

  @BeforeEach
  void open() throws IOException {
    root = Files.createDirectory(temp.toRealPath().resolve("repo"));
  }

  private Path file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private DraftedEdits drawUp(Modification... changes) {
    return modifications.draftEdits(root, List.of(chosen("CON-001", changes)), List.of());
  }

  /** Returns the changed plan, or why the change does not apply. */
  private String changed(String text, Modification change) throws IOException {
    file(PLAN, text);
    DraftedEdits drawn = drawUp(change);
    return drawn.failed().isEmpty()
        ? documents.text(drawn.edits().get(0).after())
        : drawn.failed().get(0).why();
  }

  @Test
  void an_update_replaces_the_single_passage_and_keeps_line_endings() throws Exception {
    assertThat(changed("a\r\nb one\r\nc", update(PLAN, "a\nb one", "x\ny")))
        .isEqualTo("x\r\ny\r\nc");
    assertThat(changed("h\r\na\nb\n", update(PLAN, "a\nb", "c"))).isEqualTo("h\r\nc\n");
    assertThat(changed("a $1 \\E [b]\n", update(PLAN, "$1 \\E [b]", "\\1$2")))
        .isEqualTo("a \\1$2\n");
  }

  @Test
  void a_passage_that_does_not_occur_exactly_once_fails() throws Exception {
    assertThat(changed("aaa\n", update(PLAN, "aa", "b")))
        .isEqualTo("old_content occurs 2 times instead of once");
    assertThat(changed("\r\na\r\n", update(PLAN, "\na\n", "b"))).isEqualTo("b");
    assertThat(changed("a\n", remove(PLAN, "A")))
        .isEqualTo("old_content does not exist in the file");
    assertThat(changed("a\n", remove(PLAN, " "))).isEqualTo("old_content is missing");
  }

  @Test
  void removing_whole_lines_leaves_no_empty_line() throws Exception {
    assertThat(changed("- a\r\n- b\r\n- c\r\n", remove(PLAN, "- b"))).isEqualTo("- a\r\n- c\r\n");
    assertThat(changed("a\nb", remove(PLAN, "b"))).isEqualTo("a");
    assertThat(changed("a\nb\n\nc\n", remove(PLAN, "b\n"))).isEqualTo("a\n\nc\n");
    assertThat(changed("a, b, c\n", remove(PLAN, ", b"))).isEqualTo("a, c\n");
  }

  @Test
  void an_addition_goes_after_the_sections_own_text() throws Exception {
    String text = "# Plan\n\n## Rules ##\n- a\n\n### More\nb\n\n## End\n";
    assertThat(changed(text, add(PLAN, "### rules", "- x")))
        .isEqualTo("# Plan\n\n## Rules ##\n- a\n- x\n\n### More\nb\n\n## End\n");
    assertThat(changed(text, add(PLAN, " RULES ", "\nText.\n\n")))
        .isEqualTo("# Plan\n\n## Rules ##\n- a\n\nText.\n\n### More\nb\n\n## End\n");
    assertThat(changed(text, add(PLAN, "Rules", "### Last\nx")))
        .isEqualTo("# Plan\n\n## Rules ##\n- a\n\n### More\nb\n\n### Last\nx\n\n## End\n");
  }

  @Test
  void an_addition_keeps_the_file_ending() throws Exception {
    assertThat(changed("# A\r\nb", add(PLAN, "A", "x\ny"))).isEqualTo("# A\r\nb\r\n\r\nx\r\ny");
    assertThat(changed("# A\n", add(PLAN, "A", "  - x\n  - y"))).isEqualTo("# A\n\n  - x\n  - y\n");
    assertThat(changed("# A\nb\n\n---\n\n# B\n", add(PLAN, "A", "x")))
        .isEqualTo("# A\nb\n\nx\n\n---\n\n# B\n");
    assertThat(changed("# A\n# B\n", add(PLAN, "A", "x"))).isEqualTo("# A\n\nx\n\n# B\n");
  }

  @Test
  void a_section_is_found_outside_code_and_only_if_unique() throws Exception {
    String fenced = "````\n# A\n```\n# A\n````\n    # A\n#A\n# a\n";
    assertThat(changed(fenced, add(PLAN, "A", "x"))).isEqualTo(fenced + "\nx\n");
    assertThat(changed("# A\n~~~\n```\n# C\n```\nb\n", add(PLAN, "C", "x")))
        .as("in code, behind a fence that nothing closes")
        .isEqualTo("section \"C\" does not exist in the file");
    assertThat(changed("# A\n## a\n", add(PLAN, "A", "x")))
        .isEqualTo("section \"A\" occurs 2 times instead of once");
    assertThat(changed("# C#\n", add(PLAN, "C", "x")))
        .isEqualTo("section \"C\" does not exist in the file");
    assertThat(changed("# C#\n", add(PLAN, "C#", " "))).isEqualTo("new_content is missing");
    assertThat(changed("### `limits`\n", add(PLAN, "limits", "x")))
        .isEqualTo("### `limits`\n\nx\n");
  }

  @Test
  void non_text_and_files_over_1_MiB_fail() throws Exception {
    Modification change = update(PLAN, "old text", "new");
    assertThat(changed("old text\0", change)).isEqualTo("is binary");
    assertThat(changed("old text" + "x".repeat(1 << 20), change)).isEqualTo("is larger than 1 MiB");
    assertThat(changed("old text", update(PLAN, "old text", "x".repeat((1 << 20) + 1))))
        .isEqualTo("would be larger than 1 MiB");
    Files.write(root.resolve(PLAN), "old text \u00e9".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(drawUp(change).failed())
        .extracting(Suggested::why)
        .containsExactly("is not UTF-8: save it as UTF-8");
  }

  @Test
  void a_file_that_may_hold_secrets_is_unchanged() throws Exception {
    file(".workflow/server.pem", "old text\n");
    assertThat(drawUp(update(".workflow/server.pem", "old text", "new")).failed())
        .extracting(Suggested::why)
        .containsExactly("may hold secrets");
  }

  @ParameterizedTest
  @CsvSource({
    "src/Main.java, neither below",
    "src/main.md, neither below",
    ".workflow, neither below",
    ".workflow/../docs/plan.md, neither below",
    "/etc/passwd, neither below",
    "'', neither below",
    ".workflow/.git/config, only the session may change",
    ".workflow/none.md, is missing",
    ".workflow/.multi-cli-plan/MCP-old/session-state.json, only the session may change",
    ".workflow/active/WFS-a/.process/context-package.json, only the session may change",
    ".workflow/archive/uan-old/session-state.json, only the session may change",
    ".workflow/Archive/uan-old/session-state.json, only the session may change",
    ".workflow/active, is not a file",
    ".workflow/linked/a.md, symbolic link",
    ".workflow/link.md, symbolic link",
    "docs/linked.md, symbolic link",
    "docs/build.sh, neither below"
  })
  void changes_to_other_files_become_constraints(String path, String why) throws Exception {
    for (String there : List.of("src/Main.java", "src/main.md", "docs/build.sh", PLAN)) {
      file(there, "old text\n");
    }
    file(".workflow/.git/config", "old text\n");
    Path outside = Files.createDirectory(temp.resolve("outside"));
    Files.writeString(outside.resolve("a.md"), "old text\n");
    Files.createSymbolicLink(root.resolve(".workflow/linked"), outside);
    Files.createSymbolicLink(root.resolve(".workflow/link.md"), outside.resolve("a.md"));
    Files.createSymbolicLink(root.resolve("docs/linked.md"), root.resolve(PLAN));
    DraftedEdits drawn =
        modifications.draftEdits(
            root,
            List.of(chosen("CON-001", update(path, "old text", "new"))),
            List.of("docs/linked.md", "docs/build.sh", ".workflow"));
    assertThat(drawn.edits()).isEmpty();
    assertThat(drawn.constraints()).hasSize(1);
    assertThat(drawn.constraints().get(0).why()).contains(why);
  }

  @Test
  void listed_Markdown_files_may_be_changed() throws Exception {
    file("docs/Plan.MDX", "old text");
    DraftedEdits drawn =
        modifications.draftEdits(
            root,
            List.of(chosen("CON-001", update("docs/Plan.MDX", "old text", "new"))),
            List.of("./docs/Plan.MDX"));
    assertThat(drawn.edits()).extracting(Edit::path).containsExactly("docs/Plan.MDX");
  }

  @Test
  void a_later_modification_sees_the_result_of_an_earlier_one() throws Exception {
    file(PLAN, "one\n");
    DraftedEdits drawn =
        modifications.draftEdits(
            root,
            List.of(
                chosen("CON-001", update(PLAN, "one", "two"), update(PLAN, "one", "lost")),
                left("CON-002", ResolutionKind.CUSTOM),
                chosen(
                    "CON-003",
                    update(PLAN, "two", "three"),
                    update("gone\0.md", "x", "y"),
                    update("README.md", "x", "y"))),
            List.of());
    assertThat(drawn.edits()).hasSize(1);
    assertThat(documents.text(drawn.edits().get(0).before())).isEqualTo("one\n");
    assertThat(documents.text(drawn.edits().get(0).after())).isEqualTo("three\n");
    assertThat(drawn.applied())
        .extracting(Suggested::conflictId)
        .containsExactly("CON-001", "CON-003");
    assertThat(drawn.failed()).extracting(Suggested::conflictId).containsExactly("CON-001");
    assertThat(drawn.constraints())
        .extracting(Suggested::conflictId)
        .containsExactly("CON-003", "CON-003");
  }

  @Test
  void secrets_and_invisible_characters_are_removed_from_agent_text() throws Exception {
    assertThat(changed("one\n", update(PLAN, "one", "key sword\u200efish-12345\u001b[1m")))
        .isEqualTo("key [redacted: known secret]\n");
  }

  @Test
  void edits_are_written_once_and_keep_permissions() throws Exception {
    Path plan = file(PLAN, "one\n");
    Files.setPosixFilePermissions(plan, PosixFilePermissions.fromString("rwxrw-r--"));
    List<Edit> edits = drawUp(update(PLAN, "one", "two")).edits();
    assertThat(modifications.write(root, edits)).isEmpty();
    assertThat(plan).hasContent("two");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(plan)))
        .isEqualTo("rwxrw-r--");
    Files.setLastModifiedTime(plan, FileTime.fromMillis(1_000));
    assertThat(modifications.write(root, edits)).isEmpty();
    assertThat(Files.getLastModifiedTime(plan)).isEqualTo(FileTime.fromMillis(1_000));
  }

  @Test
  void a_file_changed_meanwhile_rolls_everything_back_and_is_kept() throws Exception {
    Path other = file(".workflow/other.md", "one\n");
    Path plan = file(PLAN, "one\n");
    List<Edit> edits =
        drawUp(update(".workflow/other.md", "one", "two"), update(PLAN, "one", "two")).edits();
    // A crashed attempt got this far.
    Files.writeString(other, "two\n");
    Files.writeString(plan, "mine\n");
    assertThat(modifications.write(root, edits)).contains(PLAN + " has changed in the meantime");
    assertThat(other).hasContent("one");
    assertThat(plan).hasContent("mine");
  }

  @Test
  void a_link_created_meanwhile_is_not_followed() throws Exception {
    Path plan = file(PLAN, "one\n");
    List<Edit> edits = drawUp(update(PLAN, "one", "two")).edits();
    Path outside = temp.resolve("outside");
    Files.move(plan.getParent(), outside);
    Files.createSymbolicLink(plan.getParent(), outside);
    assertThat(modifications.write(root, edits).orElseThrow()).contains(PLAN, "symbolic link");
    assertThat(outside.resolve("plan.md")).hasContent("one");
  }

  @Test
  void nothing_is_written_without_the_documents() throws Exception {
    Path plan = file(PLAN, "one\n");
    List<Edit> edits = drawUp(update(PLAN, "one", "two")).edits();
    documents.lose(edits.get(0).after());
    assertThat(modifications.write(root, edits).orElseThrow())
        .contains(PLAN, "no longer on this host");
    assertThat(plan).hasContent("one");
  }
}
