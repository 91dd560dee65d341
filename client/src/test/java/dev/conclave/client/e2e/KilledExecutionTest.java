package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.tool.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * One kill of the worker hits several executions in separate repositories, each at another point.
 * Each must end like the undisturbed one.
 */
@RealMachine
@Order(3) // slow
@Tag("e2e")
class KilledExecutionTest {
  /** Where an execution is when its worker is killed, and what holds it there. */
  private enum Point {
    UNDISTURBED(""),
    OPENING("git *repos/opening *ls-files*"),
    PREPARING("git *exe-preparing*fetch*"),
    BASELINE("check"),
    CALL("call"),
    CHECK("check"),
    COMMIT("git *exe-commit*--index-info*"),
    BETWEEN_COMMIT_AND_MERGE("git *exe-between-commit-and-merge*merge-tree*"),
    REVIEW("call"),
    CHECKOUT("git *repos/checkout *read-tree -m -u*"),
    REF("git *repos/ref *update-ref -m*"),
    /** A review without an execution. */
    REVIEW_ALONE("call");

    private final String held;

    Point(String held) {
      this.held = held;
    }

    /** Returns the name used in prompts, paths and session names. */
    String text() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    boolean delivers() {
      return this == CHECKOUT || this == REF;
    }
  }

  private static final String AGENT =
      """
      folder=$1 name=$2
      prompt=$(cat)
      of=$(printf '%s\\n' "$prompt" | sed -n 's/.*point:\\([a-z-]*\\).*/\\1/p' | head -1)
      case $prompt in
        *"You carry out one task"*TASK-002*) did=two ;;
        *"You carry out one task"*) did=one ;;
        *) did=review ;;
      esac
      echo "$name $did" >>"$folder/calls.$of"
      while [ -e "$folder/held/$of.$name.$did" ]; do sleep 0.1; done
      case $did in
        review)
          criteria=$(printf '%s\\n' "$prompt" | sed -n 's/^<<<[^ ]* \\(P[0-9]*\\)$/{"id": "\\1", "verdict": "met", "evidence": ["src\\/one.py:1"]}/p' | paste -sd, -)
          echo '{"findings": [], "criteria": ['"$criteria"']}' ;;
        *)
          echo "$did = True" >"src/$did.py"
          echo Done. ;;
      esac
      """;

  /** Waits while held; its worker is dead when it is released. */
  private static final String GIT =
      """
      #!/bin/sh
      for point in '%1$s'/held/*.git; do
        [ -e "$point" ] && pattern=$(cat "$point") || continue
        case "$PWD $GIT_DIR $*" in
          $pattern)
            : >"$point.reached"
            while [ -e "$point" ]; do sleep 0.05; done
            exit 1 ;;
        esac
      done
      exec '%2$s' "$@"
      """;

  private static final String CHECK =
      """
      [ -e src/one.py ] && now=check || now=baseline
      sh "$2/wait.sh" "$2/held/$1.$now"
      grep -q handler src/server.py
      """;

  private static final String HOOKS =
      """
      for hook in pre-commit post-checkout post-commit reference-transaction post-index-change; do
        printf '#!/bin/sh\\ntouch ran-by-git\\n' >.git/hooks/$hook && chmod +x .git/hooks/$hook
      done
      git config --local some.setting kept
      """;

  private static final Pattern OWN_WORDS =
      Pattern.compile("EXE-[a-z-]+-\\d{4}-\\d\\d-\\d\\d(?:-\\d+)?|(point:|check[.]sh )[a-z-]+");

  @AutoClose private Laptop laptop;
  private Path agents;
  private final Map<Point, String> sessions = new EnumMap<>(Point.class);
  private final Map<Point, List<String>> before = new EnumMap<>(Point.class);
  private final Map<Point, List<String>> atTheKill = new EnumMap<>(Point.class);

  @BeforeAll
  void one_kill_at_every_point(@TempDir Path folder) throws Exception {
    laptop = new Laptop(folder).setting("slots: 16").setting("tools: [ada, bert]");
    agents = Files.createDirectories(folder.resolve("agents/held")).getParent();
    laptop.setting("execution: {slots: 12, readable: ['%s']}".formatted(agents));
    Files.writeString(agents.resolve("agent.sh"), AGENT);
    Files.writeString(agents.resolve("wait.sh"), "while [ -e \"$1\" ]; do sleep 0.1; done\n");
    laptop.program("git", GIT.formatted(agents, Tool.needed("git")));
    for (String name : List.of("ada", "bert")) {
      List<String> argv =
          List.of("sh", agents.resolve("agent.sh").toString(), agents.toString(), name);
      laptop.agent(
          name,
          Map.of(
              "argv",
              argv,
              "write_argv",
              argv,
              "slots",
              16,
              "writable",
              List.of(agents.toString())));
    }
    laptop.withServer().file("check.sh", CHECK).commit("Check it");
    laptop.file("notes.txt", "stashed\n").shell("git add notes.txt").ended(0);
    laptop.shell("git config user.name Ada && git config user.email ada@example.org").ended(0);
    laptop.shell("git stash -q").ended(0);
    laptop.shell(HOOKS).ended(0);
    laptop
        .file("staged.txt", "staged\n")
        .shell("git -c core.hooksPath=/dev/null add staged.txt")
        .ended(0);
    laptop.file("tests/test_server.py", Script.TEST + "# not committed\n");
    // A host works on four trees at a time, and each held Git occupies a slot.
    List<Point> all = List.of(Point.values());
    killAt(all.subList(0, all.size() / 2));
    killAt(all.subList(all.size() / 2, all.size()));
  }

  private void killAt(List<Point> points) throws IOException {
    for (Point point : points) {
      start(point);
    }
    for (Point point : points) {
      Laptop.until(point + " is reached", () -> isReached(point));
      atTheKill.put(point, content(point));
    }
    ProcessHandle worker = laptop.worker();
    worker.destroyForcibly();
    Laptop.until("the worker is gone", () -> !worker.isAlive());
    try (Stream<Path> held = Files.list(agents.resolve("held"))) {
      for (Path one : held.toList()) {
        Files.delete(one);
      }
    }
    laptop.up();
    for (Point point : points) {
      laptop.conclave("watch", sessions.get(point)).ended(0);
    }
  }

  private Path repository(Point point) {
    return laptop.outside().resolve("repos").resolve(point.text());
  }

  private void start(Point point) throws IOException {
    Path repository = repository(point);
    Files.createDirectories(repository.getParent());
    laptop.shell("cp -a . '%s'".formatted(repository)).ended(0);
    before.put(point, content(point));
    if (!point.held.isEmpty()) {
      Files.writeString(held(point), point.held.replaceFirst("^git ", ""));
    }
    String name = point.text();
    if (point == Point.REVIEW_ALONE) {
      Files.writeString(repository.resolve("src/point.py"), "# point:" + name + "\n");
      before.put(point, content(point));
      sessions.put(
          point, started("review", "--repo", repository.toString(), "--reviewers", "ada,bert"));
      return;
    }
    Path plan = laptop.outside().resolve(name + ".json");
    Files.writeString(
        plan,
        """
        {"summary": "%1$s", "tasks": [
          {"id": "TASK-001", "title": "Add one", "files": ["src/one.py"], "execution_group": 1,
           "acceptance": ["one is there, point:%1$s"]},
          {"id": "TASK-002", "title": "Add two", "files": ["src/two.py"], "execution_group": 1,
           "acceptance": ["two is there, point:%1$s"]}]}
        """
            .formatted(name));
    String check = "sh check.sh %s %s".formatted(name, agents);
    sessions.put(
        point,
        started(
            "execute",
            plan.toString(),
            "--repo",
            repository.toString(),
            "--yes",
            "--check",
            check,
            "--with",
            "ada",
            "--review",
            "bert",
            "--deliver",
            "merge"));
  }

  private String started(String... command) {
    String[] detached =
        Stream.concat(Stream.of(command), Stream.of("--detach", "--json")).toArray(String[]::new);
    return laptop.conclave(detached).ended(0).json().path("session").asText();
  }

  private Path held(Point point) {
    String what =
        switch (point) {
          case BASELINE -> "baseline";
          case CHECK -> "check";
          case CALL -> "ada.one";
          case REVIEW -> "bert.review";
          case REVIEW_ALONE -> "ada.review";
          default -> "git";
        };
    return agents.resolve("held").resolve(point.text() + "." + what);
  }

  private boolean isReached(Point point) {
    return switch (point.held.replaceFirst(" .*", "")) {
      case "" ->
          laptop
              .conclave("show", sessions.get(point), "--json")
              .json()
              .at("/phase")
              .asText()
              .equals("complete");
      case "git" -> Files.exists(Path.of(held(point) + ".reached"));
      case "call" ->
          calls(point)
              .contains(
                  held(point)
                      .getFileName()
                      .toString()
                      .replaceFirst(".*\\.(\\w+)\\.(\\w+)$", "$1 $2"));
      default ->
          ProcessHandle.allProcesses()
              .anyMatch(
                  one -> one.info().commandLine().orElse("").endsWith(held(point).toString()));
    };
  }

  private List<String> calls(Point point) {
    try {
      Path calls = agents.resolve("calls." + point.text());
      return Files.exists(calls) ? Files.readAllLines(calls).stream().sorted().toList() : List.of();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> content(Point point) throws IOException {
    return UserTree.in(repository(point)).content();
  }

  private String git(Point point, String arguments) {
    return laptop
        .shell("git -c core.hooksPath=/dev/null -C '%s' %s".formatted(repository(point), arguments))
        .ended(0)
        .out();
  }

  /** Returns trees and messages of all commits. */
  private String branch(Point point) {
    return OWN_WORDS.matcher(git(point, "log --format='%T %an %B' main")).replaceAll("its own");
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "REVIEW_ALONE")
  void a_killed_execution_ends_like_an_undisturbed_one(Point point) throws Exception {
    assertThat(branch(point)).isEqualTo(branch(Point.UNDISTURBED));
    assertThat(git(point, "log --format=%s main~2..main").lines())
        .containsExactly("Add two", "Add one");
    assertThat(calls(point)).containsExactly("ada one", "ada two", "bert review");
    assertThat(receipts(point)).isEqualTo(3);
    if (!point.delivers() && point != Point.UNDISTURBED) {
      assertThat(atTheKill.get(point)).isEqualTo(before.get(point));
    }
    assertThat(changed(point))
        .allMatch(
            Pattern.compile(
                    "src|src/(one|two)\\.py|\\.git|\\.git/(index|objects.*|refs/heads(/main)?|logs/refs/heads/main|logs/HEAD)")
                .asMatchPredicate());
    assertThat(git(point, "status --porcelain").lines())
        .containsExactlyInAnyOrder("A  staged.txt", " M tests/test_server.py");
    assertThat(git(point, "fsck --strict")).doesNotContain("missing", "error");
  }

  @Test
  void a_killed_review_asks_nobody_twice_and_writes_nothing() throws Exception {
    assertThat(calls(Point.REVIEW_ALONE)).containsExactly("ada review", "bert review");
    assertThat(receipts(Point.REVIEW_ALONE)).isEqualTo(2);
    assertThat(content(Point.REVIEW_ALONE)).isEqualTo(before.get(Point.REVIEW_ALONE));
  }

  private int receipts(Point point) {
    JsonNode receipts =
        laptop.conclave("show", sessions.get(point), "--receipts", "--json").ended(0).json();
    return receipts.size();
  }

  private List<String> changed(Point point) throws IOException {
    List<String> old = before.get(point);
    List<String> now = content(point);
    Predicate<String> same = entry -> old.contains(entry) && now.contains(entry);
    List<String> changed = new ArrayList<>();
    Stream.concat(old.stream(), now.stream())
        .filter(same.negate())
        .map(entry -> entry.substring(0, entry.indexOf(" [")))
        .distinct()
        .forEach(changed::add);
    return changed;
  }
}
