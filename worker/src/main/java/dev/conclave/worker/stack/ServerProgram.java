package dev.conclave.worker.stack;

import dev.conclave.activities.agent.Programs;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.Digests;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Where the {@code temporal} program comes from: PATH, the data folder, its release on GitHub, or a
 * build by Go. What was downloaded or built is kept in the data folder.
 */
public final class ServerProgram {

  /** Sessions use updates and user metadata, which servers before 1.29 lack. */
  private static final Pattern RECENT = Pattern.compile("Server (1\\.(29|[3-9]\\d)|[2-9]\\.)");

  static final String MODULE = "github.com/temporalio/cli/cmd/temporal@v1.5.1";
  private static final String ARCHIVE =
      "https://github.com/temporalio/cli/releases/download/v1.5.1/temporal_cli_1.5.1_%s.tar.gz";

  private static final int SILENCE_MILLIS = 8_000;
  private static final long LONGEST_MINUTES = 15;

  private final Map<String, String> environment;
  private final Path folder;
  private final Path kept;
  private final Optional<Release> release;

  public ServerProgram(Map<String, String> environment, DataFolder folder) {
    this(environment, folder, Release.ofThisPlatform());
  }

  ServerProgram(Map<String, String> environment, DataFolder folder, Optional<Release> release) {
    this.environment = environment;
    this.folder = folder.server();
    this.kept = this.folder.resolve("bin").resolve("temporal");
    this.release = release;
  }

  /** A gzipped tar archive and the SHA-256 of its bytes. */
  record Release(String archive, String sha256) {
    private static final Map<String, Release> ALL =
        Map.of(
            "Linux amd64",
            of("linux_amd64", "ddc95e08b0b076efd4ea9733a3f488eb7d2be875f8834e616cd2a37358b4852d"),
            "Linux aarch64",
            of("linux_arm64", "bd1b0db9f18b051026de8bf6cc1505f2510f14bbb7a8b9a4a91fff46c77454f5"),
            "Mac OS X x86_64",
            of("darwin_amd64", "bbb73e2a31135abe50a1f1cdb35030c42961df618e8ce9c60ae89f201540c5d9"),
            "Mac OS X aarch64",
            of("darwin_arm64", "cca01b7ea35ad56e2a328d9ae596bf716bd22313ef63c7a761c88354457c2415"));

    static Optional<Release> ofThisPlatform() {
      String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
      return Optional.ofNullable(ALL.get(platform));
    }

    private static Release of(String platform, String sha256) {
      return new Release(ARCHIVE.formatted(platform), sha256);
    }
  }

  /** The program; empty when no way leads to one. Each way that fails says so in one line. */
  Optional<Path> find(Consumer<String> progress) throws InterruptedException {
    Programs programs = new Programs();
    Optional<Path> present = programs.find("temporal", environment);
    if (present.isEmpty() || !isRecent(present.get())) {
      present = Optional.of(kept).filter(Files::isExecutable);
    }
    if (present.isPresent()) {
      return present;
    }
    if (release.isPresent()) {
      progress.accept("No Temporal server program here yet: downloading it …");
      try {
        return Optional.of(keep(download(release.get())));
      } catch (IOException e) {
        progress.accept("That did not work (" + e.getMessage() + ").");
      }
    }
    Optional<Path> go = programs.find("go", environment);
    if (go.isPresent()) {
      progress.accept(
          "No Temporal server program here yet: building it with Go (two minutes, once) …");
      try {
        Path place = Files.createDirectories(folder.resolve("go"));
        run(place, Map.of("GOBIN", place.toString()), go.get().toString(), "install", MODULE);
        return Optional.of(keep(place.resolve("temporal")));
      } catch (IOException e) {
        progress.accept("That did not work (" + e.getMessage() + ").");
      }
    }
    return Optional.empty();
  }

  /** Whether there is one, perhaps too old, without fetching or building it. */
  public boolean isHere() {
    return new Programs().find("temporal", environment).isPresent() || Files.isExecutable(kept);
  }

  private boolean isRecent(Path program) throws InterruptedException {
    try {
      Path place = Files.createDirectories(folder);
      return RECENT.matcher(run(place, Map.of(), program.toString(), "--version")).find();
    } catch (IOException e) {
      return false;
    }
  }

  private Path keep(Path program) throws IOException {
    Files.createDirectories(kept.getParent());
    return Files.move(program, kept, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Refuses any bytes but those of the release. */
  private Path download(Release wanted) throws IOException, InterruptedException {
    Path place = Files.createDirectories(folder.resolve("download"));
    Path archive = place.resolve("archive");
    MessageDigest sha256 = Digests.newSha256();
    URLConnection connection = URI.create(wanted.archive()).toURL().openConnection();
    connection.setConnectTimeout(SILENCE_MILLIS);
    connection.setReadTimeout(SILENCE_MILLIS);
    try (InputStream in = new DigestInputStream(connection.getInputStream(), sha256)) {
      Files.copy(in, archive, StandardCopyOption.REPLACE_EXISTING);
      String found = HexFormat.of().formatHex(sha256.digest());
      if (!found.equals(wanted.sha256())) {
        throw new IOException(
            "%s is not the release: its SHA-256 is %s".formatted(wanted.archive(), found));
      }
      run(place, Map.of(), "tar", "-xzf", archive.toString(), "temporal");
      return place.resolve("temporal");
    } catch (UnknownHostException e) {
      throw new IOException("no address for " + e.getMessage() + ": no network, or no DNS", e);
    } finally {
      Files.deleteIfExists(archive);
    }
  }

  /** Runs a program to its end; what it printed. */
  private static String run(Path directory, Map<String, String> more, String... command)
      throws IOException, InterruptedException {
    Path log = directory.resolve("program.log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(log.toFile());
    builder.environment().putAll(more);
    Process process = builder.start();
    try {
      if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
        throw new IOException("it took over " + LONGEST_MINUTES + " minutes");
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      throw new IOException(Path.of(command[0]).getFileName() + " failed; " + LogFile.ending(log));
    }
    return Files.readString(log);
  }
}
