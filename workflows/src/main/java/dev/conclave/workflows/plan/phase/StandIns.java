package dev.conclave.workflows.plan.phase;

import dev.conclave.workflows.agent.FailureKind;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.wire.Cut;
import dev.conclave.workflows.wire.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Who stood in for whom in a round, and why. Pure. */
final class StandIns {
  private static final int REASON = 160;

  private StandIns() {}

  /** One sentence for each seat that its own agent did not fill. */
  static List<String> of(List<AgentRun> runs) {
    Map<String, List<AgentRun>> seats = new LinkedHashMap<>();
    runs.forEach(run -> seats.computeIfAbsent(run.standsFor(), seat -> new ArrayList<>()).add(run));
    List<String> sentences = new ArrayList<>();
    seats.forEach((first, tried) -> of(first, tried).ifPresent(sentences::add));
    return sentences;
  }

  private static Optional<String> of(String first, List<AgentRun> tried) {
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
        reasons + ": " + answered.map(agent -> agent + " stood in").orElse("nobody stood in"));
  }

  /** {@code gemini timed out (no sign of life for 600 s)}. */
  static String reason(AgentRun run) {
    String what =
        run.status().equals(Words.of(FailureKind.NOT_INSTALLED))
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
