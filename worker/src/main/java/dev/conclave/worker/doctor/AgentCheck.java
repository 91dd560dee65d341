package dev.conclave.worker.doctor;

import dev.conclave.activities.agent.Programs;
import dev.conclave.activities.agent.RosterActivitiesImpl;
import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.activities.agent.cli.AgentCli.CliCall;
import dev.conclave.activities.agent.cli.FailureText;
import dev.conclave.activities.agent.cli.Login;
import dev.conclave.activities.agent.cli.OutputReader;
import dev.conclave.activities.agent.cli.OutputReader.CliOutput;
import dev.conclave.activities.document.Folders;
import dev.conclave.worker.HostContext;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.AgentConfiguration.Network;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.config.SearchPath;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Checks each agent program: installed, version, usable on this host, logged in. */
public record AgentCheck(HostContext host, Programs programs) {
  public static final String SUBJECT = "agent ";
  private static final Duration LONGEST_TRY = Duration.ofMinutes(2);

  /** Checks these agents; an agent of the user's tools that cannot run is reported as missing. */
  public List<Finding> examine(SortedSet<String> names) {
    int node =
        SearchPath.of(host.environment())
            .find("node")
            .flatMap(found -> programs.version(found, host.environment()))
            .map(version -> Integer.parseInt(version.replaceFirst("\\..*", "")))
            .orElse(0);
    // In parallel: the total time is that of the slowest program.
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<CompletableFuture<Finding>> looks =
          names.stream()
              .map(agent -> CompletableFuture.supplyAsync(() -> finding(agent, node), threads))
              .toList();
      return looks.stream().map(CompletableFuture::join).toList();
    } finally {
      threads.shutdownNow();
    }
  }

  private Finding finding(String agent, int node) {
    AgentConfiguration settings = host.configuration().agent(agent);
    String subject = SUBJECT + agent;
    String type = settings.typeFor(agent);
    String fix = "correct agents." + agent + " in config.yaml";
    if (type.equals(AgentStatus.DIRECT)) {
      return Finding.ok(subject, "built in");
    }
    try {
      AgentCli cli = AgentCli.of(agent, settings);
      Map<String, String> child = cli.inherited(settings, host.environment());
      String name = settings.binary() != null ? settings.binary() : cli.program(Mode.ANALYSIS);
      Optional<AgentProgram> known = AgentProgram.find(type);
      Optional<Path> program = SearchPath.of(child).find(name);
      if (program.isEmpty()) {
        boolean ours = known.isPresent() && settings.binary() == null;
        return unusable(agent, name + " is not installed", ours ? known.get().install(node) : fix);
      }
      Optional<String> release = programs.version(cli, program.get(), child);
      Login login = cli.login(new Login.Search(child, DataFolder.home(child)), settings);
      String where = program.get() + release.map(said -> ", " + said).orElse("");
      if (known.isPresent() && release.isEmpty()) {
        return Finding.doubtful(
            subject,
            where + ", reports no version and may not start",
            "try `%s --version`, or: %s"
                .formatted(Words.shell(program.get().toString()), known.get().install(node)));
      }
      AgentStatus status =
          new RosterActivitiesImpl(host.configuration(), host.environment(), programs, false)
              .status(agent);
      if (!status.usable()) {
        return unusable(
            agent,
            where + ", is not used: " + status.reason().orElse(""),
            "remove agents.%s.network, or set agents.sandbox: auto".formatted(agent));
      }
      String level =
          settings.network() == Network.HOST
              ? status.whyLower().map(why -> ", not sandboxed: " + why).orElse("")
              : "";
      String writes =
          status.whyNotWriting().map(why -> ", cannot write: " + why).orElse(", can write");
      return loggedIn(subject, where + level, release, known, node, login, writes);
    } catch (IllegalArgumentException e) {
      return unusable(agent, String.valueOf(e.getMessage()), fix);
    }
  }

  /** Asks an agent for one word in an empty folder; returns the failure, or an empty string. */
  public String tryAgent(String agent) {
    AgentConfiguration settings = host.configuration().agent(agent);
    AgentCli cli = AgentCli.of(agent, settings);
    Map<String, String> child = cli.inherited(settings, host.environment());
    String name = settings.binary() != null ? settings.binary() : cli.program(Mode.ANALYSIS);
    Optional<Path> program = SearchPath.of(child).find(name);
    if (program.isEmpty()) {
      return name + " is not installed";
    }
    try {
      Path folder = Files.createTempDirectory("conclave-try");
      try {
        return tryAgent(cli, settings, child, program.get(), folder);
      } finally {
        Folders.delete(folder);
      }
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  private static String tryAgent(
      AgentCli cli,
      AgentConfiguration settings,
      Map<String, String> child,
      Path program,
      Path folder)
      throws IOException, InterruptedException {
    CliCall call =
        new CliCall(
            Mode.ANALYSIS,
            settings,
            Files.createDirectory(folder.resolve("empty")),
            Files.createDirectory(folder.resolve("settings")),
            child,
            null);
    cli.prepare(call);
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Path prompt = Files.writeString(folder.resolve("prompt"), "Say OK, nothing else.\n");
    List<String> line = new ArrayList<>(List.of(program.toString()));
    line.addAll(cli.arguments(call));
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(call.directory().toFile())
            .redirectInput(prompt.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().putAll(child);
    builder.environment().putAll(cli.environment(call));
    Process process = builder.start();
    boolean ended = process.waitFor(LONGEST_TRY.toSeconds(), TimeUnit.SECONDS);
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    OutputReader reader = cli.reader();
    Files.readString(out).lines().forEach(reader::line);
    CliOutput said = reader.output();
    if (!said.answer().isBlank() && said.error().isEmpty()) {
      return "";
    }
    String why = said.error().isEmpty() ? FailureText.reason(Files.readString(err)) : said.error();
    return !why.isBlank() ? why : ended ? "ended without an answer" : "timed out without an answer";
  }

  private Finding unusable(String agent, String why, String fix) {
    return host.configuration().tools().contains(agent)
        ? Finding.missing(SUBJECT + agent, why, fix)
        : Finding.optional(SUBJECT + agent, why, fix);
  }

  private static Finding loggedIn(
      String subject,
      String where,
      Optional<String> release,
      Optional<AgentProgram> known,
      int node,
      Login login,
      String writes) {
    Optional<String> measured =
        known.flatMap(cli -> release.map(said -> " (" + cli.comparedToTested(said) + ")"));
    String all = where + measured.orElse("") + ", " + login.text() + writes;
    if (!login.fix().isEmpty()) {
      return Finding.doubtful(subject, all, login.fix());
    }
    return known
        .filter(cli -> release.filter(cli::isOlder).isPresent())
        .map(cli -> Finding.doubtful(subject, all, cli.install(node)))
        .orElseGet(() -> Finding.ok(subject, all));
  }
}
