package dev.conclave.activities.agent;

import dev.conclave.activities.agent.process.Sandbox;
import dev.conclave.workflows.config.SearchPath;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Collects the host files that a call needs besides system folders: its program with dependencies
 * and interpreter, files named by arguments and variables, and configured paths. Not thread-safe.
 */
public final class VisibleFiles {
  private static final int DEEPEST_INTERPRETER = 4;
  private static final int MOST_PROGRAMS = 1_000;
  private static final int LONGEST_FIRST_LINE = 256;
  private static final int LONGEST_PATH = 4096;

  /**
   * Variables for folders that a call gets its own copy of, that are searched, or that stay hidden.
   */
  private static final Set<String> NOT_SHOWN =
      Set.of(
          ("HOME PATH PWD TMPDIR XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME"
                  + " XDG_RUNTIME_DIR CODEX_HOME CLAUDE_CONFIG_DIR GEMINI_CLI_HOME"
                  + " GIT_CEILING_DIRECTORIES")
              .split(" "));

  /** Parts that a program needs from the prefix that contains its {@code bin}. */
  private static final List<String> PREFIX_PARTS =
      List.of("bin", "lib", "lib64", "libexec", "share", "pyvenv.cfg");

  private final Map<String, String> environment;
  private final Path home;
  private final Set<Path> homes;
  private final Set<Path> dataFolders;
  private final SortedMap<Path, Boolean> paths = new TreeMap<>();
  private final Map<Path, Path> links = new HashMap<>();

  /**
   * Creates an empty collection.
   *
   * @param environment of the call
   * @param home of the user
   * @param data Conclave's data folder; calls see only the files in it that they need
   */
  public VisibleFiles(Map<String, String> environment, Path home, Path data) {
    this.environment = environment;
    this.home = home;
    this.homes = names(home);
    this.dataFolders = names(data);
  }

  /** Returns the visible paths, each with whether it is writable. */
  public SortedMap<Path, Boolean> paths() {
    return paths;
  }

  /** Returns links to visible paths, by the link's path. */
  public Map<Path, Path> links() {
    return links;
  }

  void addCommand(List<String> argv) throws IOException {
    addProgram(Path.of(argv.get(0)), DEEPEST_INTERPRETER);
    for (String argument : argv.subList(1, argv.size())) {
      if (named(argument).filter(Files::isRegularFile).isPresent()) {
        addProgram(named(argument).get(), DEEPEST_INTERPRETER);
      } else {
        addNamed(argument);
      }
    }
  }

  /** Adds the files and folders that the values of variables name. */
  public void addVariables() {
    environment.forEach(
        (name, value) -> {
          if (!NOT_SHOWN.contains(name)) {
            addNamed(value);
          }
        });
  }

  /** Adds all programs on PATH with the files they depend on. */
  public void addPath() throws IOException {
    for (Path folder : SearchPath.of(environment).folders()) {
      if (!Sandbox.isSystem(folder) && Files.isDirectory(folder) && !isWide(folder)) {
        add(folder, false);
        dependencies(folder.resolve("any")).stream()
            .filter(Files::exists)
            .forEach(path -> add(path, false));
        try (Stream<Path> programs = Files.list(folder)) {
          for (Path program : programs.filter(Files::isExecutable).limit(MOST_PROGRAMS).toList()) {
            if (Files.isRegularFile(program) && !program.toRealPath().startsWith(folder)) {
              dependencies(program.toRealPath()).forEach(path -> add(path, false));
            }
          }
        }
      }
    }
  }

  private void addNamed(String text) {
    named(text)
        .filter(path -> Files.isRegularFile(path) || Files.isDirectory(path) && !isWide(path))
        .ifPresent(path -> add(path, false));
  }

  private static Optional<Path> named(String text) {
    return Optional.of(text)
        .filter(path -> path.startsWith("/") && path.length() < LONGEST_PATH)
        .filter(path -> path.indexOf('\0') < 0)
        .map(path -> Path.of(path).normalize())
        .filter(Files::exists);
  }

  /** Adds configured paths; {@code ~/} is the user's home. */
  public void addConfigured(List<String> names, boolean writable) {
    for (String name : names) {
      Path path =
          name.startsWith("~/") ? home.resolve(name.substring(2)) : Path.of(name).normalize();
      if (Files.exists(path)) {
        add(path, writable);
      }
    }
  }

  private void addProgram(Path program, int depth) throws IOException {
    Path real = program.toRealPath();
    dependencies(real).forEach(path -> add(path, false));
    dependencies(program).stream()
        .filter(path -> !path.equals(program))
        .forEach(path -> add(path, false));
    if (!program.equals(real)
        && !Sandbox.isSystem(program)
        && paths.keySet().stream().noneMatch(program::startsWith)) {
      links.put(program, real);
    }
    List<String> interpreter = interpreter(real);
    if (depth > 0 && !interpreter.isEmpty()) {
      // In `#!/usr/bin/env -S node --flag` any word may be the program.
      for (String word : interpreter) {
        var found = SearchPath.of(environment).find(word);
        if (found.isPresent()) {
          addProgram(found.get(), depth - 1);
        }
      }
    }
  }

  /**
   * Returns what a program depends on: the outermost {@code node_modules}, the needed parts of its
   * {@code bin}'s prefix, the root of a version manager with its {@code shims}, else its folder;
   * only the file if that folder holds unrelated files.
   */
  private List<Path> dependencies(Path file) {
    for (int i = 1; i < file.getNameCount(); i++) {
      if (file.getName(i).toString().equals("node_modules")) {
        return List.of(Path.of("/").resolve(file.subpath(0, i + 1)));
      }
    }
    Path folder = Objects.requireNonNull(file.getParent(), "a file has a folder");
    Path prefix = folder.resolveSibling("").normalize();
    if (folder.endsWith("bin") && !isWide(prefix)) {
      return PREFIX_PARTS.stream()
          .map(prefix::resolve)
          .filter(part -> Files.exists(part) && !isWide(part))
          .toList();
    }
    if (folder.endsWith("shims") && isVersionManager(prefix)) {
      return List.of(prefix);
    }
    return List.of(folder.endsWith("bin") || isWide(folder) || isUnderGit(folder) ? file : folder);
  }

  /**
   * Returns whether a folder, such as {@code ~/.pyenv}, is where a version manager's shims find the
   * real programs.
   */
  private boolean isVersionManager(Path root) {
    return (Files.exists(root.resolve("versions")) || Files.exists(root.resolve("installs")))
        && names(root).stream().noneMatch(this::holdsMore);
  }

  /**
   * Returns whether a folder serves many purposes, or contains the data folder or the user's home.
   */
  private boolean isWide(Path folder) {
    return names(folder).stream()
        .anyMatch(
            name ->
                holdsMore(name)
                    || (homes.contains(name.resolve("..").normalize())
                        && name.getFileName().toString().startsWith(".")));
  }

  private boolean holdsMore(Path folder) {
    return folder.getNameCount() < 2
        || homes.stream().anyMatch(one -> one.startsWith(folder))
        || dataFolders.stream().anyMatch(one -> one.startsWith(folder) || folder.startsWith(one));
  }

  /**
   * Returns whether a folder is in a Git working tree, where unrelated files may be next to a
   * script.
   */
  private static boolean isUnderGit(Path folder) {
    for (Path name : names(folder)) {
      for (Path at = name; at != null; at = at.getParent()) {
        if (Files.exists(at.resolve(".git"))) {
          return true;
        }
      }
    }
    return false;
  }

  private static Set<Path> names(Path path) {
    try {
      return Set.copyOf(List.of(path, path.toRealPath()));
    } catch (IOException e) {
      return Set.of(path);
    }
  }

  private void add(Path path, boolean writable) {
    if (!Sandbox.isSystem(path)) {
      paths.merge(path, writable, Boolean::logicalOr);
    }
  }

  private static List<String> interpreter(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      String start = new String(in.readNBytes(LONGEST_FIRST_LINE), StandardCharsets.UTF_8);
      return start.startsWith("#!")
          ? List.of(start.substring(2).lines().findFirst().orElse("").strip().split("\\s+"))
          : List.of();
    }
  }
}
