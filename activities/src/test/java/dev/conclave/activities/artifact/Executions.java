package dev.conclave.activities.artifact;

import dev.conclave.activities.Records;
import dev.conclave.workflows.api.Change;
import dev.conclave.workflows.api.ReviewSubject;
import dev.conclave.workflows.execute.ExecutePhase;
import dev.conclave.workflows.execute.ExecuteRequest;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.text.WireMapper;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A reviewed and kept execution of one finished and one skipped task. */
final class Executions {
  private static final Instant AT = Instant.parse("2026-11-27T08:00:00Z");
  private static final String TREE = "a".repeat(40);
  private static final DocumentRef DOCUMENT = new DocumentRef("e".repeat(64), 1);

  private Executions() {}

  static ExecuteState kept() {
    ExecuteState state = new ExecuteState("MCP-limit-clients-2026-11-27/execute", request(), AT);
    Change change =
        new Change("the branch", TREE, "b".repeat(40), "", DOCUMENT, 2, 2, 12, 1, List.of());
    state.setSubject(
        new ReviewSubject(change, List.of("TASK-001: one limit"), List.of(), List.of("ada")));
    state.setPhase(ExecutePhase.SAVED);
    return Records.with(
        state,
        Map.of(
            "base", base(),
            "tip", "b".repeat(40),
            "top", Map.of("commit", "c".repeat(40), "tree", "b".repeat(40), "dirty", List.of()),
            "commits", Map.of("c".repeat(40), "Limit each client"),
            "checks", List.of(check("make test", true, "passed", "passed"), unallowed()),
            "tasks", List.of(done(), skipped()),
            "reviews", List.of(outcome()),
            "delivered", delivered(),
            "delivered_by", "keep"));
  }

  private static Map<String, Object> delivered() {
    return Map.of(
        "done",
        true,
        "moved",
        false,
        "said",
        "the branch conclave/limit-7f3-2 is in your repository",
        "place",
        "conclave/limit-7f3-2",
        "commands",
        List.of("git merge conclave/limit-7f3-2"));
  }

  private static ExecuteRequest request() {
    return WireMapper.get()
        .convertValue(
            Map.ofEntries(
                Map.entry("task", "Limit clients"),
                Map.entry("workspace", Map.of("host", "host-1", "path", "/repo")),
                Map.entry("tools", List.of("ada", "bert")),
                Map.entry("languages", List.of("en")),
                Map.entry("budget", Map.of()),
                Map.entry("of", "MCP-limit-clients-2026-11-27"),
                Map.entry("why", "- Chosen: A bucket for each client: simple"),
                Map.entry("parallel", 2),
                Map.entry(
                    "plan",
                    Map.of(
                        "summary",
                        "A bucket for each client",
                        "tasks",
                        List.of(
                            planned("TASK-001", "Limit each client", 1),
                            planned("TASK-002", "Say it", 2))))),
            ExecuteRequest.class);
  }

  private static Map<String, Object> planned(String id, String title, int group) {
    return Map.of(
        "id", id, "title", title, "acceptance", List.of("one limit"), "execution_group", group);
  }

  private static Map<String, Object> base() {
    return Map.of(
        "head",
        "d".repeat(40),
        "head_tree",
        TREE,
        "tree",
        TREE,
        "on_branch",
        "main",
        "branch",
        "conclave/limit-7f3",
        "author",
        "Ada <ada@example.org>");
  }

  private static Map<String, Object> check(
      String line, boolean allowed, String before, String after) {
    return Map.of(
        "command", command(line, allowed),
        "allowed", allowed,
        "before", run(line, before),
        "after", run(line, after));
  }

  private static Map<String, Object> unallowed() {
    return Map.of("command", command("npm test", false), "allowed", false);
  }

  private static Map<String, Object> command(String line, boolean allowed) {
    return Map.of(
        "line",
        line,
        "purpose",
        "check",
        "task",
        "",
        "origin",
        "project",
        "from",
        "Makefile",
        "allowed",
        allowed);
  }

  private static Map<String, Object> run(String line, String status) {
    return Map.of("line", line, "status", status, "exit", 0, "millis", 1200, "tail", "ok | 3\n");
  }

  private static Map<String, Object> done() {
    return Map.ofEntries(
        Map.entry("id", "TASK-001"),
        Map.entry("title", "Limit each client"),
        Map.entry("status", "done"),
        Map.entry("tries", 1),
        Map.entry("agent", "ada"),
        Map.entry("summary", "A bucket for each client."),
        Map.entry("tree", "b".repeat(40)),
        Map.entry(
            "change",
            Map.of(
                "files",
                2,
                "added",
                12,
                "removed",
                1,
                "paths",
                List.of("limit.py", "test_limit.py"),
                "outside",
                List.of("test_limit.py"),
                "check_tree",
                TREE,
                "stat",
                " limit.py | 12 ++++++++++++\n 2 files changed",
                "diff",
                DOCUMENT)),
        Map.entry("checks", List.of(run("make test", "passed"))),
        Map.entry("commit", "c".repeat(40)),
        Map.entry("failure", ""),
        Map.entry(
            "runs",
            List.of(
                Map.of(
                    "agent", "ada",
                    "stands_for", "ada",
                    "status", "answered",
                    "receipt",
                        Map.of(
                            "call_id",
                            "MCP-limit-clients-2026-11-27/execute:x1.1a",
                            "agent",
                            "ada",
                            "binary",
                            "/usr/bin/ada",
                            "start",
                            AT,
                            "end",
                            AT.plusSeconds(90),
                            "exit",
                            0,
                            "attempts",
                            1,
                            "cost_usd",
                            0.25,
                            "cost_source",
                            "reported")))));
  }

  private static Map<String, Object> skipped() {
    return Map.of(
        "id", "TASK-002",
        "title", "Say it",
        "status", "skipped",
        "tries", 2,
        "agent", "",
        "summary", "",
        "failure", "it changed nothing",
        "hint", "Write the page of limits");
  }

  private static Map<String, Object> outcome() {
    return Map.of(
        "findings", List.of(),
        "criteria",
            List.of(
                Map.of(
                    "id", "P1",
                    "text", "TASK-001: one limit",
                    "verdict", "met",
                    "votes",
                        List.of(
                            Map.of(
                                "agent", "bert",
                                "choice", "agree",
                                "evidence", List.of("limit.py:3"),
                                "note", "")))),
        "reviewers", List.of("bert"),
        "voted", false);
  }
}
