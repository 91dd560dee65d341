package dev.conclave.activities.execution;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.HostKey;
import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.search.ProjectFacts;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.workflows.api.ExecutionActivities.Command;
import dev.conclave.workflows.api.ExecutionActivities.Command.Origin;
import dev.conclave.workflows.api.ExecutionActivities.Command.Purpose;
import dev.conclave.workflows.api.ExecutionActivities.OpenExecution;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.config.ExecutionConfiguration.RepositoryCommands;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The command lines that an execution may run, and those that the user has allowed on this host.
 * Thread-safe.
 */
record ExecutionCommands(DataFolder data) {

  /**
   * Lists all possible commands: setup, then checks of the repository, then checks of tasks. A line
   * of both the project and a task occurs twice.
   */
  List<Command> of(OpenExecution order, RepositoryCommands configured, TreeFiles files) {
    Set<String> allowed = allowed(order.workspace());
    List<Command> all = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    String configuration = "the configuration";
    add(all, seen, order.setup(), Purpose.SETUP, Origin.OPTION, "--setup", allowed);
    add(all, seen, configured.setup(), Purpose.SETUP, Origin.CONFIGURATION, configuration, allowed);
    seen.clear();
    add(all, seen, order.checks(), Purpose.CHECK, Origin.OPTION, "--check", allowed);
    add(
        all,
        seen,
        configured.checks(),
        Purpose.CHECK,
        Origin.CONFIGURATION,
        configuration,
        allowed);
    Set<String> ofUser = Set.copyOf(seen);
    ProjectFacts.checks(path -> files.lines(path).map(lines -> String.join("\n", lines)))
        .forEach(
            (path, lines) -> add(all, seen, lines, Purpose.CHECK, Origin.PROJECT, path, allowed));
    order
        .plan()
        .tasks()
        .forEach(
            task ->
                task.checks().stream()
                    .filter(Command::isLine)
                    .distinct()
                    .filter(line -> !ofUser.contains(line))
                    .forEach(
                        line ->
                            all.add(
                                new Command(
                                    line,
                                    Purpose.CHECK,
                                    task.id(),
                                    Origin.PLAN,
                                    "the plan",
                                    allowed.contains(line)))));
    return all;
  }

  private static void add(
      List<Command> all,
      Set<String> seen,
      List<String> lines,
      Purpose purpose,
      Origin origin,
      String from,
      Set<String> allowed) {
    boolean users = origin == Origin.OPTION || origin == Origin.CONFIGURATION;
    for (String line : lines) {
      if (Command.isLine(line) && seen.add(line)) {
        all.add(new Command(line, purpose, "", origin, from, users || allowed.contains(line)));
      }
    }
  }

  @SuppressWarnings("try") // a lock is held, not used
  void allow(Workspace workspace, List<String> lines) {
    Path file = file(workspace);
    try (PathLock lock = PathLock.take(file.resolveSibling(file.getFileName() + ".lock"))) {
      Set<String> all = new TreeSet<>(allowed(workspace));
      all.addAll(lines);
      byte[] content = WireMapper.get().writeValueAsBytes(all);
      AtomicFiles.write(file, HostKey.of(data).seal(context(workspace), content));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  private Set<String> allowed(Workspace workspace) {
    Path file = file(workspace);
    try {
      return Files.exists(file)
          ? HostKey.of(data)
              .open(context(workspace), Files.readAllBytes(file))
              .map(ExecutionCommands::read)
              .orElse(Set.of())
          : Set.of();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static Set<String> read(byte[] content) {
    try {
      return WireMapper.get().readValue(content, new TypeReference<>() {});
    } catch (IOException e) {
      throw new UncheckedIOException(new String(content, StandardCharsets.UTF_8), e);
    }
  }

  private static String context(Workspace workspace) {
    return "allowed/" + workspace.key();
  }

  private Path file(Workspace workspace) {
    return data.allowedCommands().resolve(workspace.key() + ".json");
  }
}
