package dev.conclave.activities.review;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
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
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Reads pull requests with the {@code gh} program and the user's login.
 *
 * @param environment of the worker: PATH, and the variables by which {@code gh} finds its login
 */
public record PullRequests(Map<String, String> environment) {
  private static final List<String> PASSED =
      List.of(
          ("HOME XDG_CONFIG_HOME XDG_STATE_HOME GH_TOKEN GITHUB_TOKEN GH_ENTERPRISE_TOKEN GH_HOST"
                  + " GH_CONFIG_DIR http_proxy https_proxy HTTPS_PROXY no_proxy NO_PROXY"
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
    Output said = run(folder, "pr", "view", "--json", PullRequest.FIELDS, "--", name);
    if (!said.problem().isEmpty()) {
      throw ChangedTrees.refused(
          "gh cannot show pull request %s: %s".formatted(name, said.problem()));
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

  /**
   * Output of {@code gh}.
   *
   * @param problem the error message; empty on success
   */
  public record Output(String text, String problem) {}

  /** Runs {@code gh} in a folder; it must be on the PATH. */
  public Output run(Path folder, String... arguments) {
    SearchPath path = SearchPath.of(environment).outside(folder);
    try {
      Path answer = Files.createTempFile("conclave-gh", ".out");
      try {
        List<String> command = new ArrayList<>(List.of(path.find("gh").orElseThrow().toString()));
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
      throw new UncheckedIOException("cannot run gh: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while gh ran", e);
    }
  }
}
