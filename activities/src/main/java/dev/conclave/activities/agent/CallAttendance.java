package dev.conclave.activities.agent;

import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.activities.agent.cli.AgentOutput;
import dev.conclave.activities.agent.cli.OutputReader;
import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallLeft;
import dev.conclave.activities.agent.process.CallLimits;
import dev.conclave.activities.agent.process.CallWatch;
import dev.conclave.activities.agent.process.Ending;
import dev.conclave.activities.agent.process.KillReason;
import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.agent.process.Spool;
import dev.conclave.activities.agent.process.SpooledCall;
import dev.conclave.activities.agent.process.StreamTail;
import dev.conclave.workflows.config.Configuration;
import java.io.IOException;
import java.time.Instant;

/**
 * Attends to a call's process, started just now or by an earlier attempt, and keeps in the spool
 * what came of it.
 */
record CallAttendance(Configuration configuration, CallReport report) {

  /**
   * Waits for the process, if it lives.
   *
   * @param told of how it goes, several times a second
   * @param adopted whether an attempt that is gone started it, and it lives
   * @throws CallLeft when the control said to leave it; the workplace then stays the process's
   */
  CallResult attend(
      AgentCall call,
      AgentCli cli,
      Spool spool,
      ProcessIdentity process,
      Workplace place,
      CallControl control,
      ProgressReport told,
      boolean adopted)
      throws CallLeft, IOException {
    CallLimits limits =
        new CallLimits(
            call.wallClock(),
            configuration.agent(call.agent()).staleAfter(),
            configuration.maxOutputBytes());
    SpooledCall spooled = spool.call().orElseThrow();
    OutputReader reader = cli.reader();
    StreamTail tail = new StreamTail(spool.stdout(), limits.maxOutputBytes(), reader::line);
    Ending ending;
    boolean running = true;
    try {
      ending =
          new CallWatch(spool, process, spooled.started(), limits, control)
              .await(
                  tail, reader::hopeless, vitals -> told.working(vitals, reader.heard(), adopted));
      running = false;
    } catch (CallLeft e) {
      if (!e.cancelled()) {
        throw e;
      }
      // Nothing of it runs, and what it used by then was used.
      running = false;
      tail.finish();
      ending = new Ending.Killed(KillReason.CANCELLED);
    } finally {
      if (running) {
        place.detach();
      }
    }
    AgentOutput output = reader.finish();
    CallResult result =
        report.of(
            call,
            spool,
            spooled,
            new CallJudge(cli, limits, call.mode(), Instant.now()),
            ending,
            output,
            place);
    spool.finish(result);
    return result;
  }
}
