package dev.conclave.client.start;

import dev.conclave.client.session.Refusal;
import dev.conclave.workflows.workspace.WorkspaceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code --repo PATH|GIT_URL[#REF]}. */
final class RepositoryArgument {
  private static final Pattern URL = Pattern.compile("(?:https?|ssh|git|file)://[^#]+");
  private static final Pattern SCP = Pattern.compile("[\\w.-]+@[\\w.-]+:[^#]+");
  private static final Pattern PASSWORD = Pattern.compile("\\w+://[^/@]*:[^/@]+@.*");

  private RepositoryArgument() {}

  /**
   * Reads the argument.
   *
   * @param hostId of this host; asked for only when the argument is a path
   * @param patience with the host of a repository by URL
   * @throws Refusal when a path is missing, no directory or unreadable, or a URL holds a password
   */
  static WorkspaceSpec parse(
      String argument, Path directory, Supplier<String> hostId, Duration patience) {
    Matcher parts = Pattern.compile("([^#]*)(?:#(.*))?", Pattern.DOTALL).matcher(argument);
    String location = parts.matches() ? parts.group(1) : argument;
    if (URL.matcher(location).matches() || SCP.matcher(location).matches()) {
      if (PASSWORD.matcher(location).matches()) {
        throw new Refusal(
            "The URL holds a password, which would be kept in history: leave it out, and let Git's"
                + " credential helper or an SSH key answer.");
      }
      Optional<String> ref = Optional.ofNullable(parts.group(2)).filter(r -> !r.isBlank());
      return WorkspaceSpec.ofUrl(location, ref, patience);
    }
    return WorkspaceSpec.ofPath(hostId.get(), folder(argument, directory).toString());
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
