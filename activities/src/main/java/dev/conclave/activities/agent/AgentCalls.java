package dev.conclave.activities.agent;

import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.activities.agent.cli.Programs;
import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallLeft;
import dev.conclave.activities.agent.process.Pause;
import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.agent.process.Spool;
import dev.conclave.activities.agent.process.SpoolLock;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Makes calls of agent programs, each once: a call that was finished is returned from its spool,
 * one whose process still lives is waited for, one that ended unobserved is judged by its stream,
 * and only a call of which there is nothing starts a process. Thread-safe.
 */
public final class AgentCalls {
  private static final long BEGINNING_POLL_MILLIS = 20;

  private final DataFolder data;
  private final Configuration configuration;
  private final CallSlots slots;
  private final CallStarter starter;
  private final CallAttendance attendance;
  private final UnaryOperator<String> redact;

  /**
   * Calls under one data folder.
   *
   * @param environment ours, of which a child sees what its adapter allows
   * @param redact takes secrets out of what people are shown
   */
  public AgentCalls(
      DataFolder data,
      Configuration configuration,
      Map<String, String> environment,
      Programs programs,
      DocumentStore documents,
      UnaryOperator<String> redact) {
    this.data = data;
    this.configuration = configuration;
    this.slots = new CallSlots(configuration.slots());
    this.starter = new CallStarter(data, environment, programs, redact);
    this.redact = redact;
    this.attendance =
        new CallAttendance(
            configuration, new CallReport(new Receipts(configuration), documents, redact));
  }

  /**
   * Makes the call, or finds it made.
   *
   * @param progress is told how it goes, several times a second
   * @throws AgentCallFailed when it gave no reply
   * @throws CallLeft when the control said so, or the thread was interrupted
   * @throws IOException when the spool cannot be read or written
   */
  public AgentAnswer call(
      AgentCall call, Errand errand, CallControl control, Consumer<CallProgress> progress)
      throws AgentCallFailed, CallLeft, IOException {
    ProgressReport told = new ProgressReport(progress, redact);
    Spool spool = Spool.open(data, call.key());
    try (SpoolLock lock = SpoolLock.take(spool, control)) {
      spool.noteAsker(call.asker());
      boolean anew = failedInEarlierRun(call, spool);
      Optional<CallResult> finished = spool.result(CallResult.class);
      if (finished.isPresent() && !anew) {
        return finished.get().orThrow();
      }
      Optional<ProcessIdentity> process = begun(spool, control);
      if (process.isPresent() && !anew) {
        boolean lives = process.get().isAlive();
        try (CallSlots.Slot slot = slots.owe();
            Workplace place = errand.open(spool.marker())) {
          return attendance
              .attend(call, cli(call), spool, process.get(), place, control, told, lives)
              .orThrow();
        }
      }
      try (CallSlots.Slot slot = slots.take(control, told::queued);
          Workplace place = prepared(errand, spool, told)) {
        ProcessIdentity started =
            starter.start(
                call, cli(call), settings(call), spool, place.path(), errand.prompt(place.path()));
        return attendance
            .attend(call, cli(call), spool, started, place, control, told, false)
            .orThrow();
      }
    }
  }

  /** The receipt of a call that came to its end; empty while it did not, or cannot be read. */
  public Optional<Receipt> receipt(AgentCall call) {
    try {
      return Spool.of(data, call.key()).result(CallResult.class).flatMap(CallResult::receipt);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * The process that an earlier attempt started. Between that attempt's word and the program's
   * beginning the wrapper lives and shows nothing yet: taken for never begun, the call would be
   * bought twice.
   */
  private static Optional<ProcessIdentity> begun(Spool spool, CallControl control)
      throws CallLeft, IOException {
    Optional<ProcessIdentity> process = spool.process();
    while (process.isPresent() && !spool.begun() && process.get().isAlive()) {
      control.check();
      Pause.millis(BEGINNING_POLL_MILLIS);
    }
    return process.filter(any -> spool.begun());
  }

  /**
   * A resumed session asks in the same words. It takes the results of an earlier run that are still
   * in the spool, but neither its failures nor what its cancel ended.
   */
  private static boolean failedInEarlierRun(AgentCall call, Spool spool) throws IOException {
    boolean failed =
        spool.result(CallResult.class).filter(r -> r.failure().isPresent()).isPresent();
    return (failed || spool.killed().isPresent()) && !spool.startedBy(call.asker().run());
  }

  private static Workplace prepared(Errand errand, Spool spool, ProgressReport told) {
    told.preparing();
    return errand.open(spool.marker());
  }

  private AgentConfiguration settings(AgentCall call) {
    return configuration.agent(call.agent());
  }

  private AgentCli cli(AgentCall call) throws AgentCallFailed {
    try {
      AgentCli cli = AgentCli.of(call.agent(), settings(call));
      if (call.mode() == Mode.WRITE && !cli.canWrite()) {
        throw AgentCallFailed.before(
            FailureKind.FAILED,
            call.agent()
                + " has no command line for writing; set agents."
                + call.agent()
                + ".write_argv");
      }
      return cli;
    } catch (IllegalArgumentException e) {
      throw AgentCallFailed.before(
          FailureKind.NOT_INSTALLED, e.getMessage() == null ? "" : e.getMessage());
    }
  }
}
