package dev.conclave.client.command;

import dev.conclave.client.session.Lookout.Sight;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Summons;
import java.time.Duration;
import java.util.List;

/**
 * Watches an open gate while a person thinks about it: withdraws the question when it is answered
 * elsewhere or the session is over, and says when nobody answers any more.
 */
final class GateVigil implements AutoCloseable {
  private static final Duration TICK = Duration.ofSeconds(1);

  private final Following following;
  private final String gate;
  private final Summons summons;
  private final Thread thread;
  private boolean silent;
  private int remarked;

  /** Begins to watch. */
  GateVigil(Following following, String gate, Summons summons) {
    this.following = following;
    this.remarked = following.remarks().size();
    this.gate = gate;
    this.summons = summons;
    this.thread = new Thread(this::run, "vigil " + gate);
    thread.setDaemon(true);
    thread.start();
  }

  /** Whether the gate is open in a session that runs. */
  static boolean open(Snapshot now, String gate) {
    return now.closed().isEmpty()
        && now.view().gate().filter(open -> open.id().equals(gate)).isPresent();
  }

  private void run() {
    try {
      while (true) {
        look(following.lookout().next(TICK));
        List<String> remarks = following.remarks();
        remarks.subList(remarked, remarks.size()).forEach(line -> summons.remark("! " + line));
        remarked = remarks.size();
      }
    } catch (InterruptedException e) {
      // The person has answered, or left.
    } catch (Refusal e) {
      summons.withdraw(); // the session is not there any more; who asks next hears it
    }
  }

  private void look(Sight sight) {
    if (sight.silence().isPresent() != silent) {
      silent = !silent;
      summons.remark(
          silent
              ? "! The server or its worker does not answer now; the session itself is safe."
              : "The session is heard again.");
    }
    boolean awaits =
        sight.snapshot().filter(now -> open(now, gate) && now.awaitsHuman()).isPresent();
    if (sight.snapshot().isPresent() && !awaits) {
      summons.withdraw();
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
