package dev.conclave.worker.doctor;

import dev.conclave.activities.agent.Programs;
import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.activities.agent.cli.Login;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.WorkerProcess;
import dev.conclave.worker.doctor.Doctor.Diagnosis;
import dev.conclave.worker.stack.StackStatus;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.LocalCommands;
import dev.conclave.workflows.temporal.Words;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks at each agent program: found, its release, whether it runs here and is logged in; then at
 * who would moderate.
 */
record AgentCheck(HostContext host, Programs programs, Consumer<String> progress) {
  static final String SUBJECT = "agent ";
  private static final String MODERATOR = "moderator";

  /** A program that takes longer is named as what is waited for. */
  private static final Duration QUICK = Duration.ofSeconds(3);

  private static final int SHEBANG = 128;

  List<Diagnosis> examine() {
    int node =
        programs
            .find("node", host.environment())
            .flatMap(found -> programs.version(found, host.environment()))
            .map(version -> Integer.parseInt(version.replaceFirst("\\..*", "")))
            .orElse(0);
    Optional<Set<String>> worker = workerVariables();
    List<Finding> agents = atOnce(agent -> finding(agent, node, worker));
    return Stream.concat(agents.stream(), Stream.of(moderator(agents))).map(Diagnosis::of).toList();
  }

  private Finding moderator(List<Finding> agents) {
    Set<String> usable =
        agents.stream()
            .filter(finding -> finding.state() == Finding.State.OK)
            .map(finding -> finding.subject().substring(SUBJECT.length()))
            .filter(agent -> !agent.equals(AgentStatus.DIRECT))
            .collect(Collectors.toSet());
    Configuration configuration = host.configuration();
    Optional<String> first =
        Stream.concat(configuration.tools().stream(), configuration.chain().stream())
            .filter(usable::contains)
            .findFirst();
    Optional<String> named = configuration.moderator();
    if (named.isPresent() && !usable.contains(named.get())) {
      return Finding.doubtful(
          MODERATOR,
          named.get()
              + ", whom config.yaml names, cannot be relied on"
              + first.map(agent -> "; if it fails, " + agent + " moderates").orElse(""),
          "see agent %s above, or give another one as moderator: in config.yaml"
              .formatted(named.get()));
    }
    return named
        .map(agent -> agent + ", whom config.yaml names")
        .or(() -> first.map(agent -> agent + ", the first usable agent"))
        .map(detail -> Finding.ok(MODERATOR, detail))
        .orElseGet(
            () ->
                Finding.optional(
                    MODERATOR,
                    "no agent with a model is usable, so nobody compares what analysts say",
                    "mend one of the agents above"));
  }

  /** One that hangs takes as long as the limit of a program; all of them take no longer. */
  private List<Finding> atOnce(Function<String, Finding> look) {
    SortedMap<String, CompletableFuture<Finding>> looks = new TreeMap<>();
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      for (String agent : WorkerProcess.agents(host.configuration())) {
        looks.put(agent, CompletableFuture.supplyAsync(() -> look.apply(agent), threads));
      }
      boolean quick =
          CompletableFuture.allOf(looks.values().toArray(CompletableFuture[]::new))
              .thenApply(any -> true)
              .completeOnTimeout(false, QUICK.toMillis(), TimeUnit.MILLISECONDS)
              .join();
      if (!quick) {
        progress.accept(
            looks.entrySet().stream()
                .filter(one -> !one.getValue().isDone())
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", ", "Waiting for ", " to say their versions …")));
      }
      return looks.values().stream().map(CompletableFuture::join).toList();
    } finally {
      threads.shutdownNow();
    }
  }

  private Finding finding(String agent, int node, Optional<Set<String>> worker) {
    AgentConfiguration settings = host.configuration().agent(agent);
    String subject = SUBJECT + agent;
    String type = settings.typeFor(agent);
    String mend = "mend agents." + agent + " in config.yaml";
    if (type.equals(AgentStatus.DIRECT)) {
      return Finding.ok(subject, "built in");
    }
    try {
      AgentCli cli = AgentCli.of(agent, settings);
      Map<String, String> child = cli.inherited(settings, host.environment());
      String name = settings.binary() != null ? settings.binary() : cli.program(Mode.ANALYSIS);
      Optional<AgentProgram> known = AgentProgram.find(type);
      Optional<Path> program = programs.find(name, child);
      if (program.isPresent()) {
        Optional<String> release = programs.version(cli, program.get(), child);
        Login login =
            cli.login(new Login.Search(child, DataFolder.home(child), Clock.systemUTC()), settings);
        return finding(subject, program.get(), release, known, node, login, worker);
      }
      Optional<Path> locked = notExecutable(name, child);
      return locked.isPresent()
          ? Finding.doubtful(
              subject,
              locked.get() + " is there, but not executable",
              "chmod +x " + Words.shell(locked.get().toString()))
          : Finding.optional(
              subject,
              name + " is not there",
              known
                  .filter(any -> settings.binary() == null)
                  .map(any -> any.install(node))
                  .orElse(mend));
    } catch (IllegalArgumentException e) {
      return Finding.optional(subject, String.valueOf(e.getMessage()), mend);
    }
  }

  private static Optional<Path> notExecutable(String name, Map<String, String> child) {
    return Stream.of(child.getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .filter(folder -> !folder.isBlank())
        .map(folder -> Path.of(folder).resolve(name).toAbsolutePath())
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /**
   * A program that is there, in one sentence, with the fix of what is worst.
   *
   * @param release as it says; empty when it says none, or does not start
   * @param known when it is no program of the user's own
   * @param node the major release of Node.js on this host; 0 without one
   * @param worker names of the running worker's variables
   */
  private static Finding finding(
      String subject,
      Path program,
      Optional<String> release,
      Optional<AgentProgram> known,
      int node,
      Login login,
      Optional<Set<String>> worker) {
    String where =
        program
            + release
                .map(
                    said ->
                        ", "
                            + said
                            + known.map(cli -> " (" + cli.comparedToTested(said) + ")").orElse(""))
                .orElse("");
    if (known.isPresent()) {
      AgentProgram cli = known.get();
      int needed = cli.nodeFor(release);
      if (node < needed && isNodeScript(program)) {
        String newer = "install Node.js " + needed + " or newer";
        return node == 0
            ? Finding.doubtful(subject, where + ", and there is no Node.js to run it", newer)
            : Finding.doubtful(
                subject,
                where + ", too new for Node.js " + node,
                newer + ", or: " + cli.install(node));
      }
      if (release.isEmpty()) {
        return Finding.doubtful(
            subject,
            where + ", does not say its version: it may not start",
            "try `%s --version`, or: %s"
                .formatted(Words.shell(program.toString()), cli.install(node)));
      }
    }
    String all = where + ", " + login.text();
    if (login.fix().isPresent()) {
      return Finding.doubtful(subject, all, login.fix().get());
    }
    if (login.variable().isPresent()
        && worker.filter(names -> !names.contains(login.variable().get())).isPresent()) {
      return Finding.doubtful(
          subject,
          all + ", but the running worker was started without it",
          LocalCommands.READ_ANEW);
    }
    return known
        .filter(cli -> release.filter(cli::isOlder).isPresent())
        .map(cli -> Finding.doubtful(subject, all, cli.install(node)))
        .orElseGet(() -> Finding.ok(subject, all));
  }

  private static boolean isNodeScript(Path program) {
    try (InputStream in = Files.newInputStream(program)) {
      String start = new String(in.readNBytes(SHEBANG), StandardCharsets.ISO_8859_1);
      return start.startsWith("#!") && start.lines().findFirst().orElse("").contains("node");
    } catch (IOException e) {
      return false; // it cannot be read, but perhaps be run
    }
  }

  /**
   * The names of the variables that this host's worker was started with: it lacks a key that was
   * exported later. Empty without a worker, or where nobody tells.
   */
  private Optional<Set<String>> workerVariables() {
    try {
      Optional<Long> pid = StackStatus.worker(host);
      if (pid.isEmpty()) {
        return Optional.empty();
      }
      byte[] all = Files.readAllBytes(Path.of("/proc", String.valueOf(pid.get()), "environ"));
      return Optional.of(
          Stream.of(new String(all, StandardCharsets.ISO_8859_1).split("\0", -1))
              .map(variable -> variable.replaceFirst("(?s)=.*", ""))
              .collect(Collectors.toSet()));
    } catch (IOException e) {
      return Optional.empty(); // no such file system, or somebody else's process
    }
  }
}
