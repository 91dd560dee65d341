package dev.conclave.activities.execution;

import dev.conclave.activities.agent.Programs;
import dev.conclave.activities.agent.VisibleFiles;
import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import dev.conclave.activities.agent.process.CallEnding;
import dev.conclave.activities.agent.process.CallEnding.Reason;
import dev.conclave.activities.agent.process.CallFolder;
import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.agent.process.CallFolder.StartedCall;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.activities.agent.process.CallLauncher;
import dev.conclave.activities.agent.process.CallWatch;
import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.agent.process.Sandbox;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.workspace.ChangedTrees;
import dev.conclave.activities.workspace.ExecutionRepository;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.activities.workspace.WorkFolder;
import dev.conclave.activities.workspace.WorkFolders;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallProgress.CallStage;
import dev.conclave.workflows.api.CheckActivities.CheckOrder;
import dev.conclave.workflows.api.CheckActivities.CheckRun;
import dev.conclave.workflows.api.CheckActivities.CheckStatus;
import dev.conclave.workflows.config.AgentConfiguration.Network;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Digests;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs command lines on trees, each exactly once: a retry reads the result of a finished command
 * from its folder, and waits for one that is still running. Thread-safe.
 *
 * @param environment of the worker; commands see only a small part of it
 */
public record CheckRunner(
    GitTrees trees,
    Configuration configuration,
    Map<String, String> environment,
    DocumentStore documents,
    UnaryOperator<String> redact) {
  /** The agent name under which commands are listed among calls. */
  public static final String CHECK = "check";

  private static final int NOT_EXECUTABLE = 126;
  private static final int NOT_FOUND = 127;
  private static final int READ = 64 << 10;
  private static final int KEPT = 16 << 10;
  private static final int TAIL = 1 << 10;

  private static final List<String> INHERITED =
      List.of(
          ("PATH LANG LC_ALL LC_CTYPE TZ JAVA_HOME GOROOT SSL_CERT_FILE SSL_CERT_DIR http_proxy"
                  + " https_proxy HTTP_PROXY HTTPS_PROXY no_proxy NO_PROXY")
              .split(" "));

  /** Files that determine what setup installs. */
  private static final Pattern MANIFEST =
      Pattern.compile(
          "(?:.*/)?(?:package(?:-lock)?\\.json|npm-shrinkwrap\\.json|yarn\\.lock|pnpm-lock\\.yaml|bun\\.lockb?|\\.npmrc|\\.nvmrc"
              + "|go\\.(?:mod|sum|work)|pom\\.xml|build\\.gradle(?:\\.kts)?|settings\\.gradle(?:\\.kts)?|gradle\\.lockfile|libs\\.versions\\.toml"
              + "|requirements[\\w.-]*\\.(?:txt|in)|pyproject\\.toml|setup\\.(?:py|cfg)|uv\\.lock|poetry\\.lock|Pipfile(?:\\.lock)?|environment\\.ya?ml"
              + "|Cargo\\.(?:toml|lock)|Gemfile(?:\\.lock)?|[\\w.-]+\\.gemspec|composer\\.(?:json|lock)|mix\\.(?:exs|lock)|[\\w.-]+\\.(?:cs|fs|vb)proj|packages\\.lock\\.json)");

  record Asked(String namespace, String workflow, WaitingActivity activity) {}

  /** The part of an order that is specific to one command. */
  private record Line(String line, Network network, byte[] question, boolean setup) {}

  private record Attempt(
      CheckOrder order, Asked asked, CallControl control, Consumer<CallProgress> progress) {}

  CheckRun run(CheckOrder order, Asked asked, CallControl control, Consumer<CallProgress> progress)
      throws AttemptEnded, IOException {
    CallFolder folder = folder(asked, question(order));
    try (PathLock lock = folder.lock(control)) {
      folder.noteWaiting(asked.activity());
      Optional<CheckRun> finished = folder.result(CheckRun.class);
      if (finished.isPresent()) {
        return finished.get();
      }
      WorkFolders folders = new WorkFolders(repository(order), configuration.trustAgentSettings());
      String holder = folder.marker();
      Attempt attempt = new Attempt(order, asked, control, progress);
      Optional<CheckRun> failed = setUp(attempt, folders, holder);
      try (WorkFolder place = control.interruptible(() -> folders.open(order.tree(), holder))) {
        Line line =
            new Line(order.line(), configuration.execution().network(), question(order), false);
        CheckRun run =
            failed.isPresent()
                ? failed.get()
                : order.setupOnly()
                    ? new CheckRun(
                        order.line(), CheckStatus.PASSED, Optional.of(0), 0, Optional.empty(), "")
                    : command(folder, line, attempt, place);
        if (order.baseline()) {
          place.keepHome();
        }
        folder.finish(run);
        place.release();
        return run;
      }
    }
  }

  private ExecutionRepository repository(CheckOrder order) {
    return new ExecutionRepository(trees, order.workspace(), order.session());
  }

  private CallFolder folder(Asked asked, byte[] question) throws IOException {
    return CallFolder.open(trees.data(), CallKey.of(asked.namespace(), asked.workflow(), question));
  }

  private static byte[] question(CheckOrder order) {
    Map<String, Object> parts = new TreeMap<>();
    parts.put("check", order.line());
    parts.put("session", order.session());
    parts.put("tree", order.tree());
    parts.put("setup", order.setup());
    parts.put("setupOnly", order.setupOnly());
    parts.put("attempt", order.attempt());
    return WireMapper.get().valueToTree(parts).toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Runs setup in the holder's folder unless it is ready; returns the first command that did not
   * pass. Setup has network access and may run code from manifests that a task changed, so it sees
   * only what an agent may see.
   */
  private Optional<CheckRun> setUp(Attempt attempt, WorkFolders folders, String holder)
      throws AttemptEnded, IOException {
    CheckOrder order = attempt.order();
    if (order.setup().isEmpty()) {
      return Optional.empty();
    }
    String key = readiness(order);
    Network network =
        configuration.execution().network() == Network.HOST ? Network.HOST : Network.API;
    try (WorkFolder place =
        attempt.control().interruptible(() -> folders.openForAgent(order.tree(), holder))) {
      place.detach();
      if (place.isReady(key)) {
        return Optional.empty();
      }
      String number = place.making().orElseGet(place::clear);
      for (int i = 0; i < order.setup().size(); i++) {
        String line = order.setup().get(i);
        byte[] question =
            ("setup " + number + " " + i + " " + line).getBytes(StandardCharsets.UTF_8);
        CallFolder folder = folder(attempt.asked(), question);
        try (PathLock lock = folder.lock(attempt.control())) {
          folder.noteWaiting(attempt.asked().activity());
          Optional<CheckRun> before = folder.result(CheckRun.class);
          Line setup = new Line(line, network, question, true);
          CheckRun run = before.isPresent() ? before.get() : command(folder, setup, attempt, place);
          folder.finish(run);
          if (run.status() != CheckStatus.PASSED) {
            return Optional.of(run);
          }
        }
      }
      place.keepMade(key);
      return Optional.empty();
    }
  }

  /** Returns a digest of everything that setup depends on. */
  private String readiness(CheckOrder order) {
    try (TreeFiles files = repository(order).files(order.tree())) {
      String manifests =
          files.list().stream()
              .filter(file -> MANIFEST.matcher(file.path()).matches())
              .map(file -> file.blob() + " " + file.path())
              .sorted()
              .collect(Collectors.joining("\n"));
      return Digests.sha256(String.join("\n", order.setup()) + "\0" + manifests);
    }
  }

  /** Runs a command in a folder, or waits for it if it is already running. */
  private CheckRun command(CallFolder folder, Line line, Attempt attempt, WorkFolder place)
      throws AttemptEnded, IOException {
    // However this attempt ends, the next one finds the folder, unless the command was cancelled.
    place.detach();
    ProcessIdentity process =
        folder.killed().isPresent() ? null : folder.awaitStart(attempt.control());
    if (process != null && folder.endedUnobserved(process)) {
      process = null;
    }
    boolean adopted = process != null && process.isAlive();
    if (process == null) {
      if (place.isReopened() && !line.setup()) {
        place.reset();
      }
      process = start(folder, line, attempt, place);
    }
    ProcessIdentity running = process;
    StartedCall started = folder.call().orElseThrow();
    Duration limit = configuration.execution().checkTimeout();
    CallEnding ending =
        new CallWatch(
                folder,
                running,
                started.started(),
                new CallWatch.CallLimits(limit, limit.plusHours(1), configuration.maxOutputBytes()),
                attempt.control())
            .await(
                any -> {},
                () -> false,
                () -> false,
                now ->
                    attempt
                        .progress()
                        .accept(
                            new CallProgress(
                                CHECK,
                                running.pid(),
                                now.seconds(),
                                now.bytes(),
                                Cut.shorten(redact.apply(line.line()), TAIL / 8),
                                CallStage.WORKING,
                                adopted,
                                now.quietSeconds(),
                                0,
                                0,
                                0)));
    if (ending.killed() == Reason.CANCELLED || ending.killed() == Reason.ORPHANED) {
      place.release();
      throw new AttemptEnded(ending.killed() == Reason.CANCELLED);
    }
    return result(folder, line, place, ending, started.started());
  }

  private ProcessIdentity start(CallFolder folder, Line line, Attempt attempt, WorkFolder place)
      throws IOException {
    Sandbox sandbox = Sandbox.of(configuration.sandbox());
    Optional<String> refused = sandbox.refuses(configuration.sandbox(), line.network());
    if (refused.isPresent()) {
      throw ChangedTrees.refused(refused.get());
    }
    Path user = DataFolder.home(environment);
    Map<String, String> child = new TreeMap<>();
    INHERITED.stream()
        .filter(environment::containsKey)
        .forEach(name -> child.put(name, environment.getOrDefault(name, "")));
    child.putIfAbsent("LANG", "C.UTF-8");
    child.putAll(Map.of("CI", "true", "TERM", "dumb", "NO_COLOR", "1"));
    Programs.guard(child, Path.of(attempt.order().workspace().path()), place.path());
    child.put("HOME", place.home().toString());
    if (sandbox.bwrap() != null && line.network() == Network.API) {
      // Java ignores the proxy variables.
      child.put("JAVA_TOOL_OPTIONS", Sandbox.JAVA_PROXY);
    }
    // Merges both outputs in order.
    List<String> argv =
        List.of("/bin/sh", "-c", "exec /bin/sh -c \"$1\" 2>&1", "conclave-check", line.line());
    folder.noteCall(
        new StartedCall(
            CallKey.of(attempt.asked().namespace(), attempt.asked().workflow(), line.question()),
            CHECK,
            CHECK,
            "/bin/sh",
            null,
            List.of("-c", redact.apply(line.line())),
            attempt.asked().activity().run(),
            Instant.now(),
            folder.call().map(StartedCall::attempts).orElse(0) + 1,
            sandbox.level(line.network())),
        "");
    VisibleFiles visible = new VisibleFiles(child, user, trees.data().root());
    visible.addPath();
    visible.addVariables();
    visible.addConfigured(configuration.execution().readable(), false);
    link(user, place.home());
    TreeMap<Path, Boolean> paths = new TreeMap<>(visible.paths());
    place.objects().ifPresent(objects -> paths.put(objects, false));
    paths.put(place.home(), true);
    return CallLauncher.start(
        folder,
        new Sandbox.Program(
            argv,
            child,
            place.path(),
            true,
            place.home(),
            paths,
            visible.links(),
            trees.data().root(),
            line.network(),
            List.of()),
        sandbox);
  }

  /** Links the readable files of the user's home into the command's home. */
  private void link(Path user, Path home) throws IOException {
    for (String name : configuration.execution().readable()) {
      Path real = name.startsWith("~/") ? user.resolve(name.substring(2)) : Path.of(name);
      if (real.startsWith(user) && !real.equals(user) && Files.exists(real)) {
        Path link = home.resolve(user.relativize(real));
        Files.createDirectories(link.resolveSibling(""));
        if (!Files.exists(link) && !Files.isSymbolicLink(link)) {
          Files.createSymbolicLink(link, real);
        }
      }
    }
  }

  private CheckRun result(
      CallFolder folder, Line line, WorkFolder place, CallEnding ending, Instant started)
      throws IOException {
    Integer exit = ending.exit();
    CheckStatus status =
        ending.killed() == Reason.WALL_CLOCK
            ? CheckStatus.TIMED_OUT
            : exit == null
                ? CheckStatus.FAILED
                : switch (exit) {
                  case 0 -> CheckStatus.PASSED;
                  case NOT_EXECUTABLE, NOT_FOUND -> CheckStatus.ABSENT;
                  default -> CheckStatus.FAILED;
                };
    String output = output(folder, place, ending.killed());
    return new CheckRun(
        line.line(),
        status,
        Optional.ofNullable(exit),
        Duration.between(started, Instant.now()).toMillis(),
        output.isEmpty() ? Optional.empty() : Optional.of(documents.put(output)),
        last(output, TAIL));
  }

  /** Returns the end of the output, with paths relative to the tree and without secrets. */
  private String output(CallFolder folder, WorkFolder place, @Nullable Reason killed)
      throws IOException {
    String text = "";
    if (Files.exists(folder.stdout())) {
      try (InputStream in = Files.newInputStream(folder.stdout())) {
        in.skipNBytes(Math.max(0, Files.size(folder.stdout()) - READ));
        text = new String(in.readNBytes(READ), StandardCharsets.UTF_8);
      }
    }
    text = ControlCharacters.removed(text.replaceAll("\r+\n?", "\n"));
    text = text.replace(place.path() + "/", "").replace(place.path().toString(), ".");
    text = text.replace(place.home().toString(), "~");
    String note =
        killed == Reason.OUTPUT_EXCEEDED
            ? "\n[ended: it printed more than " + configuration.maxOutputBytes() + " bytes]"
            : killed == Reason.WALL_CLOCK
                ? "\n[ended: it ran longer than "
                    + configuration.execution().checkTimeout().toSeconds()
                    + " s]"
                : "";
    return last(redact.apply(text).stripTrailing() + note, KEPT).strip();
  }

  /** Returns the last lines that fit into the given bytes, or the end of a single long line. */
  private static String last(String text, int bytes) {
    byte[] all = text.getBytes(StandardCharsets.UTF_8);
    if (all.length <= bytes) {
      return text;
    }
    String end =
        new String(all, all.length - bytes, bytes, StandardCharsets.UTF_8)
            .replaceFirst("^\uFFFD+", "");
    int line = end.indexOf('\n');
    return line >= 0 && line < end.length() / 2 ? end.substring(line + 1) : end;
  }
}
