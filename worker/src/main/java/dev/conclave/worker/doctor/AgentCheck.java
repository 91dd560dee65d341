package dev.conclave.worker.doctor;

import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.activities.agent.cli.ChildEnvironment;
import dev.conclave.activities.agent.cli.Programs;
import dev.conclave.worker.Surroundings;
import dev.conclave.worker.WorkerProcess;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.UserHome;
import dev.conclave.workflows.temporal.ShellWord;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
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
 * Each agent program: found, its release, whether it runs here, and whether it is logged in; then
 * who would moderate.
 */
record AgentCheck(Surroundings around, Programs programs, Consumer<String> progress)
    implements Check {
  /** A program that takes longer is named as what is waited for. */
  private static final Duration QUICK = Duration.ofSeconds(3);

  static final String SUBJECT = "agent ";
  private static final String MODERATOR = "moderator";

  @Override
  public String subject() {
    return "agents";
  }

  @Override
  public List<Diagnosis> examine() {
    int node = node();
    Optional<Set<String>> worker = WorkerVariables.of(around);
    List<Diagnosis> agents = atOnce(agent -> Diagnosis.of(finding(agent, node, worker)));
    List<Diagnosis> found = new ArrayList<>(agents);
    found.add(Diagnosis.of(moderator(agents.stream().map(Diagnosis::finding).toList())));
    return found;
  }

  private Finding moderator(List<Finding> agents) {
    Set<String> usable =
        agents.stream()
            .filter(finding -> finding.state() == Finding.State.OK)
            .map(finding -> finding.subject().substring(SUBJECT.length()))
            .filter(agent -> !agent.equals(AgentStatus.DIRECT))
            .collect(Collectors.toSet());
    Configuration configuration = around.configuration();
    Optional<String> first =
        Stream.concat(configuration.tools().stream(), configuration.chain().stream())
            .filter(usable::contains)
            .findFirst();
    Optional<String> named = configuration.moderator();
    Optional<String> lacking = named.filter(agent -> !usable.contains(agent));
    if (lacking.isPresent()) {
      return Finding.doubtful(
          MODERATOR,
          lacking.get()
              + ", whom config.yaml names, cannot be relied on"
              + first.map(agent -> "; if it fails, " + agent + " moderates").orElse(""),
          "see agent %s above, or give another one as moderator: in config.yaml"
              .formatted(lacking.get()));
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
  private List<Diagnosis> atOnce(Function<String, Diagnosis> look) {
    SortedMap<String, CompletableFuture<Diagnosis>> looks = new TreeMap<>();
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      for (String agent : WorkerProcess.agents(around.configuration())) {
        looks.put(agent, CompletableFuture.supplyAsync(() -> look.apply(agent), threads));
      }
      CompletableFuture<Void> all =
          CompletableFuture.allOf(looks.values().toArray(CompletableFuture[]::new));
      boolean quick =
          all.thenApply(any -> true)
              .completeOnTimeout(false, QUICK.toMillis(), TimeUnit.MILLISECONDS)
              .join();
      if (!quick) {
        progress.accept("Waiting for %s to say their versions …".formatted(names(looks)));
      }
      return looks.values().stream().map(CompletableFuture::join).toList();
    } finally {
      threads.shutdownNow();
    }
  }

  private static String names(SortedMap<String, CompletableFuture<Diagnosis>> looks) {
    return looks.entrySet().stream()
        .filter(look -> !look.getValue().isDone())
        .map(Map.Entry::getKey)
        .collect(Collectors.joining(", "));
  }

  private Finding finding(String agent, int node, Optional<Set<String>> worker) {
    AgentConfiguration settings = around.configuration().agent(agent);
    String subject = SUBJECT + agent;
    String type = settings.typeFor(agent);
    if (type.equals(AgentStatus.DIRECT)) {
      return Finding.ok(subject, "built in");
    }
    try {
      AgentCli cli = AgentCli.of(agent, settings);
      Map<String, String> child = ChildEnvironment.inherited(cli, settings, around.environment());
      String name = settings.binary() != null ? settings.binary() : cli.program(Mode.ANALYSIS);
      Optional<Path> program = programs.find(name, child);
      Optional<Path> locked = program.isPresent() ? Optional.empty() : notExecutable(name, child);
      if (locked.isPresent()) {
        return Finding.doubtful(
            subject,
            locked.get() + " is there, but not executable",
            "chmod +x " + ShellWord.of(locked.get().toString()));
      }
      if (program.isEmpty()) {
        return Finding.optional(
            subject, name + " is not there", install(agent, type, settings, node));
      }
      Optional<String> release = programs.version(cli, program.get(), child);
      Login login = new Logins(child, UserHome.of(child), Clock.systemUTC()).of(type, settings);
      return new AgentFacts(subject, program.get(), release, KnownCli.of(type), node, login, worker)
          .finding();
    } catch (IllegalArgumentException e) {
      return Finding.optional(
          subject, String.valueOf(e.getMessage()), "mend agents." + agent + " in config.yaml");
    }
  }

  private static Optional<Path> notExecutable(String name, Map<String, String> child) {
    return Stream.of(child.getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .filter(folder -> !folder.isBlank())
        .map(folder -> Path.of(folder).resolve(name).toAbsolutePath())
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private static String install(String agent, String type, AgentConfiguration settings, int node) {
    return KnownCli.of(type)
        .filter(known -> settings.binary() == null)
        .map(known -> known.install(node))
        .orElse("mend agents." + agent + " in config.yaml");
  }

  /** The major release of Node.js; 0 without one. */
  private int node() {
    return programs
        .find("node", around.environment())
        .flatMap(node -> programs.version(node, around.environment()))
        .map(version -> Release.of(version).major())
        .orElse(0);
  }
}
