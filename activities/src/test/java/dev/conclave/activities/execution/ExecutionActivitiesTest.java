package dev.conclave.activities.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.document.Folders;
import dev.conclave.activities.workspace.ExecutionRepository;
import dev.conclave.activities.workspace.TestRepositories;
import dev.conclave.workflows.api.ExecutionActivities.Base;
import dev.conclave.workflows.api.ExecutionActivities.Committed;
import dev.conclave.workflows.api.ExecutionActivities.Merged;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.text.Words;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutionActivitiesTest {
  @TempDir Path temporary;

  @Test
  void the_base_includes_uncommitted_changes_and_the_users_tree_is_unchanged() throws Exception {
    ExecutionFixture one =
        ExecutionFixture.of(
            temporary,
            "a.txt=a\n",
            "gone.txt=1\n",
            "sub/b.sh=b\n",
            "staged.txt=1\n",
            ".gitignore=*.log\n");
    TestRepositories.write(
        one.root, "a.txt=A\n", "new/文件 \n.txt=n", "x.log=ignored", "staged.txt=2\n");
    one.git("add", "staged.txt");
    TestRepositories.write(one.root, "staged.txt=3\n");
    Files.delete(one.root.resolve("gone.txt"));
    Files.setPosixFilePermissions(
        one.root.resolve("sub/b.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createSymbolicLink(one.root.resolve("link"), Path.of("a.txt"));
    hostile(one);
    one.git("stash", "list");
    Map<String, String> before = one.state();
    Base base = one.open("make test");
    assertThat(one.state()).isEqualTo(before);
    assertThat(temporary.resolve("ran")).doesNotExist();
    assertThat(base.head()).hasValue(one.git("rev-parse", "HEAD"));
    assertThat(base.headTree()).isEqualTo(one.git("rev-parse", "HEAD^{tree}"));
    assertThat(base.dirty())
        .containsExactly(
            "\"new/\\346\\226\\207\\344\\273\\266 \\n.txt\"",
            "a.txt",
            "gone.txt",
            "link",
            "staged.txt",
            "sub/b.sh");
    assertThat(base.dirtyFiles()).isEqualTo(6);
    assertThat(base.onBranch()).hasValue("main");
    assertThat(base.author()).isEqualTo("Ada Łovelace <ada@example.org>");
    assertThat(base.notes()).containsExactly("hooks do not run: pre-commit");
    assertThat(one.show(base.tree(), "staged.txt")).isEqualTo("3\n");
    for (String program : List.of("core.fsmonitor", "core.hooksPath")) {
      one.git("config", program, program.endsWith("Path") ? "/dev/null" : "false");
    }
    one.git("add", "-A");
    assertThat(one.git("write-tree")).isEqualTo(base.tree());
  }

  /** Adds hooks, filters, an fsmonitor, drivers and settings that would run a program. */
  private void hostile(ExecutionFixture one) throws Exception {
    String ran = "touch " + temporary.resolve("ran");
    Path hook = one.root.resolve(".git/hooks/pre-commit");
    Files.createDirectories(hook.getParent());
    for (String name :
        List.of(
            "pre-commit",
            "reference-transaction",
            "post-index-change",
            "post-checkout",
            "post-merge")) {
      Files.writeString(hook.resolveSibling(name), "#!/bin/sh\n" + ran + "\n");
      Files.setPosixFilePermissions(
          hook.resolveSibling(name), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    one.git("config", "core.fsmonitor", ran);
    one.git("config", "filter.evil.clean", ran + "; cat");
    one.git("config", "filter.evil.smudge", ran + "; cat");
    one.git("config", "diff.evil.textconv", ran);
    one.git("config", "merge.evil.driver", ran);
    one.git("config", "core.pager", ran);
    Files.createDirectories(one.root.resolve(".git/info"));
    Files.writeString(
        one.root.resolve(".git/info/attributes"), "*.evil filter=evil diff=evil merge=evil\n");
  }

  @Test
  void converted_files_that_git_calls_clean_stay_as_committed() throws Exception {
    Path root =
        TestRepositories.repository(
            temporary.resolve("user"),
            "a.txt=one\ntwo\n",
            ".gitattributes=*.txt text eol=crlf\n*.up filter=up\n",
            "b.bin=x\n",
            "b.up=low\n");
    ExecutionFixture.named(root);
    ExecutionFixture one = new ExecutionFixture(temporary, root);
    one.git("config", "filter.up.smudge", "tr a-z A-Z");
    one.git("config", "filter.up.clean", "tr A-Z a-z");
    Files.delete(root.resolve("a.txt"));
    Files.delete(root.resolve("b.up"));
    one.git("checkout", "--", "a.txt", "b.up");
    assertThat(root.resolve("a.txt")).hasContent("one\r\ntwo\r\n");
    assertThat(Files.readString(root.resolve("b.up"))).isEqualTo("LOW\n");
    Base base = one.open();
    assertThat(base.tree()).isEqualTo(base.headTree());
    Files.writeString(root.resolve("a.txt"), "one\r\nthree\r\n");
    Files.writeString(root.resolve("b.up"), "OTHER\n");
    Base dirty = one.open();
    assertThat(dirty.dirty()).containsExactly("a.txt");
    assertThat(one.show(dirty.tree(), "a.txt")).isEqualTo("one\nthree\n");
    assertThat(dirty.notes()).anyMatch(note -> note.contains("b.up") && note.contains("filter"));
  }

  @Test
  void a_commit_has_only_the_change_and_equal_orders_give_one_object() throws Exception {
    ExecutionFixture one = ExecutionFixture.of(temporary, "a.txt=a\n", "b.txt=b\n");
    TestRepositories.write(one.root, "dirty.txt=1\n", "b.txt=B\n");
    Base base = one.open();
    String tree = one.changed(base.tree(), "c.txt=c\n", "b.txt=BB\n", "a.txt");
    Committed made = one.commit(base, base.head(), base.headTree(), base.tree(), tree);
    assertThat(one.commit(base, base.head(), base.headTree(), base.tree(), tree)).isEqualTo(made);
    String listed =
        new String(
            one.repository().run("ls-tree", "-r", "--name-only", made.tree()),
            StandardCharsets.UTF_8);
    assertThat(listed).isEqualTo("b.txt\nc.txt\n");
    String shown =
        new String(
            one.repository().run("show", "-s", "--format=%an <%ae> %cn %at %P%n%B", made.commit()),
            StandardCharsets.UTF_8);
    assertThat(shown)
        .isEqualTo(
            "Ada Łovelace <ada@example.org> Ada Łovelace 1700000000 %s\nAdd a cache\n\nIt is small.\n\nConclave-Task: T1\n\n"
                .formatted(base.head().orElseThrow()));
  }

  @Test
  void parallel_changes_are_merged_and_conflicts_are_named() throws Exception {
    ExecutionFixture one = ExecutionFixture.of(temporary, "a.txt=1\n2\n3\n4\n5\n", "b.txt=b\n");
    Base base = one.open();
    String first = one.changed(base.tree(), "a.txt=1x\n2\n3\n4\n5\n", "new=1");
    String second = one.changed(base.tree(), "a.txt=1\n2\n3\n4\n5x\n", "b.txt");
    String third = one.changed(base.tree(), "a.txt=1y\n2\n3\n4\n5\n", "new=2");
    Merged merged =
        one.activities().merge(ExecutionFixture.SESSION, one.workspace, base.tree(), first, second);
    assertThat(merged.conflicts()).isEmpty();
    assertThat(one.show(merged.tree(), "a.txt")).isEqualTo("1x\n2\n3\n4\n5x\n");
    Merged conflict =
        one.activities().merge(ExecutionFixture.SESSION, one.workspace, base.tree(), first, third);
    assertThat(conflict).isEqualTo(new Merged(null, List.of("a.txt", "new")));
  }

  @Test
  void a_folder_without_git_gets_a_first_commit() throws Exception {
    Path root = Files.createDirectories(temporary.resolve("plain"));
    TestRepositories.write(root, "a.txt=a\n");
    ExecutionFixture one = new ExecutionFixture(temporary, root);
    Base base = one.open();
    assertThat(base.head()).isEmpty();
    String tree = one.changed(base.tree(), "a.txt=b\n");
    Committed made = one.commit(base, Optional.empty(), base.headTree(), base.tree(), tree);
    assertThat(made.tree()).isEqualTo(tree);
    assertThat(
            new String(one.repository().run("rev-list", made.commit()), StandardCharsets.UTF_8)
                .lines())
        .hasSize(2);
  }

  @Test
  void a_repository_without_commits_or_author_is_refused_with_a_fix() throws Exception {
    Path root = Files.createDirectories(temporary.resolve("unborn"));
    TestRepositories.git(root, "init", "-q", "-b", "main");
    assertThatThrownBy(() -> new ExecutionFixture(temporary, root).open())
        .hasMessageContaining("has no commits yet: create one");
    Path nameless = TestRepositories.repository(temporary.resolve("nameless"), "a=1");
    TestRepositories.git(nameless, "config", "user.name", "");
    assertThatThrownBy(() -> new ExecutionFixture(temporary, nameless).open())
        .hasMessageContaining("git config --global user.name");
  }

  @Test
  void commands_are_listed_by_origin_and_allowed_ones_stay_allowed() throws Exception {
    ExecutionFixture one =
        ExecutionFixture.of(
            temporary,
            "package.json={\"scripts\":{\"test\":\"jest\",\"lint\":\"eslint\",\"format\":\"prettier\"}}",
            "Cargo.toml=[package]\n");
    Path file =
        Files.writeString(
            temporary.resolve("config.yaml"),
            "execution: {setup: [npm ci], repositories: {%s: {setup: [make deps], checks: [make check]}}}\n"
                .formatted(one.root));
    one.configuration = Configuration.load(Map.of("CONCLAVE_CONFIG", file.toString()), temporary);
    assertThat(lines(one.open("npm run test")))
        .containsExactly(
            "setup make deps CONFIGURATION true",
            "check npm run test OPTION true",
            "check make check CONFIGURATION true",
            "check cargo build PROJECT false",
            "check cargo test PROJECT false",
            "check npm run lint PROJECT false");
    one.activities().allow(one.workspace, List.of("cargo test"));
    one.activities().allow(one.workspace, List.of("rm -rf /"));
    assertThat(lines(one.open())).contains("check cargo test PROJECT true");
    Path allowed = one.data.allowedCommands().resolve(one.workspace.key() + ".json");
    Files.writeString(allowed, Files.readString(allowed).replace("cargo test", "cargo build"));
    assertThat(lines(one.open()))
        .contains("check cargo test PROJECT false", "check cargo build PROJECT false");
  }

  private static List<String> lines(Base base) {
    return base.commands().stream()
        .map(
            command ->
                "%s %s %s %s"
                    .formatted(
                        Words.of(command.purpose()),
                        command.line(),
                        command.origin(),
                        command.allowed()))
        .toList();
  }

  @Test
  void manual_changes_are_kept_until_they_are_taken_over() throws Exception {
    ExecutionFixture one = ExecutionFixture.of(temporary, "a.txt=a\n");
    Base base = one.open();
    ExecutionActivitiesImpl activities = one.activities();
    String session = ExecutionFixture.SESSION;
    String folder = activities.openByHand(session, one.workspace, "T1", base.tree());
    TestRepositories.write(Path.of(folder), "a.txt=by hand\n");
    TestRepositories.git(Path.of(folder), "commit", "-q", "-am", "mine");
    assertThat(activities.openByHand(session, one.workspace, "T1", base.tree())).isEqualTo(folder);
    String taken = activities.takeByHand(session, one.workspace, "T1", base.tree());
    assertThat(one.show(taken, "a.txt")).isEqualTo("by hand\n");
    assertThat(activities.takeByHand(session, one.workspace, "T1", base.tree())).isEqualTo(taken);
    assertThat(activities.openByHand(session, one.workspace, "T1", taken)).isEqualTo(folder);
    assertThat(TestRepositories.git(Path.of(folder), "status", "--porcelain")).isEmpty();
  }

  @Test
  void manual_work_that_cannot_be_taken_over_is_refused_with_a_fix() throws Exception {
    ExecutionFixture one = ExecutionFixture.of(temporary, "a.txt=a\n");
    Base base = one.open();
    ExecutionActivitiesImpl activities = one.activities();
    String session = ExecutionFixture.SESSION;
    Path folder = Path.of(activities.openByHand(session, one.workspace, "T1", base.tree()));
    TestRepositories.write(folder, "a.txt=by hand\n");
    try (RandomAccessFile large = new RandomAccessFile(folder.resolve("b.iso").toFile(), "rw")) {
      large.setLength((64 << 20) + 1);
    }
    assertThatThrownBy(() -> activities.takeByHand(session, one.workspace, "T1", base.tree()))
        .hasMessageContaining("b.iso is larger than 64 MiB: add it to .gitignore, or remove it");
    TestRepositories.write(folder, ".gitignore=*.iso\n");
    String taken = activities.takeByHand(session, one.workspace, "T1", base.tree());
    assertThat(one.show(taken, "a.txt")).isEqualTo("by hand\n");
  }

  @Test
  void ignored_files_that_are_not_copied_are_named() throws Exception {
    ExecutionFixture one =
        ExecutionFixture.of(
            temporary, ".gitignore=*.local\n.env\n", ".worktreeinclude=*.local\n.env\n");
    TestRepositories.write(one.root, "a.local=a\n", ".env=KEY=1\n");
    assertThat(one.open().notes())
        .containsExactly(
            "files that may hold secrets are not copied, such as .env: name them in"
                + " execution.include of your configuration");
    TestRepositories.write(one.root, ".worktreeinclude=" + "#".repeat(70_000));
    assertThat(one.open().notes())
        .contains(".worktreeinclude is ignored: it is not a regular file, or larger than 64 KiB");
  }

  @Test
  void a_tree_outlives_the_workspace_and_an_execution_its_session() throws Exception {
    ExecutionFixture one = ExecutionFixture.of(temporary, "a.txt=a\n");
    Base base = one.open();
    String tree = one.changed(base.tree(), "a.txt=b\n");
    one.inspect(base, base.tree(), tree, PlanTerms.NONE);
    Folders.delete(one.data.trees());
    assertThat(one.inspect(base, base.tree(), tree, PlanTerms.NONE).paths())
        .containsExactly("a.txt");
    Files.delete(one.repository().folder().resolve("all/ready"));
    assertThat(one.show(tree, "a.txt")).isEqualTo("b\n");
    one.changed(tree);
    ExecutionRepository.tidy(one.data, Duration.ofDays(1), session -> true);
    ExecutionRepository.tidy(one.data, Duration.ofDays(-1), session -> false);
    assertThat(one.repository().folder()).exists();
    ExecutionRepository.tidy(one.data, Duration.ofDays(-1), ExecutionFixture.SESSION::equals);
    assertThat(one.repository().folder()).doesNotExist();
  }

  @Test
  void an_object_written_by_another_program_is_not_checked_out() throws Exception {
    ExecutionFixture one = ExecutionFixture.of(temporary, "a.txt=a\n");
    Base base = one.open();
    Path git = one.repository().folder().resolve("all/git");
    String blob = one.git("rev-parse", "HEAD:a.txt");
    Path object = git.resolve("objects/" + blob.substring(0, 2) + "/" + blob.substring(2));
    Path evil = one.root.resolve(".git/objects");
    Files.writeString(temporary.resolve("evil"), "evil\n");
    String other = one.git("hash-object", "-w", temporary.resolve("evil").toString());
    Files.createDirectories(object.getParent());
    Files.copy(
        evil.resolve(other.substring(0, 2) + "/" + other.substring(2)),
        object,
        StandardCopyOption.REPLACE_EXISTING);
    try (Stream<Path> packs = Files.list(git.resolve("objects/pack"))) {
      for (Path pack : packs.toList()) {
        Files.delete(pack);
      }
    }
    assertThatThrownBy(() -> one.changed(base.tree())).isNotNull();
  }
}
