package dev.conclave.worker.stack;

import dev.conclave.activities.agent.cli.Programs;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the {@code temporal} program: on PATH, in the data folder, downloaded, or built from its Go
 * module. The first that can be had is kept in the data folder.
 */
public final class ServerPrograms {
  private static final Pattern SERVER = Pattern.compile("Server (\\d+)\\.(\\d+)");
  private static final int OLDEST_MINOR = 29;

  private final Map<String, String> environment;
  private final Path kept;
  private final List<ProgramSource> sources;

  public ServerPrograms(Map<String, String> environment, DataFolder folder) {
    this(
        environment,
        folder,
        List.of(
            new ProgramDownload(folder.server().resolve("download")),
            new GoBuild(environment, folder.server().resolve("go"))));
  }

  public ServerPrograms(
      Map<String, String> environment, DataFolder folder, List<ProgramSource> sources) {
    this.environment = environment;
    this.kept = keptIn(folder);
    this.sources = sources;
  }

  /** A way to a program that is not there yet. */
  interface ProgramSource {

    /** Whether this host has what the way needs; one that has not is not worth a word. */
    default boolean possible() {
      return true;
    }

    /** What it does, for people: {@code downloading it}. */
    String attempt();

    /**
     * Gets the program.
     *
     * @throws IOException when it cannot be had this way; the message says why in a few words
     */
    Path get(Consumer<String> progress) throws IOException, InterruptedException;
  }

  /** Where the program is kept once it was got. */
  static Path keptIn(DataFolder folder) {
    return folder.server().resolve("bin").resolve("temporal");
  }

  /** The program, without getting it from anywhere. */
  Optional<Path> present() {
    return new Programs()
        .find("temporal", environment)
        .filter(this::recent)
        .or(() -> Optional.of(kept).filter(Files::isExecutable));
  }

  /** The program; empty when no way leads to one. Each way that fails says so in one line. */
  Optional<Path> find(Consumer<String> progress) throws InterruptedException {
    Optional<Path> present = present();
    if (present.isPresent()) {
      return present;
    }
    for (ProgramSource source : sources.stream().filter(ProgramSource::possible).toList()) {
      progress.accept("No Temporal server program here yet: " + source.attempt() + " …");
      try {
        return Optional.of(keep(source.get(progress)));
      } catch (IOException e) {
        progress.accept("That did not work (" + e.getMessage() + ").");
      }
    }
    return Optional.empty();
  }

  private Path keep(Path program) throws IOException {
    Files.createDirectories(kept.getParent());
    return Files.move(program, kept, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Sessions use updates and user metadata, which older servers lack. */
  private boolean recent(Path program) {
    try {
      Process process =
          new ProcessBuilder(program.toString(), "--version").redirectErrorStream(true).start();
      process.getOutputStream().close();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return false;
      }
      Matcher server =
          SERVER.matcher(
              new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      return server.find()
          && (Integer.parseInt(server.group(1)) > 1
              || Integer.parseInt(server.group(2)) >= OLDEST_MINOR);
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
