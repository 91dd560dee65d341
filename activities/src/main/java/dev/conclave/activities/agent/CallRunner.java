package dev.conclave.activities.agent;

import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.activities.agent.cli.Login;
import dev.conclave.activities.agent.cli.OutputReader;
import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import dev.conclave.activities.agent.process.CallEnding;
import dev.conclave.activities.agent.process.CallFolder;
import dev.conclave.activities.agent.process.CallFolder.StartedCall;
import dev.conclave.activities.agent.process.CallLauncher;
import dev.conclave.activities.agent.process.CallWatch;
import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.agent.process.Sandbox;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.workspace.CallPlace;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallProgress.CallStage;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.AgentConfiguration.PromptBy;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.config.SearchPath;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.text.Cut;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs agent programs, each call once. An attempt returns the result of a finished call, waits for
 * a process that still runs, and judges one that ended unobserved by its output. Otherwise it
 * starts a process. Thread-safe.
 *
 * @param environment the worker's; a child sees only the variables its program may see
 * @param folders opens the working folder under a name shared by all attempts of a call, so that a
 *     retry reopens it
 * @param prompts writes the prompt for a working folder, with secrets redacted
 * @param slots shared by all agents
 */
public record CallRunner(
    DataFolder data,
    Configuration configuration,
    Map<String, String> environment,
    Programs programs,
    BiFunction<AskRequest, String, CallPlace> folders,
    BiFunction<AskRequest, Path, String> prompts,
    DocumentStore documents,
    UnaryOperator<String> redact,
    CallSlots slots) {
  private static final int MOST_LEFT_OUT = 5;
  private static final int LONGEST_EVENT = 160;
  private static final int LONGEST_SENTENCE = 500;

  // Linux limits a single argument to 128 KiB.
  private static final int LONGEST_ARGUMENT = 128 << 10;

  /**
   * Makes the call, or returns the result of an earlier attempt.
   *
   * @param progress receives updates several times a second
   * @throws CallFailed when the call produced no reply
   * @throws AttemptEnded when the control or an interrupt ended this attempt
   * @throws IOException when the call's folder cannot be read or written
   */
  public CallResult call(CallRequest call, CallControl control, Consumer<CallProgress> progress)
      throws CallFailed, AttemptEnded, IOException {
    CallFolder folder = CallFolder.open(data, call.key());
    try (PathLock lock = folder.lock(control)) {
      folder.noteWaiting(call.activity());
      CallResult finished = folder.result(CallResult.class).orElse(null);
      boolean retry = failedInEarlierRun(call, folder, finished);
      if (finished != null && !retry) {
        return finished.orThrow();
      }
      AgentCli cli = cli(call.ask());
      ProcessIdentity begun = retry ? null : folder.awaitStart(control);
      if (begun != null && call.ask().mode() == Mode.WRITE && folder.endedUnobserved(begun)) {
        begun = null;
      }
      boolean adopted = begun != null && begun.isAlive();
      if (begun != null) {
        slots.takeForRunning();
      } else {
        CallProgress queued = CallProgress.before(CallStage.QUEUED, "waiting for a slot");
        slots.take(control, () -> progress.accept(queued));
      }
      try {
        if (begun == null) {
          progress.accept(
              CallProgress.before(CallStage.PREPARING, "creating a snapshot of the tree"));
        }
        try (CallPlace place =
            control.interruptible(() -> folders.apply(call.ask(), folder.marker()))) {
          boolean lost = call.ask().mode() == Mode.WRITE && !place.isReopened();
          boolean restart = begun != null && !adopted && lost;
          ProcessIdentity process =
              begun == null || restart ? start(call, cli, folder, place) : begun;
          return attend(call.ask(), cli, folder, process, place, control, progress, adopted);
        }
      } finally {
        slots.release();
      }
    }
  }

  /** Returns the receipt of a finished call; empty while it runs, or when it cannot be read. */
  Optional<Receipt> receipt(CallRequest call) {
    try {
      return CallFolder.of(data, call.key()).result(CallResult.class).map(CallResult::receipt);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns a program's message as one line for people, truncated and with secrets redacted. */
  String sentence(String words) {
    // Redact before truncating: half a secret would not be recognized.
    return Cut.shorten(redact.apply(words).replaceAll("\\s+", " ").strip(), LONGEST_SENTENCE);
  }

  /**
   * Returns whether the call failed, or was ended, in an earlier run of the workflow. A resumed
   * session reuses results of earlier runs, but not failures or cancelled calls.
   */
  private static boolean failedInEarlierRun(
      CallRequest call, CallFolder folder, @Nullable CallResult finished) throws IOException {
    boolean failed = finished != null && finished.failure() != null;
    boolean ended = folder.killed().filter(why -> why != CallEnding.Reason.ANSWERED).isPresent();
    return (failed || ended)
        && folder.call().filter(one -> one.run().equals(call.activity().run())).isEmpty();
  }

  private AgentCli cli(AskRequest request) throws CallFailed {
    String agent = request.agent();
    AgentConfiguration settings = configuration.agent(agent);
    try {
      AgentCli cli = AgentCli.of(agent, settings);
      Optional<String> refused =
          request.mode() == Mode.WRITE
              ? cli.whyNotWriting(
                  agent, settings, Sandbox.of(configuration.sandbox()).level(settings.network()))
              : Optional.empty();
      if (refused.isPresent()) {
        throw new CallFailed(FailureKind.FAILED, agent + " may not write: " + refused.get());
      }
      return cli;
    } catch (IllegalArgumentException e) {
      throw new CallFailed(FailureKind.NOT_INSTALLED, String.valueOf(e.getMessage()));
    }
  }

  private ProcessIdentity start(CallRequest call, AgentCli cli, CallFolder folder, CallPlace place)
      throws IOException, CallFailed {
    if (place.isReopened()) {
      place.reset(); // an earlier program may have left partial changes
    }
    Path directory = place.path();
    AskRequest ask = call.ask();
    AgentConfiguration settings = configuration.agent(ask.agent());
    Sandbox sandbox = Sandbox.of(configuration.sandbox());
    String refused = sandbox.refuses(configuration.sandbox(), settings.network()).orElse("");
    if (!refused.isEmpty()) {
      throw new CallFailed(FailureKind.FAILED, refused);
    }
    String prompt = prompts.apply(ask, directory) + redact.apply(leftOut(place.leftOut()));
    AgentCli.CliCall line = line(cli, ask, directory, sandbox);
    Path workspace = Path.of(ask.workspace().path());
    Map<String, String> child = new TreeMap<>(line.inherited());
    child.put("PATH", SearchPath.of(child).outside(workspace).value());
    Path program =
        Programs.find(cli, settings, ask.mode(), child)
            .orElseThrow(
                () ->
                    new CallFailed(
                        FailureKind.NOT_INSTALLED,
                        Programs.missing(ask.agent(), cli, settings, ask.mode())));
    cli.prepare(line);
    addOwn(child, cli.environment(line), line);
    Programs.guard(child, workspace, directory);
    if (ask.mode() == Mode.WRITE) {
      // Importing modules in tests would create __pycache__, which not every repository ignores.
      child.putIfAbsent("PYTHONDONTWRITEBYTECODE", "1");
    }
    List<String> argv = new ArrayList<>(List.of(program.toString()));
    argv.addAll(cli.arguments(line));
    List<String> shown = new ArrayList<>(argv.stream().map(redact).toList());
    if (settings.prompt() == PromptBy.ARGUMENT) {
      requireArgument(prompt);
      argv.add(prompt);
      shown.add("{prompt}");
    }
    folder.noteCall(
        new StartedCall(
            call.key(),
            ask.callId(),
            ask.agent(),
            program.toString(),
            programs.version(cli, program, child).orElse(null),
            shown,
            call.activity().run(),
            Instant.now(),
            folder.call().map(StartedCall::attempts).orElse(0) + 1,
            sandbox.level(settings.network())),
        prompt);
    VisibleFiles visible = new VisibleFiles(child, DataFolder.home(child), data.root());
    if (line.home() != null) {
      home(cli, line, folder).fill();
      visible.addCommand(argv);
      visible.addVariables();
      visible.addConfigured(settings.readable(), false);
      visible.addConfigured(settings.writable(), true);
      place.objects().ifPresent(objects -> visible.paths().put(objects, false));
    }
    return CallLauncher.start(
        folder,
        new Sandbox.Program(
            argv,
            child,
            directory,
            ask.mode() == Mode.WRITE,
            line.home() == null ? directory : line.home(),
            visible.paths(),
            visible.links(),
            data.root(),
            settings.network(),
            settings.networkAllow()),
        sandbox);
  }

  /** Returns a line for the prompt about files of the tree missing here; empty if none are. */
  static String leftOut(List<String> all) {
    // Names come from the repository: one that could be read as a sentence is only counted.
    List<String> named =
        all.stream()
            .filter(name -> name.matches("[\\w./@+-]{1,120}"))
            .limit(MOST_LEFT_OUT)
            .toList();
    int more = all.size() - named.size();
    String names =
        String.join(", ", named)
            + (more == 0 ? "" : (named.isEmpty() ? "" : " and ") + more + " more");
    return all.isEmpty()
        ? ""
        : ("\nNot in your copy, because they may hold secrets, configure agents or lead out of the"
                + " repository: %s. A test that fails without them shows no fault of the code.\n")
            .formatted(names);
  }

  /** Adds the program's variables; the configuration may override all but a home in the sandbox. */
  private static void addOwn(
      Map<String, String> child, Map<String, String> own, AgentCli.CliCall line) {
    child.putAll(own);
    child.putAll(line.configuration().extraEnv());
    own.forEach(
        (name, value) -> {
          if (line.home() != null && value.startsWith(line.home().toString())) {
            child.put(name, value);
          }
        });
  }

  private static void requireArgument(String prompt) throws CallFailed {
    int bytes = prompt.getBytes(StandardCharsets.UTF_8).length;
    if (bytes >= LONGEST_ARGUMENT || prompt.indexOf('\0') >= 0) {
      throw new CallFailed(
          FailureKind.REJECTED_INPUT,
          "a prompt of " + bytes + " bytes is too long for an argument; set prompt: stdin");
    }
  }

  private AgentCli.CliCall line(AgentCli cli, AskRequest ask, Path directory, Sandbox sandbox) {
    AgentConfiguration settings = configuration.agent(ask.agent());
    Map<String, String> inherited = Map.copyOf(cli.inherited(settings, environment));
    return new AgentCli.CliCall(
        ask.mode(),
        settings,
        directory,
        data.agentSettings().resolve(ask.agent()),
        inherited,
        sandbox.home(DataFolder.home(inherited)).orElse(null));
  }

  private static AgentHome home(AgentCli cli, AgentCli.CliCall line, CallFolder folder) {
    Map<String, String> user = line.inherited();
    Login.Search search = new Login.Search(user, DataFolder.home(user));
    return new AgentHome(folder.path(), cli.allHomeFiles(search, line));
  }

  /**
   * Waits for the call's process and stores the result.
   *
   * @param adopted whether the process was started by an earlier attempt and is still running
   */
  private CallResult attend(
      AskRequest request,
      AgentCli cli,
      CallFolder folder,
      ProcessIdentity process,
      CallPlace place,
      CallControl control,
      Consumer<CallProgress> progress,
      boolean adopted)
      throws CallFailed, AttemptEnded, IOException {
    CallWatch.CallLimits limits =
        new CallWatch.CallLimits(
            request.timeout(), staleAfter(request), configuration.maxOutputBytes());
    StartedCall started = folder.call().orElseThrow();
    OutputReader reader = cli.reader();
    CallResult result;
    try {
      CallEnding ending =
          new CallWatch(folder, process, started.started(), limits, control)
              .await(
                  reader::line,
                  reader::hasGivenUp,
                  reader::answered,
                  now -> progress.accept(working(process, now, limits, reader, adopted)));
      Instant now = Instant.now();
      Sandbox sandbox = Sandbox.of(configuration.sandbox());
      home(cli, line(cli, request, place.path(), sandbox), folder).empty();
      result =
          new CallOutcome(this, request, cli, folder, started, ending, reader.output(), now)
              .result(place, limits);
      folder.finish(result);
      if (result.failure() != null) {
        place.reset(); // its changes may fill the disk
      }
    } catch (AttemptEnded | IOException | RuntimeException e) {
      place.detach();
      throw e;
    }
    return result.orThrow();
  }

  /** Returns the limit for silence, longer in write mode, where builds may print nothing. */
  private Duration staleAfter(AskRequest request) {
    Duration usual = configuration.agent(request.agent()).staleAfter();
    Duration half = request.timeout().dividedBy(2);
    return request.mode() == Mode.WRITE && half.compareTo(usual) > 0 ? half : usual;
  }

  private CallProgress working(
      ProcessIdentity process,
      CallWatch.Vitals now,
      CallWatch.CallLimits limits,
      OutputReader reader,
      boolean adopted) {
    return new CallProgress(
        "",
        process.pid(),
        now.seconds(),
        now.bytes(),
        Cut.shorten(sentence(reader.lastEvent()), LONGEST_EVENT),
        CallStage.WORKING,
        adopted,
        now.quietSeconds(),
        limits.staleAfter().toSeconds(),
        reader.tokensIn(),
        reader.tokensOut());
  }
}
