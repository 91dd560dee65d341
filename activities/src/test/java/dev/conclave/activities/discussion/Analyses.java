package dev.conclave.activities.discussion;

import dev.conclave.workflows.agent.Receipt;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.PeerReview;
import dev.conclave.workflows.discussion.RoundRequest;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.workspace.Workspace;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Analyses and rounds for tests, in few words. */
public final class Analyses {
  public static final Instant START = Instant.parse("2026-11-21T08:00:00Z");

  private Analyses() {}

  public static Analysis analysis(String tool, String... findings) {
    return analysis(tool, 0.8, List.of(findings), List.of(), List.of(), Optional.empty());
  }

  public static Analysis proposing(String tool, Approach... approaches) {
    return analysis(
        tool, 0.8, List.of(tool + " looked"), List.of(approaches), List.of(), Optional.empty());
  }

  public static Analysis concerned(String tool, String... concerns) {
    return analysis(
        tool, 0.8, List.of(tool + " looked"), List.of(), List.of(concerns), Optional.empty());
  }

  public static Analysis reviewing(String tool, PeerReview review, String... findings) {
    return analysis(tool, 0.8, List.of(findings), List.of(), List.of(), Optional.of(review));
  }

  public static Analysis analysis(
      String tool,
      double feasibility,
      List<String> findings,
      List<Approach> approaches,
      List<String> concerns,
      Optional<PeerReview> review) {
    return new Analysis(
        tool,
        "architecture",
        feasibility,
        findings,
        approaches,
        concerns,
        List.of(),
        review,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        false,
        false);
  }

  public static Analysis fallback(Analysis a) {
    return new Analysis(
        a.tool(),
        "fallback-extraction",
        0.5,
        a.findings(),
        a.implementationApproaches(),
        a.technicalConcerns(),
        a.codeLocations(),
        a.crossVerification(),
        a.requirements(),
        a.scope(),
        a.zh(),
        a.parseNotes(),
        true,
        a.degraded());
  }

  public static Analysis degraded(Analysis a) {
    return new Analysis(
        a.tool(),
        "direct-analysis",
        a.feasibilityScore(),
        a.findings(),
        a.implementationApproaches(),
        a.technicalConcerns(),
        a.codeLocations(),
        a.crossVerification(),
        a.requirements(),
        a.scope(),
        a.zh(),
        a.parseNotes(),
        false,
        true);
  }

  public static Approach approach(String name, String description, Level effort, Level risk) {
    return new Approach(
        name, description, List.of(), List.of(), effort, risk, List.of(), List.of(), "", "");
  }

  public static Approach approach(
      String name,
      List<String> pros,
      List<String> cons,
      Level effort,
      Level risk,
      String... files) {
    return new Approach(
        name,
        name + " in detail",
        pros,
        cons,
        effort,
        risk,
        List.of(files).stream().map(file -> new CodeLocation(file, 1, "")).toList(),
        List.of(),
        "",
        "");
  }

  public static AgentRun answered(String agent) {
    Receipt receipt =
        new Receipt(
            "call-" + agent,
            agent,
            "/usr/bin/" + agent,
            Optional.of("1"),
            List.of(agent),
            Optional.of("m"),
            "a".repeat(40),
            START,
            START.plusSeconds(40),
            Optional.of(0),
            Optional.empty(),
            1,
            10,
            Optional.empty(),
            1,
            1,
            Optional.empty(),
            "unknown");
    return new AgentRun(agent, agent, "answered", Optional.empty(), Optional.of(receipt));
  }

  public static RoundRequest request(
      int round, List<AgentRun> runs, List<String> earlier, String... languages) {
    return new RoundRequest(
        "MCP-add-rate-limiting-2026-11-21",
        "Add rate limiting",
        round,
        new Workspace(
            "h1",
            "lima",
            "shop-1",
            "/src/shop",
            Optional.empty(),
            "/src/shop/.workflow",
            true,
            Optional.empty()),
        "a".repeat(40),
        List.of(new DocumentRef("0".repeat(64), 1)),
        runs,
        earlier,
        round == 1,
        Optional.empty(),
        Optional.empty(),
        List.of(languages),
        START,
        List.of(),
        List.of(),
        List.of());
  }
}
