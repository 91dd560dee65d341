package dev.conclave.activities.agent;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.activities.agent.cli.Login;
import dev.conclave.activities.agent.cli.OutputReader;
import dev.conclave.activities.agent.cli.OutputReader.CliOutput;
import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import dev.conclave.activities.agent.process.CallEnding;
import dev.conclave.activities.agent.process.CallFolder;
import dev.conclave.activities.agent.process.CallFolder.StartedCall;
import dev.conclave.activities.agent.process.CallLauncher;
import dev.conclave.activities.agent.process.CallWatch;
import dev.conclave.activities.agent.process.NetworkProxy;
import dev.conclave.activities.agent.process.OrphanSweep;
import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.agent.process.Sandbox;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.document.PathLock;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallProgress.CallStage;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.AgentConfiguration.PromptBy;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.config.SearchPath;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.SandboxLevel;
import dev.conclave.workflows.text.Cut;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Runs agent programs, each call once: a call that was finished is returned from its folder, one
 * whose process still lives is waited for, one that ended unobserved is judged by its output, and
 * only a call of which there is nothing starts a process. Thread-safe.
 *
 * @param environment ours, of which a child sees what its program may
 * @param folders opens the folder to work in, under a name that stays over a call's attempts: the
 *     one that an earlier attempt left is opened again
 * @param prompts writes the prompt, without secrets, given the folder to work in
 * @param slots those of all agents together
 */
public record CallRunner(
    DataFolder data,
    Configuration configuration,
    Map<String, String> environment,
    Programs programs,
    BiFunction<AskRequest, String, WorkingFolder> folders,
    BiFunction<AskRequest, Path, String> prompts,
    DocumentStore documents,
    UnaryOperator<String> redact,
    CallSlots slots) {
  private static final long BEGINNING_POLL_MILLIS = 20;
  private static final int LONGEST_EVENT = 160;
  private static final int LONGEST_SENTENCE = 500;
  private static final int MOST_PATHS = 50;
  private static final int MOST_REFUSED = 10;
  private static final String USUAL = " (usual)";
  private static final Pattern MISSING =
      Pattern.compile("(?i)no such file|not found|cannot find|can't open|cannot open|enoent");
  private static final Pattern ABSOLUTE = Pattern.compile("/[^\\s\\x00-\\x1f'\"`:,;()]+");
  private static final int STDERR_JUDGED = 4 << 10;
  private static final int STDERR_KEPT = 256 << 10;

  /** Of an output so many bytes are kept for people: several of them must fit into memory. */
  private static final int RAW_KEPT = 16 << 20;

  // Linux takes no longer string as one argument.
  private static final int LONGEST_ARGUMENT = 128 << 10;

  /**
   * Makes the call, or finds it made.
   *
   * @param progress is told how it goes, several times a second
   * @throws CallFailed when it gave no reply
   * @throws AttemptEnded when the control said so, or the thread was interrupted
   * @throws IOException when the call's folder cannot be read or written
   */
  public CallResult call(CallRequest call, CallControl control, Consumer<CallProgress> progress)
      throws CallFailed, AttemptEnded, IOException {
    CallFolder folder = CallFolder.open(data, call.key());
    try (PathLock lock = folder.lock(control)) {
      folder.noteWaiting(call.activity());
      Optional<CallResult> finished = folder.result(CallResult.class);
      boolean anew = failedInEarlierRun(call, folder, finished);
      if (finished.isPresent() && !anew) {
        return finished.get().orThrow();
      }
      AgentCli cli = cli(call.ask());
      Optional<ProcessIdentity> begun = anew ? Optional.empty() : begun(folder, control);
      boolean adopted = begun.filter(ProcessIdentity::isAlive).isPresent();
      if (begun.isPresent()) {
        slots.takeForRunning();
      } else {
        CallProgress queued = CallProgress.before(CallStage.QUEUED, "waits for a slot of its host");
        slots.take(control, () -> progress.accept(queued));
      }
      try {
        if (begun.isEmpty()) {
          progress.accept(
              CallProgress.before(CallStage.PREPARING, "making a snapshot of the tree"));
        }
        try (WorkingFolder place =
            control.interruptible(() -> folders.apply(call.ask(), folder.marker()))) {
          ProcessIdentity process =
              begun.isPresent() ? begun.get() : start(call, cli, folder, place);
          return attend(call.ask(), cli, folder, process, place, control, progress, adopted);
        }
      } finally {
        slots.release();
      }
    }
  }

  /** The receipt of a call that came to its end; empty while it did not, or cannot be read. */
  Optional<Receipt> receipt(CallRequest call) {
    try {
      return CallFolder.of(data, call.key()).result(CallResult.class).map(CallResult::receipt);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A program's words as one line that people are shown, bounded and without secrets. */
  String sentence(String words) {
    // Secrets go before the cut, which would leave half of one that nobody recognizes.
    return Cut.shown(redact.apply(words).replaceAll("\\s+", " ").strip(), LONGEST_SENTENCE);
  }

  /**
   * A resumed session asks in the same words. It takes the results of an earlier run that are still
   * there, but neither its failures nor what its cancel ended.
   */
  private static boolean failedInEarlierRun(
      CallRequest call, CallFolder folder, Optional<CallResult> finished) throws IOException {
    boolean failed = finished.filter(result -> result.failure().isPresent()).isPresent();
    boolean ended = folder.killed().filter(why -> why != CallEnding.Reason.ANSWERED).isPresent();
    return (failed || ended)
        && folder.call().filter(one -> one.run().equals(call.activity().run())).isEmpty();
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

  private AgentCli cli(AskRequest request) throws CallFailed {
    String agent = request.agent();
    AgentConfiguration settings = configuration.agent(agent);
    try {
      AgentCli cli = AgentCli.of(agent, settings);
      if (request.mode() == Mode.WRITE && !(settings.write() && cli.canWrite())) {
        throw new CallFailed(
            FailureKind.FAILED,
            "%1$s may not write: set agents.%1$s.write, and write_argv for a program of your own"
                .formatted(agent));
      }
      return cli;
    } catch (IllegalArgumentException e) {
      throw new CallFailed(FailureKind.NOT_INSTALLED, String.valueOf(e.getMessage()));
    }
  }

  private ProcessIdentity start(
      CallRequest call, AgentCli cli, CallFolder folder, WorkingFolder place)
      throws IOException, CallFailed {
    Path directory = place.path();
    String prompt = prompts.apply(call.ask(), directory) + redact.apply(place.leftOut());
    String agent = call.ask().agent();
    Mode mode = call.ask().mode();
    AgentConfiguration settings = configuration.agent(agent);
    Sandbox sandbox = Sandbox.of(configuration.sandbox());
    Optional<String> refused = sandbox.refuses(configuration.sandbox(), settings.network());
    if (refused.isPresent()) {
      throw new CallFailed(FailureKind.FAILED, refused.get());
    }
    AgentCli.CliCall line = line(cli, call.ask(), directory, sandbox);
    Map<String, String> child = new TreeMap<>(line.inherited());
    Path workspace = Path.of(call.ask().workspace().path());
    child.put("PATH", SearchPath.of(child).outside(workspace).value());
    Path program =
        Programs.find(cli, settings, mode, child)
            .orElseThrow(
                () ->
                    new CallFailed(
                        FailureKind.NOT_INSTALLED, Programs.missing(agent, cli, settings, mode)));
    cli.prepare(line);
    Map<String, String> own = cli.environment(line);
    child.putAll(own);
    // The configuration has the last word, but for a home that is not the user's.
    child.putAll(settings.extraEnv());
    line.home().ifPresent(home -> own.forEach(putBelow(home, child)));
    Programs.guard(child, workspace, directory);
    List<String> argv = new ArrayList<>(List.of(program.toString()));
    argv.addAll(cli.arguments(line));
    List<String> shown = new ArrayList<>(argv.stream().map(redact).toList());
    if (settings.prompt() == PromptBy.ARGUMENT) {
      int bytes = prompt.getBytes(StandardCharsets.UTF_8).length;
      if (bytes >= LONGEST_ARGUMENT || prompt.indexOf('\0') >= 0) {
        throw new CallFailed(
            FailureKind.REJECTED_INPUT,
            "a prompt of " + bytes + " bytes is too long for argv; let the agent read stdin");
      }
      argv.add(prompt);
      shown.add("{prompt}");
    }
    folder.noteCall(
        new StartedCall(
            call.key(),
            call.ask().callId(),
            agent,
            program.toString(),
            programs.version(cli, program, child),
            shown,
            call.activity().run(),
            Instant.now(),
            folder.call().map(StartedCall::attempts).orElse(0) + 1,
            sandbox.level(settings.network())),
        prompt);
    VisibleFiles visible = new VisibleFiles(child, DataFolder.home(child), data.root());
    if (line.home().isPresent()) {
      home(cli, line, folder).fill();
      visible.addCommand(argv);
      visible.addVariables();
      visible.addConfigured(settings.readable(), false);
      visible.addConfigured(settings.writable(), true);
    }
    return CallLauncher.start(
        folder,
        new Sandbox.Program(
            argv,
            child,
            directory,
            mode == Mode.WRITE,
            line.home().orElse(directory),
            visible.paths(),
            visible.links(),
            data.root(),
            settings.network(),
            settings.networkAllow()),
        sandbox);
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
        sandbox.home(DataFolder.home(inherited)));
  }

  private static AgentHome home(AgentCli cli, AgentCli.CliCall line, CallFolder folder) {
    Map<String, String> user = line.inherited();
    Login.Search search = new Login.Search(user, DataFolder.home(user));
    return new AgentHome(folder.path(), cli.allHomeFiles(search, line));
  }

  private static BiConsumer<String, String> putBelow(Path home, Map<String, String> child) {
    return (name, value) -> {
      if (value.startsWith(home.toString())) {
        child.put(name, value);
      }
    };
  }

  /**
   * Waits for a process, started just now or by an earlier attempt, and keeps the result.
   *
   * @param adopted whether an attempt that is gone started it, and it lives
   */
  private CallResult attend(
      AskRequest request,
      AgentCli cli,
      CallFolder folder,
      ProcessIdentity process,
      WorkingFolder place,
      CallControl control,
      Consumer<CallProgress> progress,
      boolean adopted)
      throws CallFailed, AttemptEnded, IOException {
    CallWatch.CallLimits limits =
        new CallWatch.CallLimits(
            request.timeout(),
            configuration.agent(request.agent()).staleAfter(),
            configuration.maxOutputBytes());
    StartedCall started = folder.call().orElseThrow();
    OutputReader reader = cli.reader();
    CallEnding ending;
    try {
      ending =
          new CallWatch(folder, process, started.started(), limits, control)
              .await(
                  reader::line,
                  reader::hopeless,
                  reader::answered,
                  now -> progress.accept(working(process, now, reader, adopted)));
    } catch (AttemptEnded | IOException | RuntimeException e) {
      place.detach();
      throw e;
    }
    Instant now = Instant.now();
    Sandbox sandbox = Sandbox.of(configuration.sandbox());
    home(cli, line(cli, request, place.path(), sandbox), folder).empty();
    CliOutput output = reader.output();
    Receipt receipt = receipt(request, cli, folder, started, ending, output, now);
    List<String> changed = request.mode() == Mode.ANALYSIS ? place.changedPaths() : List.of();
    boolean culprit =
        started.level() != SandboxLevel.SANDBOXED
            && !place.isTakenUp()
            && !new OrphanSweep(data).ranBeside(folder, started.started());
    List<String> paths = culprit ? changed.stream().limit(MOST_PATHS).toList() : List.of();
    String stderr = tail(folder.stderr(), STDERR_JUDGED);
    Optional<AgentFailure> failure =
        CallResult.judge(cli, limits, request.mode(), now, ending, output, stderr);
    if (!changed.isEmpty()) {
      String all = String.join(", ", changed.stream().limit(MOST_PATHS).toList());
      failure =
          failure.or(
              () ->
                  culprit
                      ? CallResult.failure(
                          FailureKind.WROTE_TO_WORKSPACE,
                          "it changed files in analysis mode: " + all)
                      : CallResult.failure(
                          FailureKind.FAILED,
                          "files that it read were changed, perhaps not by it: " + all));
    }
    String unreached = unreached(request.agent(), receipt.refused());
    CallResult result =
        new CallResult(
            failure.isPresent() ? "" : local(output.answer(), request, place.path()),
            failure.map(
                why ->
                    new AgentFailure(
                        // A refusal of ours that the program takes for one of its vendor's.
                        why.kind() == FailureKind.NOT_AUTHENTICATED && !unreached.isEmpty()
                            ? FailureKind.UNAVAILABLE
                            : why.kind(),
                        sentence(
                            why.message()
                                + unreached
                                + hidden(request.agent(), started, why.message())),
                        why.resetAt(),
                        paths,
                        Optional.of(receipt))),
            receipt);
    folder.finish(result);
    return result.orThrow();
  }

  /** The answer, its paths within the tree instead of absolute, as what else is told has them. */
  private static String local(String answer, AskRequest request, Path folder) throws IOException {
    String said = answer;
    // A program may have removed the folder that it worked in.
    Path real = Files.exists(folder) ? folder.toRealPath() : folder;
    for (Path root : List.of(folder, real, Path.of(request.workspace().path()))) {
      // In JSON what is not ASCII may be escaped.
      String escaped =
          root.toString()
              .chars()
              .mapToObj(c -> c < 128 ? Character.toString(c) : "\\u%04x".formatted(c))
              .collect(Collectors.joining());
      String named = Pattern.quote(root.toString()) + "|" + Pattern.quote(escaped);
      said =
          Pattern.compile("(^|[^\\w./-])(?:file://)?(?:" + named + ")/")
              .matcher(said)
              .replaceAll("$1");
    }
    return said;
  }

  private CallProgress working(
      ProcessIdentity process, CallWatch.Vitals now, OutputReader reader, boolean adopted) {
    return new CallProgress(
        "",
        process.pid(),
        now.seconds(),
        now.bytes(),
        Cut.shown(sentence(reader.lastEvent()), LONGEST_EVENT),
        CallStage.WORKING,
        adopted,
        now.quietSeconds(),
        reader.tokensIn(),
        reader.tokensOut());
  }

  private Receipt receipt(
      AskRequest request,
      AgentCli cli,
      CallFolder folder,
      StartedCall started,
      CallEnding ending,
      CliOutput output,
      Instant end)
      throws IOException {
    Optional<Double> computed =
        output
            .model()
            .or(() -> configuration.agent(request.agent()).model())
            .filter(any -> output.tokensIn() + output.tokensOut() > 0)
            .flatMap(configuration::price)
            .map(price -> price.of(output.tokensIn(), output.tokensOut()));
    return new Receipt(
        started.callId(),
        started.agent(),
        started.binary(),
        started.version(),
        started.argv(),
        output.model(),
        request.tree(),
        started.started(),
        end,
        ending.exit(),
        ending.killed().map(any -> "TERM"),
        started.attempts(),
        folder.begun() ? Files.size(folder.stdout()) : 0,
        raw(folder, ending),
        output.tokensIn(),
        output.tokensOut(),
        output.costUsd().or(() -> computed),
        output.costUsd().isPresent()
            ? "reported"
            : computed.isPresent() ? "price-table" : "unknown",
        Optional.of(started.level()),
        refused(cli, folder));
  }

  /** Behind a failure that may come from what the network refused. */
  private static String unreached(String agent, List<String> refused) {
    List<String> places = refused.stream().filter(place -> !place.endsWith(USUAL)).toList();
    boolean known = places.stream().anyMatch(place -> !place.endsWith(NetworkProxy.UNKNOWN));
    return places.isEmpty()
        ? ""
        : "; its network does not lead to %s%s"
            .formatted(
                String.join(", ", places),
                known
                    ? " (agents.%s.network_allow permits addresses that are not public)"
                        .formatted(agent)
                    : "");
  }

  /** Behind a failure over a file that is there, and that the sandbox does not show. */
  private static String hidden(String agent, StartedCall started, String failure) {
    if (started.level() == SandboxLevel.SANDBOXED && MISSING.matcher(failure).find()) {
      Matcher path = ABSOLUTE.matcher(failure);
      while (path.find()) {
        if (Files.exists(Path.of(path.group()))) {
          return "; %s is there, but the sandbox does not show it: agents.%s.readable permits it"
              .formatted(path.group(), agent);
        }
      }
    }
    return "";
  }

  private static List<String> refused(AgentCli cli, CallFolder folder) throws IOException {
    return folder.refused().stream()
        .limit(MOST_REFUSED)
        .map(
            place -> {
              String named = place.replace(NetworkProxy.UNKNOWN, "");
              return cli.expectsRefusal(named) ? named + USUAL : place;
            })
        .toList();
  }

  /**
   * The raw output for people, so without secrets; behind that of a program that failed what it
   * wrote to stderr, of which a message tells one line. A flood is kept in the call's folder alone.
   */
  private Optional<DocumentRef> raw(CallFolder folder, CallEnding ending) throws IOException {
    if (!folder.begun() || ending.killed().equals(Optional.of(CallEnding.Reason.FLOODED))) {
      return Optional.empty();
    }
    String text;
    try (InputStream stdout = Files.newInputStream(folder.stdout())) {
      text = new String(stdout.readNBytes(RAW_KEPT), StandardCharsets.UTF_8);
    }
    boolean failed = ending.exit().filter(code -> code != 0).isPresent();
    String stderr = failed ? tail(folder.stderr(), STDERR_KEPT) : "";
    if (!stderr.isEmpty()) {
      text += (text.isEmpty() || text.endsWith("\n") ? "" : "\n");
      text += "--- stderr ---\n" + stderr + "\n";
    }
    return text.isEmpty() ? Optional.empty() : Optional.of(documents.put(redact.apply(text)));
  }

  private static String tail(Path file, int most) throws IOException {
    if (!Files.exists(file)) {
      return "";
    }
    try (InputStream stderr = Files.newInputStream(file)) {
      stderr.skipNBytes(Math.max(0, Files.size(file) - most));
      return new String(stderr.readNBytes(most), StandardCharsets.UTF_8).strip();
    }
  }
}
