package dev.conclave.worker.doctor;

import dev.conclave.activities.agent.Programs;
import dev.conclave.activities.agent.process.PidNamespace;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.doctor.Doctor.Diagnosis;
import dev.conclave.worker.stack.DiskSpace;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.config.SearchConfiguration.Ace;
import dev.conclave.workflows.temporal.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks at this host without a server or an agent: programs, configuration, folders, indexes. */
record HostChecks(HostContext host, Programs programs) {
  private static final String OLDEST_GIT = "2.30";
  private static final int USUAL_NODE = 20;

  /** Java, Git, Node.js, and how the processes of an agent are ended. */
  List<Diagnosis> machine() {
    return Stream.of(
            Finding.ok("java", System.getProperty("java.home") + ", " + Runtime.version()),
            git(),
            node(),
            agentProcesses(PidNamespace.ofHost()))
        .map(Diagnosis::of)
        .toList();
  }

  private Finding git() {
    String fix = "install git, " + OLDEST_GIT + " or newer";
    Optional<Path> git = programs.find("git", host.environment());
    if (git.isEmpty()) {
      return Finding.missing("git", "not on PATH", fix);
    }
    Optional<String> version = programs.version(git.get(), host.environment());
    String found = git.get() + version.map(v -> ", " + v).orElse(", does not say its version");
    return version.filter(v -> !AgentProgram.isBefore(v, OLDEST_GIT)).isPresent()
        ? Finding.ok("git", found)
        : Finding.doubtful("git", found, fix);
  }

  private Finding node() {
    Optional<Path> node = programs.find("node", host.environment());
    if (node.isEmpty()) {
      return Finding.optional(
          "node",
          "not on PATH; most agent CLIs are written for it",
          "install Node.js " + USUAL_NODE + " or newer");
    }
    Optional<String> version = programs.version(node.get(), host.environment());
    return Finding.ok("node", node.get() + version.map(v -> ", " + v).orElse(""));
  }

  static Finding agentProcesses(PidNamespace namespace) {
    return namespace
        .refusal()
        .map(
            refusal ->
                Finding.optional(
                    "processes",
                    "no PID namespaces (%s): a process that an agent hides on purpose can outlive its call"
                        .formatted(refusal),
                    "on Linux install util-linux 2.35 or newer, or permit user namespaces; see docs/agents.md, Processes"))
        .orElseGet(
            () ->
                Finding.ok("processes", "each call in a PID namespace, which ends with all in it"));
  }

  /**
   * The user's configuration.
   *
   * @param problem why it cannot be used, naming file and line
   */
  List<Diagnosis> configuration(Optional<String> problem) {
    Path file = Configuration.file(host.environment(), DataFolder.home(host.environment()));
    List<Diagnosis> found = new ArrayList<>();
    found.add(
        Diagnosis.of(
            problem
                .map(wrong -> unusable(wrong, file))
                .orElseGet(
                    () ->
                        Finding.ok(
                            "configuration",
                            (Files.exists(file) ? "" : "defaults; there is no ") + file))));
    if (host.configuration().encryption().isPresent()) {
      found.add(Diagnosis.of(encryption()));
    }
    return found;
  }

  private static Finding unusable(String wrong, Path file) {
    if (!Files.exists(file)) {
      return Finding.missing("configuration", wrong, "unset CONCLAVE_CONFIG");
    }
    return Files.isReadable(file)
        ? Finding.malformed(
            "configuration", wrong, "correct it there; docs/configuration.md has all keys")
        : Finding.missing("configuration", wrong, "chmod u+r " + Words.shell(file.toString()));
  }

  private Finding encryption() {
    try {
      host.converter();
      return Finding.ok("encryption", "on; its keys can be read");
    } catch (IllegalArgumentException e) {
      return Finding.missing(
          "encryption",
          String.valueOf(e.getMessage()),
          "give the key that config.yaml names; without it sessions cannot be read");
    }
  }

  /** The data folder: there, writable, with room. */
  List<Diagnosis> folder() throws IOException {
    List<Diagnosis> found = new ArrayList<>();
    found.add(writable());
    long free = host.folder().free();
    String detail = "%s free for %s".formatted(DiskSpace.human(free), host.folder().root());
    String fix = "free some space, or set CONCLAVE_HOME to a folder elsewhere";
    if (free < DiskSpace.LITTLE) {
      found.add(
          Diagnosis.of(
              free < DataFolder.LEAST_FREE
                  ? Finding.missing("disk", detail, fix)
                  : Finding.doubtful("disk", detail, fix)));
    }
    return found;
  }

  private Diagnosis writable() {
    DataFolder folder = host.folder();
    Path root = folder.root();
    if (!Files.exists(root)) {
      return absent(folder);
    }
    try {
      Files.delete(Files.createTempFile(root, "doctor", ".tmp"));
      Optional<Path> foreign =
          folder.folders().stream()
              .filter(Files::exists)
              .filter(path -> !Files.isDirectory(path) || !Files.isWritable(path))
              .findFirst();
      if (foreign.isPresent()) {
        return Diagnosis.of(foreign(foreign.get()));
      }
      DiskSpace space = DiskSpace.of(folder);
      return Diagnosis.of(
          Finding.ok(
              "data folder",
              "%s, %s used, %s free"
                  .formatted(root, DiskSpace.human(space.used()), DiskSpace.human(space.free()))));
    } catch (IOException e) {
      return unusable(root, DiskSpace.explain(e));
    }
  }

  /** A folder in it that we cannot use: a file in its place, or one that root made. */
  private static Finding foreign(Path path) {
    String word = Words.shell(path.toString());
    return Files.isDirectory(path)
        ? Finding.missing(
            "data folder", path + " belongs to somebody else", "sudo chown -R \"$USER\" " + word)
        : Finding.missing(
            "data folder",
            path + " is a file where a folder is needed",
            "mv %1$s %1$s.old".formatted(word));
  }

  /** It is made when it is first needed, if it can be. */
  private static Diagnosis absent(DataFolder folder) {
    Path parent = folder.root();
    while (parent.getParent() != null && !Files.exists(parent)) {
      parent = parent.getParent();
    }
    if (!Files.isDirectory(parent) || !Files.isWritable(parent)) {
      return unusable(
          folder.root(),
          "it cannot be made in %s: make that writable, or set CONCLAVE_HOME to another folder"
              .formatted(parent));
    }
    return Diagnosis.of(
        Finding.ok("data folder", folder.root() + ", made when it is first needed"));
  }

  private static Diagnosis unusable(Path root, String why) {
    return Diagnosis.of(
        Finding.missing(
            "data folder",
            root + ": " + why,
            "make it writable, or set CONCLAVE_HOME to another folder"));
  }

  /** The indexes, and the search server that is asked before them when one is configured. */
  List<Diagnosis> index() throws IOException {
    Path indexes = host.folder().indexes();
    List<Diagnosis> found = new ArrayList<>();
    int count = workspaces(indexes).size();
    String all =
        count == 0
            ? "none yet; the first search of a repository makes its own"
            : "%d, %s, in %s".formatted(count, DiskSpace.human(DiskSpace.size(indexes)), indexes);
    found.add(0, Diagnosis.of(Finding.ok("index", all)));
    host.configuration().search().ace().map(this::ace).map(Diagnosis::of).ifPresent(found::add);
    return found;
  }

  private static List<Path> workspaces(Path indexes) throws IOException {
    if (!Files.isDirectory(indexes)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(indexes)) {
      return all.toList();
    }
  }

  private Finding ace(Ace ace) {
    if (ace.url().isPresent()) {
      return Finding.ok("search.ace", ace.url().get() + "; asked when needed");
    }
    String program = ace.command().get(0);
    return programs
        .find(program, host.environment())
        .map(found -> Finding.ok("search.ace", found + "; whether it answers is known when asked"))
        .orElseGet(
            () ->
                Finding.doubtful(
                    "search.ace",
                    program + " is not on PATH; the index is searched instead",
                    "install it, or mend search.ace.command in config.yaml"));
  }
}
