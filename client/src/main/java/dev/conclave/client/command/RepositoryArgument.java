package dev.conclave.client.command;

import dev.conclave.client.session.Refusal;
import dev.conclave.workflows.api.GitUrl;
import dev.conclave.workflows.api.WorkspaceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;

/** {@code --repo PATH|GIT_URL[#REF]}. */
final class RepositoryArgument {
  private RepositoryArgument() {}

  /**
   * Reads the argument.
   *
   * @param home of the user, which is no project unless Git keeps it
   * @param hostId of this host; asked for only when the argument is a path
   * @param patience with the host of a repository by URL
   * @throws Refusal when a path is missing, no directory or unreadable, or a URL cannot be used, as
   *     one with a secret in it
   */
  static WorkspaceSpec parse(
      String argument, Path directory, Path home, Supplier<String> hostId, Duration patience) {
    if (GitUrl.isMeant(argument) && !isThere(argument, directory)) {
      try {
        GitUrl url = GitUrl.parse(argument);
        return WorkspaceSpec.ofUrl(url.url(), url.ref(), patience);
      } catch (IllegalArgumentException e) {
        throw new Refusal("--repo: " + e.getMessage() + ".", e);
      }
    }
    Path folder = folder(argument, directory);
    refuseMoreThanAProject(folder, home);
    return WorkspaceSpec.ofPath(hostId.get(), folder.toString());
  }

  /** A folder may be named as a repository on another machine would be. */
  private static boolean isThere(String argument, Path directory) {
    try {
      return Files.exists(directory.resolve(argument));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** All that a user has, or a machine, would be read, searched and shown to agents. */
  private static void refuseMoreThanAProject(Path folder, Path home) {
    if (folder.getParent() == null) {
      throw new Refusal(folder + " is the root of a file system: name a project's directory.");
    }
    boolean holdsHome = real(home).startsWith(folder);
    if (holdsHome && !Files.exists(folder.resolve(".git"))) {
      throw new Refusal(
          folder + " holds your home directory, and is no Git repository: name a project's.");
    }
  }

  private static Path real(Path home) {
    try {
      return home.toRealPath();
    } catch (IOException e) {
      return home.toAbsolutePath().normalize(); // not there, so nothing is in it
    }
  }

  private static Path folder(String argument, Path directory) {
    Path path;
    try {
      path = directory.resolve(argument).normalize();
    } catch (InvalidPathException e) {
      throw new Refusal("\"" + argument + "\" is neither a path nor a Git URL.", e);
    }
    if (!Files.exists(path)) {
      throw new Refusal("There is no " + path + ": name an existing directory with --repo.");
    }
    if (!Files.isDirectory(path)) {
      throw new Refusal(path + " is not a directory: name the directory that holds the code.");
    }
    if (!Files.isReadable(path) || !Files.isExecutable(path)) {
      throw new Refusal(path + " cannot be read: change its permissions, or name another.");
    }
    try {
      return path.toRealPath();
    } catch (IOException e) {
      throw new Refusal(path + " cannot be read: " + e.getMessage(), e);
    }
  }
}
