package dev.conclave.workflows.config;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The absolute folders of PATH, in which programs are looked up. Relative and empty entries are
 * ignored: they mean the working folder, whose content may be untrusted.
 */
public record SearchPath(List<Path> folders) {
  /** Cached: a program that appears later in an earlier folder does not replace the one found. */
  private static final Map<List<Object>, Path> FOUND = new ConcurrentHashMap<>();

  public static SearchPath of(Map<String, String> environment) {
    return new SearchPath(
        Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .map(Path::of)
            .filter(Path::isAbsolute)
            .toList());
  }

  /**
   * Leaves out the folders of a workspace and of its enclosing repository. A home folder that is a
   * repository does not exclude the programs that its user installed there.
   */
  public SearchPath outside(Path workspace) {
    Path own = real(workspace);
    Path home = real(Path.of(System.getProperty("user.home")));
    Path top =
        Stream.iterate(own, at -> at != null, Path::getParent)
            .filter(at -> Files.exists(at.resolve(".git")))
            .findFirst()
            .filter(around -> !home.startsWith(around))
            .orElse(own);
    return top.getParent() == null
        ? this
        : new SearchPath(folders.stream().filter(one -> !real(one).startsWith(top)).toList());
  }

  /** Returns the absolute path of a program; an absolute path is returned as is. */
  public Optional<Path> find(String program) {
    if (program.contains("/")) {
      return Optional.of(Path.of(program)).filter(Path::isAbsolute).filter(SearchPath::isProgram);
    }
    List<Object> key = List.of(folders, program);
    Optional<Path> known = Optional.ofNullable(FOUND.get(key)).filter(SearchPath::isProgram);
    Optional<Path> found =
        known.or(
            () ->
                folders.stream()
                    .map(folder -> folder.resolve(program))
                    .filter(SearchPath::isProgram)
                    .findFirst());
    found.ifPresent(path -> FOUND.put(key, path));
    return found;
  }

  /** Returns the value of PATH for a child process. */
  public String value() {
    return folders.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static boolean isProgram(Path file) {
    return Files.isExecutable(file) && Files.isRegularFile(file);
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }
}
