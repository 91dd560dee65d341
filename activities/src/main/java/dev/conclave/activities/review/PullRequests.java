package dev.conclave.activities.review;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.conclave.activities.workspace.ChangedTrees;
import dev.conclave.workflows.config.SearchPath;
import dev.conclave.workflows.model.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Reads and opens pull requests with the {@code gh} program and the user's login.
 *
 * @param environment of the worker: PATH, and the variables by which {@code gh} finds its login
 */
public record PullRequests(Map<String, String> environment) {
  private static final List<String> PASSED =
      List.of(
          ("HOME XDG_CONFIG_HOME XDG_STATE_HOME GH_TOKEN GITHUB_TOKEN GH_ENTERPRISE_TOKEN"
                  + " GITHUB_ENTERPRISE_TOKEN GH_HOST GH_CONFIG_DIR http_proxy https_proxy HTTPS_PROXY no_proxy NO_PROXY"
                  + " SSL_CERT_FILE SSL_CERT_DIR")
              .split(" "));

  /** Keeps Git from running hooks: gh runs it in a repository that may be untrusted. */
  private static final Map<String, String> ALWAYS =
      Map.of(
          "GH_PROMPT_DISABLED", "1",
          "GH_NO_UPDATE_NOTIFIER", "1",
          "NO_COLOR", "1",
          "LC_ALL", "C",
          "GIT_CONFIG_COUNT", "2",
          "GIT_CONFIG_KEY_0", "core.fsmonitor",
          "GIT_CONFIG_VALUE_0", "false",
          "GIT_CONFIG_KEY_1", "core.hooksPath",
          "GIT_CONFIG_VALUE_1", "/dev/null");

  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private static final Set<String> READERS = Set.of("READ", "TRIAGE");
  private static final int SECONDS = 60;
  private static final int LONGEST_WORDS = 300;

  /** Returns the pull request with a number in the workspace's repository, or with a URL. */
  PullRequest find(Workspace workspace, String name) {
    Path folder = Path.of(workspace.path());
    if (!isThere(folder)) {
      throw ChangedTrees.refused(
          "gh is not on the worker's PATH, and reading pull requests needs it:"
              + " install it, or fetch the branch and review a range");
    }
    Output said = run(folder, "gh", "pr", "view", "--json", PullRequest.FIELDS, "--", name);
    if (!said.problem().isEmpty()) {
      throw ChangedTrees.refused(
          "gh cannot show pull request %s: %s"
              .formatted(
                  name,
                  said.problem().startsWith("Unknown JSON field")
                      ? "it does not know the base commit: update gh, or fetch the branch and review a"
                          + " range"
                      : said.problem()));
    }
    try {
      return MAPPER.readValue(said.text(), PullRequest.class);
    } catch (JsonProcessingException e) {
      throw ChangedTrees.refused("gh returned pull request " + name + " in an unknown format");
    }
  }

  /** Returns whether {@code gh} is on the PATH, outside a folder. */
  public boolean isThere(Path folder) {
    return SearchPath.of(environment).outside(folder).find("gh").isPresent();
  }

  /** Returns the repository that a URL of Git names, also by an alias of the SSH settings. */
  public Optional<HostedRepository> hosted(Path folder, String url) {
    Optional<HostedRepository> named = HostedRepository.of(url);
    return url.startsWith("http")
        ? named
        : named.map(
            one -> new HostedRepository(sshName(folder, one.host()), one.owner(), one.name()));
  }

  private String sshName(Path folder, String alias) {
    String name =
        run(folder, "ssh", "-G", "--", alias)
            .text()
            .lines()
            .filter(line -> line.startsWith("hostname "))
            .map(line -> line.substring("hostname ".length()))
            .findFirst()
            .orElse(alias);
    return name.equals("ssh.github.com") ? "github.com" : name;
  }

  /**
   * What the login of {@code gh} may do in a repository.
   *
   * @param problem why it cannot be used; empty if it can
   * @param parent the repository of which it is a fork
   */
  public record Access(String problem, boolean mayPush, Optional<HostedRepository> parent) {}

  /** Asks {@code gh} for a repository, which also tests its login there. */
  public Access access(Path folder, HostedRepository one) {
    Output said = run(folder, "gh", "repo", "view", one.id(), "--json", "viewerPermission,parent");
    if (!said.problem().isEmpty()) {
      return new Access(said.problem(), false, Optional.empty());
    }
    try {
      JsonNode view = MAPPER.readTree(said.text());
      String parent = view.at("/parent/name").asText();
      String owner = view.at("/parent/owner/login").asText();
      return new Access(
          "",
          !READERS.contains(view.path("viewerPermission").asText()),
          Optional.of(new HostedRepository(one.host(), owner, parent))
              .filter(any -> !parent.isEmpty()));
    } catch (JsonProcessingException e) {
      return new Access("its answer is in an unknown format", false, Optional.empty());
    }
  }

  /** Returns the URLs of the open pull requests of a branch. */
  public Output open(Path folder, HostedRepository base, HostedRepository head, String branch) {
    String ofOwner = ".[] | select((.headRepositoryOwner.login | ascii_downcase) == \"%s\") | .url";
    String owner = head.owner().toLowerCase(Locale.ROOT);
    String[] fields = {"--json", "url,headRepositoryOwner", "--jq", ofOwner.formatted(owner)};
    List<String> command =
        new ArrayList<>(List.of("pr", "list", "--repo", base.id(), "--head", branch));
    command.addAll(List.of("--state", "open"));
    command.addAll(List.of(fields));
    return run(folder, "gh", command.toArray(String[]::new));
  }

  /**
   * Output of a program.
   *
   * @param problem the error message; empty on success
   */
  public record Output(String text, String problem) {}

  /** Runs a program in a folder. */
  public Output run(Path folder, String program, String... arguments) {
    SearchPath path = SearchPath.of(environment).outside(folder);
    Optional<Path> found = path.find(program);
    if (found.isEmpty()) {
      return new Output("", program + " is not on the PATH");
    }
    try {
      Path answer = Files.createTempFile("conclave-program", ".out");
      try {
        List<String> command = new ArrayList<>(List.of(found.get().toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
            new ProcessBuilder(command).directory(folder.toFile()).redirectOutput(answer.toFile());
        builder.environment().clear();
        PASSED.stream()
            .filter(environment::containsKey)
            .forEach(key -> builder.environment().put(key, environment.get(key)));
        builder.environment().putAll(ALWAYS);
        builder.environment().put("PATH", path.value());
        Process process = builder.start();
        process.getOutputStream().close();
        boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
        byte[] words = ended ? process.getErrorStream().readNBytes(LONGEST_WORDS) : new byte[0];
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        String said = new String(words, StandardCharsets.UTF_8).strip();
        String problem =
            !ended
                ? "no answer in a minute"
                : process.exitValue() == 0
                    ? ""
                    : said.isEmpty() ? "exit " + process.exitValue() : said;
        return new Output(Files.readString(answer), problem);
      } finally {
        Files.deleteIfExists(answer);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + program + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + program + " ran", e);
    }
  }
}
