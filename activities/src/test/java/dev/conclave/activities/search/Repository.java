package dev.conclave.activities.search;

import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.workspace.TreeFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A Git repository in a test folder. */
public final class Repository {
  private final Path root;
  private long clock = 1_700_000_000;

  private Repository(Path root) {
    this.root = root;
  }

  public static Repository in(Path root) {
    Repository repository = new Repository(root);
    try {
      Files.createDirectories(root);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    repository.git("init", "-q", "-b", "main");
    repository.git("config", "user.name", "Test");
    repository.git("config", "user.email", "test@example.org");
    repository.git("config", "commit.gpgsign", "false");
    return repository;
  }

  public Path root() {
    return root;
  }

  public Repository write(String path, String text) {
    return write(path, text.getBytes(StandardCharsets.UTF_8));
  }

  public Repository write(String path, byte[] content) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.getParent());
      Files.write(file, content);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Repository commit(String message) {
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", message);
    return this;
  }

  public TreeFiles files() {
    return new TreeFiles(new Git(), GitPlace.bare(root.resolve(".git")), "HEAD");
  }

  public String git(String... arguments) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    try {
      ProcessBuilder builder = new ProcessBuilder(command).directory(root.toFile());
      builder.redirectErrorStream(true);
      String now = (clock += 86_400) + " +0000";
      builder.environment().put("GIT_AUTHOR_DATE", now);
      builder.environment().put("GIT_COMMITTER_DATE", now);
      Process process = builder.start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(command + ": " + output);
      }
      return output.strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
