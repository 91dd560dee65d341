package dev.conclave.worker.doctor;

import dev.conclave.activities.agent.Programs;
import dev.conclave.activities.agent.process.Sandbox;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.WorkerProcess;
import dev.conclave.worker.stack.DiskSpace;
import dev.conclave.worker.stack.NamespaceSetup;
import dev.conclave.worker.stack.ServerProgram;
import dev.conclave.worker.stack.StackStatus;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.config.SearchPath;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TemporalConnection;
import dev.conclave.workflows.text.ProductVersion;
import io.grpc.StatusRuntimeException;
import io.temporal.common.SearchAttributeKey;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Checks everything that a session on this host may need, without calling an agent.
 *
 * @param configurationProblem the error of the user's configuration, if any
 */
public record Doctor(
    HostContext host, Optional<String> configurationProblem, Consumer<String> progress) {
  private static final String OLDEST_GIT = "2.30";
  private static final String ATTRIBUTES = "search attributes";
  private static final String ACCESS = "server access";
  private static final String BRING_UP = "conclave up (`plan` does it too)";

  /**
   * The result, as specified by {@code docs/schemas/commands/doctor.schema.json}.
   *
   * @param usable whether sessions can run
   * @param mended what {@code --fix} did, in sentences
   */
  public record Report(
      String version,
      boolean usable,
      List<String> mended,
      List<String> failed,
      List<Finding> findings) {

    public boolean directAlone() {
      return findings.stream()
          .filter(finding -> finding.subject().startsWith(AgentCheck.SUBJECT))
          .filter(finding -> !finding.subject().equals(AgentCheck.SUBJECT + AgentStatus.DIRECT))
          .noneMatch(finding -> finding.state() == Finding.State.OK);
    }
  }

  public Report examine() {
    return report(List.of(), List.of());
  }

  public Report fix() {
    try (TemporalConnection connection =
        TemporalConnection.open(host.settings(), host.converter())) {
      String missing =
          connection.missingSearchAttributes().stream()
              .map(SearchAttributeKey::getName)
              .collect(Collectors.joining(", "));
      if (missing.isEmpty()) {
        return examine();
      }
      new NamespaceSetup(connection).registerMissing();
      String done = "Registered %s in namespace %s.".formatted(missing, connection.namespace());
      return report(List.of(done), List.of());
    } catch (ServerException | StatusRuntimeException e) {
      return report(List.of(), List.of(ATTRIBUTES + ": " + e.getMessage()));
    }
  }

  private Report report(List<String> mended, List<String> failed) {
    Programs programs = new Programs();
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.ok("java", System.getProperty("java.home") + ", " + Runtime.version()));
    findings.add(git(programs));
    findings.add(agentCalls(Sandbox.of(host.configuration().sandbox())));
    findings.add(configuration());
    look("data folder", findings, this::folder);
    look("server", findings, this::server);
    look("agents", findings, () -> agents(programs));
    if (host.configuration().moderator().isEmpty()) {
      String other =
          "choose an agent of another vendor: `moderator: AGENT` in config.yaml, or"
              + " --moderator";
      findings.add(Finding.optional("moderator", "an analyst moderates its own statements", other));
    }
    boolean usable =
        findings.stream()
            .map(Finding::state)
            .noneMatch(Set.of(Finding.State.MISSING, Finding.State.MALFORMED)::contains);
    return new Report(ProductVersion.get(), usable, mended, failed, findings);
  }

  private List<Finding> agents(Programs programs) {
    SortedSet<String> names = WorkerProcess.agents(host.configuration());
    progress.accept("Checking the programs of %s …".formatted(String.join(", ", names)));
    return new AgentCheck(host, programs).examine(names);
  }

  /** Runs a check; if it fails, the others still run. */
  private static void look(String subject, List<Finding> findings, Callable<List<Finding>> check) {
    try {
      findings.addAll(check.call());
    } catch (Exception e) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      findings.add(Finding.doubtful(subject, "check failed: " + why, "see the message"));
    }
  }

  private Finding git(Programs programs) {
    String fix = "install git, " + OLDEST_GIT + " or newer";
    Optional<Path> git = SearchPath.of(host.environment()).find("git");
    if (git.isEmpty()) {
      return Finding.missing("git", "not on PATH", fix);
    }
    Optional<String> version = programs.version(git.get(), host.environment());
    String found = git.get() + version.map(v -> ", " + v).orElse(", reports no version");
    return version.filter(v -> !AgentProgram.isBefore(v, OLDEST_GIT)).isPresent()
        ? Finding.ok("git", found)
        : Finding.doubtful("git", found, fix);
  }

  static Finding agentCalls(Sandbox sandbox) {
    String why = sandbox.refusal();
    String fix =
        why.contains(Sandbox.NOT_INSTALLED)
            ? Sandbox.INSTALL
            : why.contains(Sandbox.SWITCHED_OFF)
                ? "remove sandbox: off below agents in config.yaml"
                : "see docs/sandbox.md for what the host must permit";
    return switch (sandbox.level()) {
      case SANDBOXED ->
          Finding.ok(
              "sandbox",
              "sandboxed: agents see only their own files and processes, and public addresses"
                  + (Sandbox.ROOT ? "; the worker is root, so they run as another user" : ""));
      case CONTAINED ->
          Finding.optional(
              "sandbox",
              ("contained, not sandboxed (%s): processes end with their agent call, but an agent can"
                      + " act as you and steer sessions")
                  .formatted(why),
              fix);
      case OPEN ->
          Finding.optional(
              "sandbox",
              "open (%s): an agent can act as you and leave processes behind".formatted(why),
              fix);
    };
  }

  private Finding configuration() {
    Path file = Configuration.file(host.environment(), DataFolder.home(host.environment()));
    Optional<String> correct = Optional.of("correct it; see docs/configuration.md");
    return configurationProblem
        .map(why -> new Finding("configuration", Finding.State.MALFORMED, why, correct))
        .orElseGet(
            () ->
                Finding.ok(
                    "configuration", (Files.exists(file) ? "" : "defaults; there is no ") + file));
  }

  private List<Finding> folder() throws IOException {
    DataFolder folder = host.folder();
    String fix = "free some space, make it writable, or set CONCLAVE_HOME to another folder";
    List<Finding> found = new ArrayList<>();
    try {
      Path there = folder.root();
      while (there.getParent() != null && !Files.exists(there)) {
        there = there.getParent();
      }
      for (Path path : folder.folders()) {
        Path probed = Files.exists(path) ? path : there;
        if (!Files.isDirectory(probed)) {
          throw new NotDirectoryException(probed.toString());
        } else if (!Files.isWritable(probed)) {
          throw new AccessDeniedException(probed.toString());
        }
      }
      found.add(Finding.ok("data folder", folder.root().toString()));
    } catch (IOException e) {
      String why = folder.root() + ": " + DiskSpace.explain(e);
      found.add(Finding.missing("data folder", why, fix));
    }
    String room = "%s free for %s".formatted(DiskSpace.human(folder.free()), folder.root());
    if (folder.free() < DataFolder.LEAST_FREE) {
      found.add(Finding.missing("disk", room, fix));
    } else if (folder.free() < DiskSpace.LITTLE) {
      found.add(Finding.doubtful("disk", room, fix));
    }
    return found;
  }

  private Finding access() throws IOException, InterruptedException {
    return host.settings().own()
        ? Finding.ok(
            ACCESS,
            "only you: every port needs a key from the data folder, the UI a link from `conclave"
                + " status`; an agent outside a sandbox can read that key")
        : Finding.doubtful(
            ACCESS,
            "every user of this machine, and every agent outside a sandbox: Temporal's"
                + " development server has no authentication",
            new ServerProgram(host.environment(), host.folder()).remedy());
  }

  private List<Finding> server() throws IOException, InterruptedException {
    StackStatus status = StackStatus.now(host);
    StackStatus.Server server = status.server();
    List<Finding> found = new ArrayList<>();
    if (server.up()) {
      String version = server.version().orElse("unknown version");
      found.add(Finding.ok("server", status.address() + ", " + version));
      if (server.process().isPresent()) {
        found.add(access());
      }
      String missing = String.join(", ", server.missingSearchAttributes());
      found.add(
          missing.isEmpty()
              ? Finding.ok(ATTRIBUTES, "registered in namespace " + status.namespace())
              : Finding.doubtful(
                  ATTRIBUTES, "not registered: " + missing, "conclave doctor --fix"));
    } else {
      // A remote server has no local replacement: `plan` starts servers only on this host.
      boolean here = new ServerProgram(host.environment(), host.folder()).isAvailable();
      String problem =
          server.problem().orElse("down").replaceFirst("\\.$", "")
              + (here || !host.settings().isLoopback()
                  ? ""
                  : "; no server is installed yet: `conclave up` builds ours with Go, or downloads"
                      + " Temporal's");
      found.add(
          host.settings().isLoopback()
              ? Finding.optional("server", problem, BRING_UP)
              : Finding.missing(
                  "server",
                  problem,
                  "correct TEMPORAL_ADDRESS and the other TEMPORAL_* variables, or unset them to"
                      + " use a server on this host"));
    }
    found.add(
        status
            .worker()
            .map(StackStatus.Worker::process)
            .map(it -> Finding.ok("worker", "pid %d, log %s".formatted(it.pid(), it.log())))
            .orElseGet(() -> Finding.optional("worker", "not running on this host", BRING_UP)));
    return found;
  }
}
