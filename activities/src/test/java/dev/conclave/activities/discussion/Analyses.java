package dev.conclave.activities.discussion;

import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.Ballot;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.discussion.Level;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Analyses and rounds for tests, in few words. */
public final class Analyses {
  public static final Instant START = Instant.parse("2026-11-21T08:00:00Z");

  private Analyses() {}

  public static Analysis analysis(String tool, String... findings) {
    return analysis(tool, 0.8, List.of(findings), List.of(), List.of());
  }

  public static Analysis proposing(String tool, Approach... approaches) {
    return analysis(tool, 0.8, List.of(tool + " looked"), List.of(approaches), List.of());
  }

  public static Analysis concerned(String tool, String... concerns) {
    return analysis(tool, 0.8, List.of(tool + " looked"), List.of(), List.of(concerns));
  }

  public static Analysis analysis(
      String tool,
      double feasibility,
      List<String> findings,
      List<Approach> approaches,
      List<String> concerns) {
    return new Analysis(
        tool,
        "architecture",
        feasibility,
        findings,
        approaches,
        concerns,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        false,
        false,
        List.of(),
        Optional.empty());
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
        a.requirements(),
        a.scope(),
        a.zh(),
        a.parseNotes(),
        true,
        a.degraded(),
        a.openQuestions(),
        a.ballot());
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
        a.requirements(),
        a.scope(),
        a.zh(),
        a.parseNotes(),
        false,
        true,
        a.openQuestions(),
        a.ballot());
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

  /** The same with a ballot. */
  public static Analysis voting(Analysis a, Ballot ballot) {
    return new Analysis(
        a.tool(),
        a.perspective(),
        a.feasibilityScore(),
        a.findings(),
        a.implementationApproaches(),
        a.technicalConcerns(),
        a.codeLocations(),
        a.requirements(),
        a.scope(),
        a.zh(),
        a.parseNotes(),
        a.fallback(),
        a.degraded(),
        a.openQuestions(),
        Optional.of(ballot));
  }

  /** A ballot of votes on points alone, each with a reason. */
  public static Ballot ballot(Map<String, Choice> votes) {
    return new Ballot(
        votes.entrySet().stream()
            .map(
                vote ->
                    new Ballot.PointVote(
                        vote.getKey(), vote.getValue(), List.of("src/a.py:1"), "looked it up"))
            .toList(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }
}
