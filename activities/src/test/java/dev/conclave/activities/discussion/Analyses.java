package dev.conclave.activities.discussion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.ApproachBuilder;
import dev.conclave.workflows.discussion.Ballot;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Concise builders of analyses and rounds for tests. */
public final class Analyses {
  public static final Instant START = Instant.parse("2026-11-21T08:00:00Z");

  private Analyses() {}

  /** Returns a record with these fields, named as in JSON; all others are empty. */
  public static <T> T of(Class<T> type, Map<String, ?> fields) {
    return WireMapper.get().convertValue(fields, type);
  }

  public static <T> T read(Class<T> type, String json) {
    try {
      return WireMapper.get().readValue(json, type);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the same record with another value for one field. */
  @SuppressWarnings("unchecked")
  public static <T> T with(T record, String field, Object value) {
    ObjectNode json = WireMapper.get().valueToTree(record);
    json.set(field, WireMapper.get().valueToTree(value));
    return (T) WireMapper.get().convertValue(json, record.getClass());
  }

  public static RoundCount count(
      int round,
      int rounds,
      Ledger entered,
      Optional<Moderation> moderation,
      boolean needed,
      List<Analysis> analyses,
      List<String> voters) {
    CountRequest request = request(round, rounds, rounds - round, needed);
    return RoundCount.of(request, entered, moderation.orElse(null), analyses, voters);
  }

  /** Returns the request of a round; round 1 starts a direction. */
  public static CountRequest request(
      int round, int rounds, int left, boolean needed, Ledger.HumanAnswer... answers) {
    return of(
        CountRequest.class,
        Map.of(
            "round", round,
            "first_of_direction", round == 1,
            "max_rounds", rounds,
            "rounds_left", left,
            "moderation_needed", needed,
            "answers", answers));
  }

  public static Analysis analysis(String tool, String... findings) {
    return analysis(tool, 0.8, List.of(findings), List.of(), List.of());
  }

  public static Analysis analysis(
      String tool,
      double feasibility,
      List<String> findings,
      List<Approach> approaches,
      List<String> concerns) {
    return of(
        Analysis.class,
        Map.of(
            "tool", tool,
            "perspective", "architecture",
            "feasibility_score", feasibility,
            "findings", findings,
            "implementation_approaches", approaches,
            "technical_concerns", concerns));
  }

  public static Approach approach(String name, String description, Level effort, Level risk) {
    return of(
        Approach.class,
        Map.of("name", name, "description", description, "effort", effort, "risk", risk));
  }

  static Approach approach(
      String name,
      List<String> pros,
      List<String> cons,
      Level effort,
      Level risk,
      String... files) {
    List<CodeLocation> places =
        List.of(files).stream().map(file -> new CodeLocation(file, 1, "")).toList();
    Approach approach = approach(name, name + " in detail", effort, risk);
    return ApproachBuilder.builder(approach).pros(pros).cons(cons).affectedFiles(places).build();
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
            "unknown",
            Optional.empty(),
            List.of());
    return new AgentRun(agent, agent, "answered", Optional.empty(), Optional.of(receipt));
  }

  public static Analysis voting(Analysis analysis, Ballot ballot) {
    return with(analysis, "ballot", ballot);
  }

  /** Returns a ballot of point votes, each with a reason. */
  public static Ballot ballot(Map<String, Choice> votes) {
    return of(
        Ballot.class,
        Map.of(
            "votes",
            votes.entrySet().stream()
                .map(
                    vote ->
                        new Ballot.PointVote(
                            vote.getKey(), vote.getValue(), List.of("src/a.py:1"), "looked it up"))
                .toList()));
  }
}
