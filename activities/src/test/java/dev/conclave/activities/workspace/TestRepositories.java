package dev.conclave.activities.workspace;

import dev.conclave.workflows.model.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Real repositories for tests, created with the installed Git. */
public final class TestRepositories {
  private TestRepositories() {}

  public static Workspace workspace(Path root) {
    return new Workspace(
        "host-1",
        "lima",
        "key-1",
        root.toString(),
        Optional.empty(),
        root.resolve(".workflow/.multi-cli-plan").toString(),
        true,
        Optional.empty());
  }

  /** Creates a repository with one commit of these files; {@code path=content}. */
  public static Path repository(Path root, String... files) throws Exception {
    Files.createDirectories(root);
    git(root, "init", "-q", "-b", "main");
    write(root, files);
    commit(root, "first");
    return root;
  }

  public static void commit(Path root, String message) throws Exception {
    git(root, "add", "-A");
    git(root, "commit", "-q", "--allow-empty", "-m", message);
  }

  public static void write(Path root, String... files) throws IOException {
    for (String file : files) {
      Path path = root.resolve(file.substring(0, file.indexOf('=')));
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.substring(file.indexOf('=') + 1));
    }
  }

  public static String git(Path folder, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of("git", "-c", "user.name=Test", "-c", "user.email=test@example.com"));
    command.addAll(List.of("-c", "protocol.file.allow=always", "-c", "gc.auto=0"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    Process process = builder.start();
    process.getOutputStream().close();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (process.waitFor() != 0) {
      throw new IllegalStateException(String.join(" ", arguments) + ": " + output);
    }
    return output;
  }
}
