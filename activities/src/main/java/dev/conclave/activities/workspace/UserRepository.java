package dev.conclave.activities.workspace;

import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.git.Repository;
import dev.conclave.workflows.model.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The user's repository around a workspace. Our commands run none of its hooks or filters. */
public record UserRepository(Git git, Repository repository, Path root) {
  private static final List<String> CONVERSIONS =
      List.of("autocrlf", "eol", "filemode", "symlinks", "ignorecase", "precomposeunicode");

  public static Optional<UserRepository> around(Git git, Workspace workspace) {
    Path root = Path.of(workspace.path());
    return Repository.around(git, root).map(found -> new UserRepository(git, found, root));
  }

  /** Returns whether the workspace is the whole work tree. */
  public boolean isWhole() {
    return repository.workTree().equals(root);
  }

  public GitPlace place() {
    return GitPlace.ofUser(repository, root);
  }

  public Optional<String> setting(String name) {
    return git.setting(place(), name);
  }

  public Optional<String> parsed(String revision) {
    return git.tryLine(place(), "rev-parse", "--verify", "-q", "--end-of-options", revision);
  }

  /** Returns the checked-out branch without {@code refs/heads/}; empty on a detached HEAD. */
  public Optional<String> branch() {
    return git.tryLine(place(), "symbolic-ref", "-q", "HEAD")
        .filter(ref -> ref.startsWith("refs/heads/"))
        .map(ref -> ref.substring("refs/heads/".length()));
  }

  /** Returns the user's {@code user.name} and {@code user.email}; empty unless both are set. */
  public Optional<String> author() {
    return setting("user.name")
        .flatMap(name -> setting("user.email").map(email -> author(name, email)))
        .filter(author -> !author.startsWith(" ") && !author.endsWith("<>"));
  }

  private static String author(String name, String email) {
    return "%s <%s>"
        .formatted(
            name.replaceAll("[<>\\p{Cntrl}]", "").strip(),
            email.replaceAll("[<>\\p{Cntrl}]", "").strip());
  }

  Map<String, String> conversions() {
    Map<String, String> settings = new TreeMap<>();
    CONVERSIONS.forEach(
        name -> setting("core." + name).ifPresent(value -> settings.put(name, value)));
    return settings;
  }

  /**
   * Returns the name or URL of the remote to which Git would push a branch; without settings {@code
   * origin}, else the only one.
   */
  public Optional<String> pushRemote(Optional<String> branch) {
    List<String> remotes = remotes();
    return Stream.of(
            branch.flatMap(name -> setting("branch." + name + ".pushRemote")),
            setting("remote.pushDefault"),
            branch.flatMap(name -> setting("branch." + name + ".remote")),
            Optional.of("origin").filter(remotes::contains),
            Optional.of(String.join("", remotes)).filter(only -> remotes.size() == 1))
        .flatMap(Optional::stream)
        .filter(name -> !name.equals("."))
        .findFirst();
  }

  public List<String> remotes() {
    return git.tryLine(place(), "remote").stream().flatMap(String::lines).toList();
  }

  /** Returns the URL to which Git pushes, with the user's settings for URLs. */
  public String pushUrl(String remote) {
    try {
      return text(git.remote(place(), "remote", "get-url", "--push", remote))
          .lines()
          .findFirst()
          .orElse(remote);
    } catch (GitFailed url) {
      return remote;
    }
  }

  /** Returns the remote that {@code gh repo set-default} chose for pull requests. */
  public Optional<String> chosenBase() {
    String[] command = {"config", "--get-regexp", "^remote\\..*\\.gh-resolved$"};
    return git.tryLine(place(), command).stream()
        .flatMap(String::lines)
        .filter(line -> line.endsWith(".gh-resolved base"))
        .map(line -> line.substring("remote.".length(), line.lastIndexOf(".gh-resolved")))
        .findFirst();
  }

  /** Returns the attributes that only this repository has, and that win over all others. */
  byte[] attributes() throws IOException {
    Path file = root.resolve(git.line(place(), "rev-parse", "--git-path", "info/attributes"));
    return Files.isRegularFile(file) ? Files.readAllBytes(file) : new byte[0];
  }

  /** Runs a command that reads or writes the work tree like the user's Git, but without filters. */
  public byte[] inWorkTree(byte[] input, String... command) {
    List<String> all = new ArrayList<>();
    conversions().forEach((name, value) -> all.addAll(List.of("-c", "core." + name + "=" + value)));
    for (String driver : drivers()) {
      for (String key : List.of("clean=", "smudge=", "process=", "required=false")) {
        all.addAll(List.of("-c", "filter." + driver + "." + key));
      }
    }
    all.addAll(List.of(command));
    return git.run(place(), Git.ALL_FILES_TIMEOUT, input, all.toArray(String[]::new));
  }

  private Set<String> drivers() {
    Set<String> drivers = new LinkedHashSet<>();
    try {
      String[] command = {"config", "-z", "--name-only", "--get-regexp", "^filter\\."};
      for (String key : RawNames.split(git.run(place(), command))) {
        String named = key.substring("filter.".length());
        if (named.contains(".")) {
          drivers.add(named.substring(0, named.lastIndexOf('.')));
        }
      }
    } catch (GitFailed none) {
      return drivers;
    }
    return drivers;
  }

  /** Returns untracked files that match a file of patterns, by raw name. */
  Set<String> matching(Path patterns) {
    String[] command = {"ls-files", "-z", "-o", "-i", "--exclude-from=" + patterns};
    byte[] files = git.run(place(), Git.ALL_FILES_TIMEOUT, new byte[0], command);
    return new LinkedHashSet<>(RawNames.split(files));
  }

  /** Returns those files that a filter converts by the attributes in a folder, by raw name. */
  public Set<String> filtered(Path attributes, Iterable<String> files) {
    GitPlace place = new GitPlace(repository.gitDir(), attributes, attributes, null, List.of());
    String[] command = {"check-attr", "-z", "--stdin", "filter"};
    List<String> fields =
        RawNames.split(git.run(place, Git.ALL_FILES_TIMEOUT, RawNames.join(files), command));
    Set<String> filtered = new LinkedHashSet<>();
    for (int i = 0; i + 2 < fields.size(); i += 3) {
      if (!Set.of("unspecified", "unset", "").contains(fields.get(i + 2))) {
        filtered.add(fields.get(i));
      }
    }
    return filtered;
  }

  /** Returns whether a commit is another one or its ancestor. */
  public boolean isIn(String commit, String other) {
    return git.succeeds(place(), "merge-base", "--is-ancestor", commit, other);
  }

  static String text(byte[] output) {
    return new String(output, StandardCharsets.UTF_8).strip();
  }
}
