package dev.conclave.activities.review;

import static dev.conclave.activities.workspace.TestRepositories.commit;
import static dev.conclave.activities.workspace.TestRepositories.git;
import static dev.conclave.activities.workspace.TestRepositories.repository;
import static dev.conclave.activities.workspace.TestRepositories.workspace;
import static dev.conclave.activities.workspace.TestRepositories.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.ChangedTrees;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.workflows.api.Change;
import dev.conclave.workflows.api.Change.Diff;
import dev.conclave.workflows.api.Change.NotShown;
import dev.conclave.workflows.api.ChangeSpec;
import dev.conclave.workflows.api.ChangeSpec.ChangeKind;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.text.Digests;
import io.temporal.failure.ApplicationFailure;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReviewActivitiesTest {
  @TempDir Path temp;
  private Path root;
  private DocumentStore documents;
  private GitTrees trees;
  private ReviewActivitiesImpl review;

  @BeforeEach
  void open() {
    root = temp.resolve("my repo");
    DataFolder data = new DataFolder(temp.resolve("data"));
    documents = DocumentStore.in(data);
    trees = new GitTrees(data, documents);
    String path = temp.resolve("bin") + ":" + System.getenv("PATH");
    review =
        new ReviewActivitiesImpl(
            new ChangedTrees(data, trees),
            documents,
            new SecretFilter()::redact,
            new PullRequests(Map.of("PATH", path)));
  }

  private Change change(ChangeKind kind, String of) {
    return review.open(workspace(root), new ChangeSpec(kind, of));
  }

  private Change range(String of) {
    return change(ChangeKind.RANGE, of);
  }

  private Diff diff(Change change) {
    return documents.read(change.diff(), Diff.class);
  }

  private List<String> files(String tree) {
    try (TreeFiles files = trees.files(workspace(root), tree)) {
      return files.list().stream().map(TreeFiles.TreeFile::path).toList();
    }
  }

  private String commitOf(String... files) throws Exception {
    write(root, files);
    commit(root, "Change " + files[0].replaceFirst("(?s)=.*", "") + "\n\nFor a reason.");
    return git(root, "rev-parse", "HEAD");
  }

  @Test
  void a_range_is_two_trees_and_the_diff_between_them() throws Exception {
    repository(root, "a.txt=one\ntwo\n", "b.txt=b\n");
    String head = commitOf("a.txt=one\nTWO\nthree\n", "c.txt=c\n");

    Change change = range("HEAD~1..HEAD");

    assertThat(change.label()).isEqualTo("HEAD~1..HEAD");
    assertThat(change.head()).isEqualTo(head);
    assertThat(change.tree()).isEqualTo(git(root, "rev-parse", "HEAD^{tree}"));
    assertThat(files(change.base())).containsExactly("a.txt", "b.txt");
    assertThat(change.files()).isEqualTo(2);
    assertThat(change.added()).isEqualTo(3);
    assertThat(change.removed()).isEqualTo(1);
    Diff diff = diff(change);
    assertThat(diff.paths()).containsExactly("a.txt", "c.txt");
    assertThat(diff.text())
        .contains("diff --git a/a.txt b/a.txt", "@@ -1,2 +1,3 @@", "-two", "+TWO", "+three", "+c");
    assertThat(diff.words()).isEqualTo("Change a.txt\n\nFor a reason.");
  }

  @Test
  void two_trees_are_a_change() throws Exception {
    repository(root, "a.txt=one\n");
    String base = trees.name(workspace(root)).id();
    write(root, "a.txt=two\n");
    String tree = trees.name(workspace(root)).id();
    Change change = change(ChangeKind.TREES, base + ".." + tree);
    assertThat(change.tree()).isEqualTo(tree);
    assertThat(diff(change).text()).contains("-one", "+two");
    assertThatThrownBy(() -> change(ChangeKind.TREES, base + ".." + "f".repeat(40)))
        .hasMessageContaining("is not in");
  }

  @Test
  void a_three_dot_range_starts_at_the_merge_base_and_one_revision_at_its_parent()
      throws Exception {
    repository(root, "a.txt=a\n");
    git(root, "switch", "-q", "-c", "feature");
    commitOf("f.txt=f\n");
    git(root, "switch", "-q", "main");
    commitOf("m.txt=m\n");

    assertThat(diff(range("main...feature")).paths()).containsExactly("f.txt");
    assertThat(diff(range("...feature")).paths()).containsExactly("f.txt");
    assertThat(diff(range("main..feature")).paths()).containsExactly("f.txt", "m.txt");
    assertThat(diff(range("feature")).paths()).containsExactly("f.txt");
    assertThat(diff(range("feature~1")).paths()).as("the first commit").containsExactly("a.txt");
    assertThat(diff(range("main..main")).paths()).isEmpty();
    assertThat(range("main..main").files()).isZero();
  }

  @Test
  void index_and_working_tree_are_compared_with_the_last_commit() throws Exception {
    repository(root, "a.txt=a\n", ".gitignore=*.log\n");
    write(root, "a.txt=staged\n", "new.txt=n\n");
    git(root, "add", "a.txt");
    write(root, "a.txt=later\n", "x.log=ignored");

    Diff staged = diff(change(ChangeKind.STAGED, ""));
    Diff working = diff(change(ChangeKind.WORKING_TREE, ""));

    assertThat(staged.text()).contains("+staged").doesNotContain("later");
    assertThat(staged.paths()).containsExactly("a.txt");
    assertThat(working.text()).contains("+later").doesNotContain("staged");
    assertThat(working.paths()).containsExactly("a.txt", "new.txt");
  }

  @Test
  void files_that_git_converts_show_only_their_changed_lines() throws Exception {
    Path wide = Files.createDirectories(root).resolve("wide.txt");
    Files.write(wide, "one\ntwo\n".getBytes(StandardCharsets.UTF_16LE));
    repository(
        root,
        "auto.txt=one\ntwo\n",
        "part/crlf.txt=one\ntwo\n",
        "clean.txt=one\ntwo\n",
        "id.c=one $Id$\ntwo\n",
        "own.dat=one\ntwo\n",
        "low.up=one\n",
        "clean.up=one\n",
        "big.bin=%s".formatted(pointer("BIG\n")),
        "part/pulled.bin=%s".formatted(pointer("PULLED\n")),
        ".gitattributes=*.c ident\nwide.txt working-tree-encoding=UTF-16LE text eol=lf\n"
            + "part/*.txt eol=crlf\n*.up filter=up\n*.bin filter=lfs -text\n");
    for (String set : List.of("core.autocrlf true", "filter.up.smudge tr_a-z_A-Z")) {
      git(root, "config", set.split(" ")[0], set.split(" ")[1].replace('_', ' '));
    }
    Files.writeString(root.resolve(".git/info/attributes"), "*.dat eol=crlf\n");
    git(root, "config", "filter.lfs.smudge", "sed -n 's/size 4/BIG/p;s/size 7/PULLED/p'");
    git(root, "rm", "-q", "-r", "--cached", ".");
    git(root, "reset", "-q", "--hard");
    assertThat(root.resolve("part/crlf.txt")).hasContent("one\r\ntwo\r\n");
    assertThat(Files.size(wide)).isEqualTo(16);
    assertThat(change(ChangeKind.WORKING_TREE, "").files()).isZero();

    for (String file : List.of("auto.txt", "part/crlf.txt", "own.dat", "id.c")) {
      Files.writeString(
          root.resolve(file), Files.readString(root.resolve(file)).replace("two", "TWO"));
    }
    Files.write(wide, "one\nTWO\n".getBytes(StandardCharsets.UTF_16LE));
    write(root, "new.txt=1\r\n", "low.up=OTHER\n", "big.bin=OTHER\n");
    Change change = change(ChangeKind.WORKING_TREE, "");

    assertThat(diff(change).paths())
        .containsExactly(
            "auto.txt",
            "big.bin",
            "id.c",
            "low.up",
            "new.txt",
            "own.dat",
            "part/crlf.txt",
            "wide.txt");
    assertThat(change.added()).as(diff(change).text()).isEqualTo(6);
    assertThat(change.removed()).isEqualTo(5);
    assertThat(diff(change).text()).doesNotContain("\r");
    assertThat(change.notShown())
        .containsExactly(
            new NotShown("big.bin", "converted by a Git filter, which does not run here"),
            new NotShown("low.up", "converted by a Git filter, which does not run here"));
    assertThat(files(change.tree())).contains("clean.up", "part/pulled.bin", "new.txt");
    Path top = root;
    root = root.resolve("part");
    assertThat(diff(change(ChangeKind.WORKING_TREE, "")).paths()).containsExactly("crlf.txt");
    root = top;
    git(root, "add", "-A");
    git(root, "commit", "-q", "-m", "second");
    assertThat(change(ChangeKind.WORKING_TREE, "").files()).isZero();
  }

  private static String pointer(String content) {
    return "version https://git-lfs.github.com/spec/v1\noid %s\nsize %d\n"
        .formatted(Digests.sha256(content.getBytes(StandardCharsets.UTF_8)), content.length());
  }

  @Test
  void a_data_folder_in_the_workspace_is_not_part_of_the_change() throws Exception {
    root = temp;
    repository(root, "a.txt=a\n");
    write(root, "a.txt=A\n", "data/x.txt=ours\n");
    assertThat(diff(change(ChangeKind.WORKING_TREE, "")).paths()).containsExactly("a.txt");
  }

  @Test
  void everything_is_new_before_the_first_commit() throws Exception {
    Files.createDirectories(root);
    git(root, "init", "-q");
    write(root, "a.txt=a\n", "b.txt=b\n");
    git(root, "add", "a.txt");
    assertThat(diff(change(ChangeKind.STAGED, "")).paths()).containsExactly("a.txt");
    assertThat(diff(change(ChangeKind.WORKING_TREE, "")).paths()).containsExactly("a.txt", "b.txt");
  }

  @Test
  void a_subfolder_of_a_repository_is_reviewed_alone() throws Exception {
    repository(root, "part/a.txt=a\n", "other.txt=o\n");
    commitOf("part/a.txt=A\n", "other.txt=O\n");
    write(root, "part/a.txt=AA\n", "other.txt=OO\n");
    git(root, "add", "-A");
    root = root.resolve("part");
    for (Change change : List.of(range("HEAD"), change(ChangeKind.STAGED, ""))) {
      assertThat(diff(change).paths()).containsExactly("a.txt");
      assertThat(files(change.tree())).containsExactly("a.txt");
    }
  }

  @Test
  void files_nobody_reads_are_named_but_not_shown() throws Exception {
    repository(root, "a.txt=a\n", "logo.png=\0one\n", "package-lock.json={}\n");
    commitOf(
        "a.txt=A\n",
        "logo.png=\0two\n",
        "package-lock.json={\"a\": 1}\n",
        "api.pb.go=package api\n",
        "vendor/lib.c=int x;\n",
        "gen.txt=// Code generated by stringer. DO NOT EDIT.\npackage gen\n",
        "gen.go=// Code generated by stringer. DO NOT EDIT.\npackage gen\n",
        ".env=TOKEN=abc\n");

    Change change = range("HEAD");

    assertThat(change.notShown().stream().map(one -> one.path() + ": " + one.reason()))
        .containsExactly(
            ".env: it may hold secrets",
            "api.pb.go: generated",
            "gen.go: generated",
            "logo.png: binary",
            "package-lock.json: lockfile",
            "vendor/lib.c: vendored");
    assertThat(diff(change).text())
        .contains("+A", "b/gen.txt")
        .doesNotContain("TOKEN", "int x", "stringer. DO NOT EDIT.\n+package gen\n+x");
    assertThat(diff(change).paths()).contains("logo.png", ".env", "a.txt");
  }

  @Test
  void secrets_do_not_leave_the_repository() throws Exception {
    repository(root, "a.py=pass\n");
    String secret = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA1bC3dE5";
    commitOf("a.py=token = '" + secret + "'\n");
    assertThat(diff(range("HEAD")).text()).contains("+token").doesNotContain(secret);
  }

  @Test
  void a_huge_diff_shows_small_files_and_the_first_hunks_of_large_ones() throws Exception {
    String[] lines = lines(20_000);
    repository(root, "big.c=" + String.join("\n", lines), "flat.c=x\n", "small.c=s\n");
    for (int i = 0; i < lines.length; i += 20) {
      lines[i] = "changed " + lines[i] + " " + "x".repeat(100);
    }
    commitOf(
        "big.c=" + String.join("\n", lines),
        "flat.c=" + "y".repeat(200_000) + "\n",
        "small.c=S\n",
        "docs/long.md=" + String.join("\n", lines(4_000)));

    Change change = range("HEAD");
    Diff diff = diff(change);

    assertThat(diff.text().length()).isBetween(60_000, ReviewActivitiesImpl.SHOWN);
    assertThat(diff.text()).contains("+S", "+changed line 0 ").doesNotContain("line 19900 ", "yyy");
    assertThat(diff.notShown())
        .extracting(NotShown::path)
        .containsExactly("big.c", "docs/long.md", "flat.c");
    assertThat(diff.notShown().get(0).reason())
        .isEqualTo("only its first part is shown: the diff is larger than 96 KiB");
    assertThat(change.files()).isEqualTo(4);
  }

  private static String[] lines(int many) {
    return IntStream.range(0, many).mapToObj(i -> "line " + i + " ").toArray(String[]::new);
  }

  @Test
  void a_renamed_file_has_both_names() throws Exception {
    repository(root, "old name.txt=" + String.join("\n", lines(50)));
    Files.createDirectories(root.resolve("新"));
    Files.move(root.resolve("old name.txt"), root.resolve("新/\"new\"\tname.txt"));
    commit(root, "Rename");
    Diff diff = diff(range("HEAD"));
    assertThat(diff.paths()).hasSize(2).contains("old name.txt");
    assertThat(diff.text()).contains("similarity index 100%");
  }

  @Test
  void a_hostile_repository_runs_and_writes_nothing() throws Exception {
    Path library = repository(temp.resolve("library"), "lib.c=int x;");
    repository(
        root,
        "a.txt=a\n",
        ".gitattributes=*.txt diff=evil filter=evil merge=evil\n*.md export-subst\n",
        "hooks/post-index-change=#!/bin/sh\ntouch ran-hook\n",
        "hooks/reference-transaction=#!/bin/sh\ntouch ran-hook\n");
    git(root, "submodule", "--quiet", "add", library.toString(), "library");
    commitOf("b.txt=b\n");
    write(root, "a.txt=b\n");
    git(root, "add", "a.txt");
    try (Stream<Path> hooks = Files.list(root.resolve("hooks"))) {
      hooks.forEach(hook -> hook.toFile().setExecutable(true));
    }
    String touch = "touch " + root.resolve("ran") + "; cat";
    for (String key :
        List.of(
            "core.fsmonitor",
            "core.pager",
            "core.sshCommand",
            "core.alternateRefsCommand",
            "diff.external",
            "diff.evil.command",
            "diff.evil.textconv",
            "filter.evil.clean",
            "filter.evil.smudge",
            "filter.evil.process",
            "uploadpack.packObjectsHook",
            "gpg.program")) {
      git(root, "-c", "core.fsmonitor=false", "config", key, touch);
    }
    git(root, "-c", "core.fsmonitor=false", "config", "log.showSignature", "true");
    git(root, "-c", "core.fsmonitor=false", "config", "core.hooksPath", "hooks");
    SortedMap<String, String> before = everything();

    Change working = change(ChangeKind.WORKING_TREE, "");
    Change staged = change(ChangeKind.STAGED, "");
    Change range = range("HEAD~1..HEAD");

    assertThat(everything()).isEqualTo(before);
    assertThat(range.notShown()).containsExactly(new NotShown("library", "submodule"));
    assertThat(diff(staged).paths()).containsExactly("a.txt");
    assertThat(diff(working).paths())
        .containsExactly("a.txt", "hooks/post-index-change", "hooks/reference-transaction");
    assertThat(diff(range).paths()).containsExactly(".gitmodules", "b.txt", "library");
    commit(root.resolve("library"), "later");
    assertThat(change(ChangeKind.WORKING_TREE, "").notShown())
        .contains(new NotShown("library", "submodule"));
  }

  /** Returns every file of the repository with its content. */
  private SortedMap<String, String> everything() throws Exception {
    try (Stream<Path> all = Files.walk(root)) {
      SortedMap<String, String> found = new TreeMap<>();
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        found.put(
            path.toString(),
            Arrays.hashCode(Files.readAllBytes(path)) + " " + Files.getLastModifiedTime(path));
      }
      return found;
    }
  }

  @Test
  void a_change_that_cannot_be_reviewed_is_refused_with_a_fix() throws Exception {
    repository(root, "a.txt=a\n");
    assertRefused(ChangeKind.RANGE, "nowhere..HEAD", "there is no revision 'nowhere'");
    assertRefused(ChangeKind.RANGE, "--output=x", "there is no revision '--output=x'");
    git(root, "checkout", "-q", "--orphan", "other");
    commitOf("b.txt=b\n");
    assertRefused(ChangeKind.RANGE, "main...other", "no common commit");
    git(root, "switch", "-q", "-c", "one");
    commitOf("b.txt=one\n");
    git(root, "switch", "-q", "-c", "two", "HEAD~1");
    commitOf("b.txt=two\n");
    assertThatThrownBy(() -> git(root, "merge", "-q", "one"));
    assertRefused(ChangeKind.STAGED, "", "the index has conflicts");
    root = Files.createDirectories(temp.resolve("plain"));
    assertRefused(ChangeKind.WORKING_TREE, "", "is not in a Git repository");
  }

  private void assertRefused(ChangeKind kind, String of, String why) {
    assertThatThrownBy(() -> change(kind, of))
        .isInstanceOfSatisfying(
            ApplicationFailure.class,
            failure -> {
              assertThat(failure.getType()).isEqualTo(FailureTypes.WORKSPACE_REFUSED);
              assertThat(failure.getOriginalMessage()).contains(why);
            });
  }

  @Test
  void a_pull_request_is_the_change_of_its_branch_and_is_fetched_if_missing() throws Exception {
    Path upstream = repository(temp.resolve("upstream"), "a.txt=a\n");
    git(upstream, "switch", "-q", "-c", "cache");
    write(upstream, "cache.txt=c\n");
    commit(upstream, "Add a cache");
    String head = git(upstream, "rev-parse", "HEAD");
    git(upstream, "update-ref", "refs/pull/12/head", head);
    git(upstream, "switch", "-q", "main");
    git(upstream, "branch", "-q", "-D", "cache");
    write(upstream, "later.txt=l\n");
    commit(upstream, "Go on");
    String base = git(upstream, "rev-parse", "HEAD");
    git(temp, "clone", "-q", upstream.toString(), root.toString());
    gh("12", base, head, "file://" + upstream + "/pull/12");

    Change fetched = change(ChangeKind.PULL_REQUEST, "12");
    git(root, "fetch", "-q", "origin", "refs/pull/12/head");
    Change there = change(ChangeKind.PULL_REQUEST, "12");

    for (Change change : List.of(fetched, there)) {
      assertThat(change.label()).isEqualTo("#12 Add a cache");
      assertThat(change.head()).isEqualTo(head);
      assertThat(diff(change).paths()).containsExactly("cache.txt");
      assertThat(diff(change).words()).isEqualTo("Add a cache\n\nIt is faster.");
    }
    assertRefused(ChangeKind.PULL_REQUEST, "13", "gh cannot show pull request 13: no such");
    assertRefused(
        ChangeKind.PULL_REQUEST, "14", "update gh, or fetch the branch and review a range");
    assertRefused(ChangeKind.PULL_REQUEST, "--help", "gh cannot show pull request --help: no such");
  }

  /** Installs a gh that knows one pull request. */
  private void gh(String number, String base, String head, String url) throws Exception {
    write(
        temp,
        """
        bin/gh=#!/bin/sh
        [ "$6" != 14 ] || { printf 'Unknown JSON field: "baseRefOid"\\nAvailable fields:' >&2; exit 1; }
        [ "$*" = "pr view --json %s -- %s" ] || { echo "no such pull request" >&2; exit 1; }
        echo 'a new release of gh is there' >&2
        cat <<'END'
        {"number": %s, "title": "Add a cache", "body": "It is faster.", "url": "%s",
         "baseRefName": "main", "baseRefOid": "%s", "headRefOid": "%s", "state": "OPEN"}
        END
        """
            .formatted(PullRequest.FIELDS, number, number, url, base, head));
    temp.resolve("bin/gh").toFile().setExecutable(true);
  }

  @Test
  void a_pull_request_is_refused_without_gh() throws Exception {
    repository(root, "a.txt=a\n");
    String path =
        Stream.of(System.getenv("PATH").split(":"))
            .filter(folder -> !Files.exists(Path.of(folder, "gh")))
            .collect(Collectors.joining(":"));
    DataFolder data = new DataFolder(temp.resolve("data"));
    review =
        new ReviewActivitiesImpl(
            new ChangedTrees(data, trees),
            documents,
            text -> text,
            new PullRequests(Map.of("PATH", path)));
    assertRefused(
        ChangeKind.PULL_REQUEST, "12", "install it, or fetch the branch and review a range");
  }
}
