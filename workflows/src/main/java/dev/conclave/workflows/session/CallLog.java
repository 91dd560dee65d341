package dev.conclave.workflows.session;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls of a session: under way, recent ones for watchers, and those in no record of a round
 * yet.
 */
public final class CallLog {
  /** The newest are carried on; a session at rest has few. */
  public static final int KEPT = 60;

  private static final int SHOWN = 40;

  @JsonValue private final List<AgentCall> kept;
  private final List<AgentCall> live = new ArrayList<>();
  private final List<AgentCall> lately = new ArrayList<>();
  private int endedInPhase;

  @JsonCreator
  CallLog(List<AgentCall> kept) {
    this.kept = new ArrayList<>(kept);
  }

  /** Those that are over and in no record of a round, oldest first. */
  List<AgentCall> kept() {
    return List.copyOf(kept);
  }

  public List<AgentCall> live() {
    return List.copyOf(live);
  }

  /** The last that are over, of whatever phase, oldest first. */
  public List<AgentCall> lately() {
    return List.copyOf(lately);
  }

  /** Those of them that ended in the running phase. */
  public List<AgentCall> ended() {
    return lately().subList(Math.max(0, lately.size() - endedInPhase), lately.size());
  }

  AgentCall begin(AgentCall call) {
    live.add(call);
    return call;
  }

  void leave(AgentCall call) {
    live.remove(call);
  }

  void notMade(AgentCall call) {
    endedInPhase++;
    add(lately, call, SHOWN);
  }

  void ended(AgentCall call) {
    AgentCall lean = call.lean();
    // Whoever watches reads why it failed in full.
    notMade(lean.withReason(call.reason()));
    add(kept, lean, KEPT);
  }

  /** A call ended with its round or session. */
  void cut(AgentCall call) {
    add(kept, call.lean(), KEPT);
  }

  private static void add(List<AgentCall> calls, AgentCall call, int most) {
    calls.add(call);
    if (calls.size() > most) {
      calls.remove(0);
    }
  }

  public void markReplaced(String agent, String next) {
    for (int i = lately.size() - 1; i >= 0; i--) {
      if (lately.get(i).agent().equals(agent)) {
        lately.set(i, lately.get(i).withNext(next));
        return;
      }
    }
  }

  public void markFlawed(String callId, String flaw) {
    kept.replaceAll(call -> call.callId().equals(callId) ? call.withReason(flaw) : call);
    lately.replaceAll(call -> call.callId().equals(callId) ? call.withReason(flaw) : call);
  }

  /** A round that began then is recorded, the calls of its analysts with it. */
  public void recorded(int round, Instant started) {
    String analyst = Words.of(Role.ANALYST);
    kept.removeIf(
        call ->
            call.round() == round
                && call.role().equals(analyst)
                && !call.since().isBefore(started));
  }

  void clear() {
    live.clear();
    endedInPhase = 0;
  }
}
