package dev.conclave.activities.agent.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.conclave.workflows.search.ContextPackage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperworkTest {
  private static final String TASK = "Limit packets per sender";

  @TempDir Path tree;

  @Test
  void license_changes_locks_and_automation_say_nothing_of_a_task() {
    for (String path :
        List.of(
            "LICENSE",
            "LICENSE.Apache-2.0.txt",
            "core/COPYING.LESSER",
            "LICENSES/MIT.txt",
            "NOTICE",
            "AUTHORS.md",
            "CHANGES.md",
            "CHANGELOG",
            "History.md",
            "docs/release-notes.rst",
            "Package.resolved.lock",
            "go.sum",
            ".github/workflows/check.yml",
            ".gitlab-ci.yml",
            ".travis.yml")) {
      assertThat(Paperwork.isBeside(TASK, path)).as(path).isTrue();
    }
  }

  @Test
  void code_and_documents_of_like_names_are_none() {
    for (String path :
        List.of(
            "src/license.py",
            "src/Notice.java",
            "web/history.js",
            "templates/notice.html",
            "docs/releasing.md",
            "README.md",
            "locks/redis.md",
            "conf/limits.yml",
            "src/authors.json",
            "file.changes.xml")) {
      assertThat(Paperwork.isBeside(TASK, path)).as(path).isFalse();
    }
  }

  @Test
  void what_the_task_speaks_of_is_no_paperwork() {
    assertThat(Paperwork.isBeside("Release under a permissive license", "LICENSE")).isFalse();
    assertThat(Paperwork.isBeside("修改许可证", "LICENSE")).isFalse();
    assertThat(Paperwork.isBeside("Generate the changelog from commits", "CHANGES.md")).isFalse();
    assertThat(Paperwork.isBeside("Begin History.md anew", "History.md")).isFalse();
    assertThat(Paperwork.isBeside("Run the tests in CI", ".github/workflows/check.yml")).isFalse();
    assertThat(Paperwork.isBeside("A special circle", ".github/workflows/check.yml")).isTrue();
  }

  @Test
  void neither_their_text_nor_their_names_enter_a_prompt_and_no_scrap_of_a_line_does()
      throws Exception {
    Files.writeString(tree.resolve("LICENSE"), "You may not limit\n");
    Files.writeString(tree.resolve("net.go"), "func listen() {}\n".repeat(10));
    Files.writeString(tree.resolve("util.go"), "func limit() {}\n".repeat(10));
    ContextPart part = new ContextPart(new Fence("f"), new Excerpts(tree));

    assertThat(part.sent(Optional.of(context("packets")), 300, 2))
        .extracting(ContextPart.Sent::path, sent -> sent.text().isEmpty())
        .containsExactly(tuple("net.go", false), tuple("util.go", true));
    assertThat(part.sent(Optional.of(context("packets", "license")), 300, 2))
        .as("of which a human spoke since")
        .extracting(ContextPart.Sent::path)
        .containsExactly("LICENSE", "net.go");
  }

  private static ContextPackage context(String... keywords) {
    return new ContextPackage(
        TASK,
        "S",
        List.of(keywords),
        List.of(),
        List.of(file("LICENSE"), file("net.go"), file("util.go")),
        List.of(),
        "",
        "",
        new ContextPackage.Overview(Optional.empty(), false, Map.of("Go", 2), 3));
  }

  private static ContextPackage.RelevantFile file(String path) {
    return new ContextPackage.RelevantFile(path, 0.9, "words", List.of(), List.of(1));
  }
}
