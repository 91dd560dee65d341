package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Who stood in for whom in a round, and why. Pure. */
final class StandIns {
  private static final int REASON = 160;
  private static final String NOT_INSTALLED = Words.of(FailureKind.NOT_INSTALLED);
  private static final String OPTION =
      "; `--fallback AGENT` lets another stand in beside --tools (`conclave doctor` lists who can)";

  private StandIns() {}

  /** Tools that cannot be asked, where --tools lets nobody but {@code direct} stand in. */
  static List<String> unfilled(PlanState session) {
    return session.request().tools().stream()
        .filter(tool -> alone(session.request()) && session.roster().unusable(tool).isPresent())
        .map(tool -> tool + " cannot be asked (" + unusable(session, tool) + ")" + OPTION)
        .toList();
  }

  private static String unusable(PlanState session, String tool) {
    return Cut.shown(session.roster().unusable(tool).orElse(""), REASON);
  }

  private static boolean alone(SessionRequest request) {
    return request.toolsNamed() && request.fallback().stream().allMatch(AgentStatus.DIRECT::equals);
  }

  /** One sentence for each seat that its own agent did not fill. */
  static List<String> of(List<AgentRun> runs, SessionRequest request) {
    // Of agents that cannot be asked at all a note says so from the session's start.
    boolean alone =
        alone(request) && runs.stream().noneMatch(run -> run.status().equals(NOT_INSTALLED));
    Map<String, List<AgentRun>> seats = new LinkedHashMap<>();
    runs.forEach(run -> seats.computeIfAbsent(run.standsFor(), seat -> new ArrayList<>()).add(run));
    List<String> sentences = new ArrayList<>();
    seats.forEach((first, tried) -> of(first, tried, alone).ifPresent(sentences::add));
    return sentences;
  }

  private static Optional<String> of(String first, List<AgentRun> tried, boolean alone) {
    Optional<String> answered =
        tried.stream().filter(AgentRun::answered).map(AgentRun::agent).findFirst();
    if (answered.equals(Optional.of(first))) {
      return Optional.empty();
    }
    Map<String, AgentRun> failed = new LinkedHashMap<>();
    tried.stream().filter(run -> !run.answered()).forEach(run -> failed.put(run.agent(), run));
    if (failed.isEmpty()) {
      return Optional.empty();
    }
    String reasons =
        failed.values().stream().map(StandIns::reason).collect(Collectors.joining("; "));
    return Optional.of(
        reasons
            + ": "
            + answered.map(agent -> agent + " stood in").orElse("nobody stood in")
            + (alone && answered.filter(agent -> !agent.equals(AgentStatus.DIRECT)).isEmpty()
                ? OPTION
                : ""));
  }

  /** {@code gemini timed out (no sign of life for 600 s)}. */
  static String reason(AgentRun run) {
    String what =
        run.status().equals(NOT_INSTALLED)
            ? "could not be asked"
            : run.status().equals(Words.of(FailureKind.FAILED))
                ? "failed"
                : run.status().replace('-', ' ');
    return run.agent()
        + " "
        + what
        + run.reason().map(why -> " (" + Cut.shown(why, REASON) + ")").orElse("");
  }
}
