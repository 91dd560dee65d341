package dev.conclave.activities.agent;

import dev.conclave.activities.agent.CallReport.CallResult;
import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import dev.conclave.activities.agent.process.CallEnding;
import dev.conclave.activities.agent.process.CallFolder;
import dev.conclave.activities.agent.process.CallFolder.StartedCall;
import dev.conclave.activities.agent.process.CallLauncher;
import dev.conclave.activities.agent.process.CallWatch;
import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.agentcli.AgentCli;
import dev.conclave.workflows.agentcli.AgentClis;
import dev.conclave.workflows.agentcli.OutputReader;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallProgress.CallStage;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.AgentConfiguration.PromptBy;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.Cut;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Makes calls of agent programs, each once: a call that was finished is returned from its folder,
 * one whose process still lives is waited for, one that ended unobserved is judged by its output,
 * and only a call of which there is nothing starts a process. Thread-safe.
 */
public final class AgentCalls {
  private static final long BEGINNING_POLL_MILLIS = 20;
  private static final int LONGEST_EVENT = 160;

  // Linux takes no longer string as one argument.
  private static final int LONGEST_ARGUMENT = 128 << 10;

  private final DataFolder data;
  private final Configuration configuration;
  private final Map<String, String> environment;
  private final Programs programs;
  private final BiFunction<AskRequest, String, WorkingFolder> folders;
  private final PromptWriter prompts;
  private final UnaryOperator<String> redact;
  private final CallSlots slots;
  private final CallReport report;

  /**
   * What an agent answered.
   *
   * @param text as the agent gave it
   */
  public record Answer(String text, Receipt receipt) {}

  /**
   * Calls under one data folder.
   *
   * @param environment ours, of which a child sees what its program may
   * @param folders opens the folder to work in, under a name that stays over a call's attempts: the
   *     one that an earlier attempt left is opened again
   * @param redact takes secrets out of what people are shown
   */
  public AgentCalls(
      DataFolder data,
      Configuration configuration,
      Map<String, String> environment,
      Programs programs,
      BiFunction<AskRequest, String, WorkingFolder> folders,
      PromptWriter prompts,
      DocumentStore documents,
      UnaryOperator<String> redact) {
    this.data = data;
    this.configuration = configuration;
    this.environment = environment;
    this.programs = programs;
    this.folders = folders;
    this.prompts = prompts;
    this.redact = redact;
    this.slots = new CallSlots(configuration.slots());
    this.report = new CallReport(configuration, documents, redact);
  }

  /**
   * Makes the call, or finds it made.
   *
   * @param progress is told how it goes, several times a second
   * @throws AgentCall.Failed when it gave no reply
   * @throws AttemptEnded when the control said so, or the thread was interrupted
   * @throws IOException when the call's folder cannot be read or written
   */
  public Answer call(AgentCall call, CallControl control, Consumer<CallProgress> progress)
      throws AgentCall.Failed, AttemptEnded, IOException {
    CallFolder folder = CallFolder.open(data, call.key());
    try (CallFolder.Lock lock = folder.lock(control)) {
      folder.noteWaiting(call.activity());
      Optional<CallResult> finished = folder.result(CallResult.class);
      boolean anew = failedInEarlierRun(call, folder, finished);
      if (finished.isPresent() && !anew) {
        return finished.get().orThrow();
      }
      AgentCli cli = cli(call.request());
      Optional<ProcessIdentity> process = anew ? Optional.empty() : begun(folder, control);
      if (process.isPresent()) {
        boolean adopted = process.get().isAlive();
        try (CallSlots.Slot slot = slots.owe();
            WorkingFolder place = folders.apply(call.request(), folder.marker())) {
          return attend(call, cli, folder, process.get(), place, control, progress, adopted);
        }
      }
      Runnable queued = () -> tell(progress, CallStage.QUEUED, "waits for a slot of its host");
      try (CallSlots.Slot slot = slots.take(control, queued)) {
        tell(progress, CallStage.PREPARING, "a snapshot of the tree is made");
        try (WorkingFolder place = folders.apply(call.request(), folder.marker())) {
          ProcessIdentity started = start(call, cli, folder, place.path());
          return attend(call, cli, folder, started, place, control, progress, false);
        }
      }
    }
  }

  /** The receipt of a call that came to its end; empty while it did not, or cannot be read. */
  public Optional<Receipt> receipt(AgentCall call) {
    try {
      return CallFolder.of(data, call.key()).result(CallResult.class).flatMap(CallResult::receipt);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * A resumed session asks in the same words. It takes the results of an earlier run that are still
   * there, but neither its failures nor what its cancel ended.
   */
  private static boolean failedInEarlierRun(
      AgentCall call, CallFolder folder, Optional<CallResult> finished) throws IOException {
    boolean failed = finished.filter(result -> result.failure().isPresent()).isPresent();
    return (failed || folder.killed().isPresent()) && !folder.startedBy(call.activity().run());
  }

  /**
   * The process that an earlier attempt started. Before the program begins, its wrapper lives and
   * shows nothing yet: taken for never begun, the call would be bought twice.
   */
  private static Optional<ProcessIdentity> begun(CallFolder folder, CallControl control)
      throws AttemptEnded, IOException {
    Optional<ProcessIdentity> process = folder.process();
    while (process.isPresent() && !folder.begun() && process.get().isAlive()) {
      control.check();
      CallControl.sleep(BEGINNING_POLL_MILLIS);
    }
    return process.filter(any -> folder.begun());
  }

  private AgentCli cli(AskRequest request) throws AgentCall.Failed {
    String agent = request.agent();
    AgentConfiguration settings = configuration.agent(agent);
    AgentCli cli;
    try {
      cli = AgentClis.of(agent, settings);
    } catch (IllegalArgumentException e) {
      throw AgentCall.Failed.before(FailureKind.NOT_INSTALLED, String.valueOf(e.getMessage()));
    }
    if (request.mode() == Mode.WRITE && !cli.canWrite()) {
      throw AgentCall.Failed.before(
          FailureKind.FAILED,
          agent + " has no command line for writing; set agents." + agent + ".write_argv");
    }
    if (request.mode() == Mode.WRITE && !settings.write()) {
      throw AgentCall.Failed.before(
          FailureKind.FAILED, agent + " may not write; agents." + agent + ".write: true allows it");
    }
    return cli;
  }

  private ProcessIdentity start(AgentCall call, AgentCli cli, CallFolder folder, Path directory)
      throws IOException, AgentCall.Failed {
    String prompt = prompts.write(call.request(), directory);
    String agent = call.request().agent();
    AgentConfiguration settings = configuration.agent(agent);
    Map<String, String> child = new TreeMap<>(cli.inherited(settings, environment));
    Path program =
        programs
            .find(cli, settings, call.request().mode(), child)
            .orElseThrow(
                () ->
                    AgentCall.Failed.before(
                        FailureKind.NOT_INSTALLED,
                        Programs.missing(agent, cli, settings, call.request().mode())));
    AgentCli.CommandLine line =
        cli.commandLine(
            new AgentCli.Call(
                call.request().mode(),
                settings,
                directory,
                data.agentSettings().resolve(agent),
                child));
    child.putAll(line.environment());
    // The configuration has the last word.
    child.putAll(settings.extraEnv());
    List<String> argv = new ArrayList<>(List.of(program.toString()));
    argv.addAll(line.arguments());
    List<String> shown = new ArrayList<>(argv.stream().map(redact).toList());
    if (settings.prompt() == PromptBy.ARGUMENT) {
      argv.add(argument(prompt));
      shown.add("{prompt}");
    }
    int attempts = folder.call().map(StartedCall::attempts).orElse(0) + 1;
    folder.noteCall(
        new StartedCall(
            call.key(),
            call.request().callId(),
            agent,
            program.toString(),
            programs.version(cli, program, child),
            shown,
            directory.toString(),
            Instant.now(),
            attempts),
        call.activity().run(),
        prompt);
    return CallLauncher.start(folder, argv, child, directory);
  }

  private static String argument(String prompt) throws AgentCall.Failed {
    int bytes = prompt.getBytes(StandardCharsets.UTF_8).length;
    if (bytes >= LONGEST_ARGUMENT || prompt.indexOf('\0') >= 0) {
      throw AgentCall.Failed.before(
          FailureKind.REJECTED_INPUT,
          "a prompt of " + bytes + " bytes cannot be an argument; let the agent read stdin");
    }
    return prompt;
  }

  /**
   * Waits for a process, started just now or by an earlier attempt, and keeps the result.
   *
   * @param adopted whether an attempt that is gone started it, and it lives
   */
  private Answer attend(
      AgentCall call,
      AgentCli cli,
      CallFolder folder,
      ProcessIdentity process,
      WorkingFolder place,
      CallControl control,
      Consumer<CallProgress> progress,
      boolean adopted)
      throws AgentCall.Failed, AttemptEnded, IOException {
    AskRequest request = call.request();
    CallWatch.Limits limits =
        new CallWatch.Limits(
            request.timeout(),
            configuration.agent(request.agent()).staleAfter(),
            configuration.maxOutputBytes());
    StartedCall started = folder.call().orElseThrow();
    OutputReader reader = cli.reader();
    CallEnding ending;
    boolean running = true;
    try {
      ending =
          new CallWatch(folder, process, started.started(), limits, control)
              .await(
                  reader::line,
                  reader::hopeless,
                  vitals -> progress.accept(working(vitals, reader.activity(), adopted)));
      running = false;
    } finally {
      if (running) {
        place.detach();
      }
    }
    CallJudge judge = new CallJudge(cli, limits, request.mode(), Instant.now());
    CallResult result = report.of(request, folder, started, judge, ending, reader.output(), place);
    folder.finish(result);
    return result.orThrow();
  }

  private static void tell(Consumer<CallProgress> progress, CallStage stage, String words) {
    progress.accept(CallProgress.before(stage, words));
  }

  private CallProgress working(
      CallWatch.Vitals vitals, OutputReader.Activity activity, boolean adopted) {
    return new CallProgress(
        "",
        vitals.pid(),
        vitals.running().toSeconds(),
        vitals.bytes(),
        // Secrets go before the cut, which would leave half of one that nobody recognizes.
        Cut.shown(redact.apply(activity.lastEvent()), LONGEST_EVENT),
        CallStage.WORKING,
        adopted,
        vitals.quiet().toSeconds(),
        activity.tokensIn(),
        activity.tokensOut());
  }
}
