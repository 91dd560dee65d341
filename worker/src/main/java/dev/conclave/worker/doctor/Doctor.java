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
 * Looks at everything that a session on this host may need; asks no agent.
 *
 * @param configurationProblem why the user's configuration cannot be used, when it cannot
 */
public record Doctor(
    HostContext host, Optional<String> configurationProblem, Consumer<String> progress) {
  private static final String OLDEST_GIT = "2.30";
  private static final String ATTRIBUTES = "search attributes";
  private static final String DOORS = "server's doors";
  private static final String BRING_UP = "conclave up (`plan` does it too)";

  /**
   * What was found, as {@code docs/schemas/commands/doctor.schema.json} tells it.
   *
   * @param usable whether sessions can run
   * @param mended what {@code --fix} did, a sentence each
   */
  public record Report(
      String version,
      boolean usable,
      List<String> mended,
      List<String> failed,
      List<Finding> findings) {

    /** Whether no agent but the built-in analyst is usable. */
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

  /** Registers the search attributes where they are missing, then looks at everything. */
  public Report mend() {
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
          "name one of another vendor: `moderator: AGENT` in config.yaml, or --moderator";
      findings.add(
          Finding.optional("moderator", "an analyst moderates what it said itself", other));
    }
    boolean usable =
        findings.stream()
            .map(Finding::state)
            .noneMatch(Set.of(Finding.State.MISSING, Finding.State.MALFORMED)::contains);
    return new Report(ProductVersion.get(), usable, mended, failed, findings);
  }

  private List<Finding> agents(Programs programs) {
    SortedSet<String> names = WorkerProcess.agents(host.configuration());
    progress.accept("Looking at the programs of %s …".formatted(String.join(", ", names)));
    return new AgentCheck(host, programs).examine(names);
  }

  /** A check that fails must not hide the others. */
  private static void look(String subject, List<Finding> findings, Callable<List<Finding>> check) {
    try {
      findings.addAll(check.call());
    } catch (Exception e) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      findings.add(Finding.doubtful(subject, "cannot be examined: " + why, "see the message"));
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

  /** At which level agents are called, and what is missing for a better one. */
  static Finding agentCalls(Sandbox sandbox) {
    String why = sandbox.refusal();
    String fix =
        why.contains(Sandbox.NOT_INSTALLED)
            ? Sandbox.INSTALL
            : why.contains(Sandbox.SWITCHED_OFF)
                ? "remove sandbox: off below agents in config.yaml"
                : "docs/sandbox.md says what a host must permit";
    return switch (sandbox.level()) {
      case SANDBOXED ->
          Finding.ok(
              "sandbox",
              "sandboxed: they see their own files and processes, and public addresses"
                  + (Sandbox.ROOT ? "; the worker is root, so they run as another user" : ""));
      case CONTAINED ->
          Finding.optional(
              "sandbox",
              "contained, not sandboxed (%s): their processes end with them, but an agent can act as you and steer sessions"
                  .formatted(why),
              fix);
      case OPEN ->
          Finding.optional(
              "sandbox",
              "open (%s): an agent can act as you, and what it hides on purpose outlives its call"
                  .formatted(why),
              fix);
    };
  }

  private Finding configuration() {
    Path file = Configuration.file(host.environment(), DataFolder.home(host.environment()));
    Optional<String> correct = Optional.of("correct it; docs/configuration.md has all keys");
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

  private Finding doors() throws IOException, InterruptedException {
    return host.settings().own()
        ? Finding.ok(
            DOORS,
            "open to you alone: every port asks for a key of the data folder, the UI for a link that `conclave status` prints; an agent outside a sandbox runs as you and can read that key")
        : Finding.doubtful(
            DOORS,
            "open to every user of this machine, and to every agent outside a sandbox: Temporal's development server asks nobody who they are",
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
        found.add(doors());
      }
      String missing = String.join(", ", server.missingSearchAttributes());
      found.add(
          missing.isEmpty()
              ? Finding.ok(ATTRIBUTES, "registered in namespace " + status.namespace())
              : Finding.doubtful(
                  ATTRIBUTES, "not registered: " + missing, "conclave doctor --fix"));
    } else {
      // Of a server elsewhere there is none in its place: `plan` starts one on this host alone.
      boolean here = new ServerProgram(host.environment(), host.folder()).isHere();
      String problem =
          server.problem().orElse("down").replaceFirst("\\.$", "")
              + (here || !host.settings().isLoopback()
                  ? ""
                  : "; no program of a server is here yet: `conclave up` builds ours with Go, or fetches Temporal's");
      found.add(
          host.settings().isLoopback()
              ? Finding.optional("server", problem, BRING_UP)
              : Finding.missing(
                  "server",
                  problem,
                  "correct TEMPORAL_ADDRESS and the other TEMPORAL_* variables, or unset them to use a server of this host"));
    }
    found.add(
        status
            .worker()
            .map(StackStatus.Worker::process)
            .map(it -> Finding.ok("worker", "pid %d, log %s".formatted(it.pid(), it.log())))
            .orElseGet(() -> Finding.optional("worker", "none runs on this host", BRING_UP)));
    return found;
  }
}
