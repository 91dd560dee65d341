package dev.conclave.workflows.session;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls of a session: running, recent ones for watchers, and those not yet in a round's record.
 */
public final class CallLog {
  /** The newest are carried over; a waiting session has few. */
  public static final int KEPT = 60;

  private static final int SHOWN = 40;

  @JsonValue private final List<AgentCall> kept;
  private final List<AgentCall> live = new ArrayList<>();
  private final List<AgentCall> recent = new ArrayList<>();
  private int endedInPhase;

  @JsonCreator
  CallLog(List<AgentCall> kept) {
    this.kept = new ArrayList<>(kept);
  }

  /** Returns finished calls that are in no round's record, oldest first. */
  List<AgentCall> kept() {
    return List.copyOf(kept);
  }

  public List<AgentCall> live() {
    return List.copyOf(live);
  }

  /** Returns the last finished calls of any phase, oldest first. */
  public List<AgentCall> recent() {
    return List.copyOf(recent);
  }

  /** Returns the last finished calls of the running phase. */
  public List<AgentCall> ended() {
    return recent().subList(Math.max(0, recent.size() - endedInPhase), recent.size());
  }

  AgentCall begin(AgentCall call) {
    live.add(call);
    return call;
  }

  void removeLive(AgentCall call) {
    live.remove(call);
  }

  void recordNotMade(AgentCall call) {
    endedInPhase++;
    add(recent, call, SHOWN);
  }

  void ended(AgentCall call) {
    AgentCall lean = call.lean();
    // Watchers get the full reason of a failure.
    recordNotMade(lean.withReason(call.reason()));
    add(kept, lean, KEPT);
  }

  /** Records a call that ended with its round or session. */
  void recordCancelled(AgentCall call) {
    add(kept, call.lean(), KEPT);
  }

  private static void add(List<AgentCall> calls, AgentCall call, int most) {
    calls.add(call);
    if (calls.size() > most) {
      calls.remove(0);
    }
  }

  public void markReplaced(String agent, String next) {
    for (int i = recent.size() - 1; i >= 0; i--) {
      if (recent.get(i).agent().equals(agent)) {
        recent.set(i, recent.get(i).withNext(next));
        return;
      }
    }
  }

  public void markInvalid(String callId, String flaw) {
    kept.replaceAll(call -> call.callId().equals(callId) ? call.withReason(flaw) : call);
    recent.replaceAll(call -> call.callId().equals(callId) ? call.withReason(flaw) : call);
  }

  /** Drops the analysts' calls of a round that is now recorded. */
  public void dropRecorded(int round, Instant started) {
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
