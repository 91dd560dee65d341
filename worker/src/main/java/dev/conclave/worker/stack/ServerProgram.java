package dev.conclave.worker.stack;

import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.worker.stack.StackProcess.ProcessNote;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.config.SearchPath;
import dev.conclave.workflows.text.Digests;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Finds the server program. First our own, which only its owner can reach: on PATH, in the data
 * folder, or built with Go from the sources in this jar. Otherwise {@code temporal}: on PATH, in
 * the data folder, or from its GitHub release. Downloads and builds are kept.
 */
public final class ServerProgram {

  /** Sessions use updates and user metadata, which servers before 1.29 lack. */
  private static final Pattern RECENT = Pattern.compile("Server (1\\.(29|[3-9]\\d)|[2-9]\\.)");

  /** Name of our own program; in the data folder followed by the digest of its sources. */
  static final String OWN = "conclave-server";

  /** In the order in which the program digests them. */
  private static final List<String> SOURCES =
      List.of("door.go", "go.mod", "go.sum", "keys.go", "main.go");

  /** Creates the program atomically; on failure keeps the last line of Go's output. */
  private static final String BUILD =
      """
      PATH=$PATH:/usr/bin:/bin
      said=$("$1" build -ldflags='-s -w' -o "$2.$$" . 2>&1) && mv "$2.$$" "$2" && exit
      printf '%s\\n' "$said" >&2
      printf '%s\\n' "$said" | tail -n 1 >"$3"
      exit 1
      """;

  /** Overrides the user's own Go settings. */
  private static final Map<String, String> PLAIN = Map.of("GOFLAGS", "", "GOWORK", "off");

  private static final Duration RETRY = Duration.ofDays(1);
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

  /**
   * Returns the program; empty if there is none. Each failed attempt is reported in one line. A
   * first session does not wait for a build if the development server is available.
   */
  Optional<Path> find(Consumer<String> progress) throws IOException, InterruptedException {
    Optional<Path> own = own();
    if (own.isPresent()) {
      return own;
    }
    Optional<Path> present = SearchPath.of(environment).find("temporal");
    if (present.isEmpty() || !isRecent(present.get())) {
      present = Optional.of(kept).filter(Files::isExecutable);
    }
    if (present.isEmpty() && release.isPresent()) {
      progress.accept("No Temporal server is installed yet: downloading it …");
      try {
        present = Optional.of(keep(download(release.get()), kept));
      } catch (IOException e) {
        progress.accept("Download failed: " + e.getMessage() + ".");
      }
    }
    if (present.isPresent()) {
      buildInBackground(progress);
      return present;
    }
    return builtNow(progress);
  }

  static boolean isOwn(String program) {
    return Path.of(program).getFileName().toString().startsWith(OWN);
  }

  /** Returns our own program from PATH or an earlier build. */
  Optional<Path> own() throws IOException, InterruptedException {
    Optional<Path> installed = SearchPath.of(environment).find(OWN);
    return installed.isPresent() && version(installed.get()).strip().equals(digest())
        ? installed
        : Optional.of(ownKept()).filter(Files::isExecutable);
  }

  private Optional<Path> builtNow(Consumer<String> progress)
      throws IOException, InterruptedException {
    List<String> build = build();
    if (!build.isEmpty()) {
      progress.accept(
          "Building a private Temporal server with Go (once; a few minutes, 3 GB of caches) …");
      try {
        long begun = System.nanoTime();
        Runnable waiting =
            () -> {
              long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
              progress.accept(
                  "Still building, %d min %02d s …".formatted(seconds / 60, seconds % 60));
            };
        run(folder.resolve("go"), PLAIN, waiting, build.toArray(String[]::new));
        return Optional.of(ownKept());
      } catch (IOException e) {
        progress.accept("Build failed: " + e.getMessage() + ".");
      }
    }
    return Optional.empty();
  }

  /** Builds our own in the background, for a later start; the build outlives this command. */
  void buildInBackground(Consumer<String> progress) throws IOException {
    StackProcess building = new StackProcess(folder.resolve("build.json"));
    if (building.running().isPresent()) {
      return; // do not overwrite the sources that it reads, perhaps of another checkout
    }
    List<String> build = build();
    if (build.isEmpty()) {
      return;
    }
    Map<String, String> all = new HashMap<>(environment);
    all.putAll(PLAIN);
    Path log = folder.resolve("go/build.log");
    Optional<ProcessIdentity> started = StackProcess.start(build, all, folder.resolve("go"), log);
    if (started.isPresent()) {
      building.write(
          new ProcessNote(started.get(), "", Optional.empty(), build.get(0), Instant.now()));
      progress.accept(
          "Building a private Temporal server in the background (once; a few minutes, 3 GB of"
              + " caches): `conclave up` switches to it when it is ready.");
    }
  }

  private Path ownKept() throws IOException {
    return kept.resolveSibling(OWN + "-" + digest().substring(0, 12));
  }

  private Path failure() throws IOException {
    return kept.resolveSibling(ownKept().getFileName() + ".failed");
  }

  private boolean failedLately() throws IOException {
    return Files.exists(failure())
        && Files.getLastModifiedTime(failure()).toInstant().isAfter(Instant.now().minus(RETRY));
  }

  /** Returns how to replace a running development server with our own. */
  public String remedy() throws IOException, InterruptedException {
    if (own().isEmpty() && SearchPath.of(environment).find("go").isEmpty()) {
      return "install Go 1.25 or newer (https://go.dev/dl), then run `conclave up`";
    }
    if (own().isEmpty() && new StackProcess(folder.resolve("build.json")).running().isPresent()) {
      return "wait for the build in the background (%s), then run `conclave up`"
          .formatted(folder.resolve("go/build.log"));
    }
    return own().isEmpty() && failedLately()
        ? "its build failed (%s): fix that, delete %s, then run `conclave up`"
            .formatted(Files.readString(failure()), failure())
        : "conclave up";
  }

  /**
   * Returns a command that builds our own program or records the failure. Empty without Go, and for
   * a day after a failed build, because failing may take minutes.
   */
  private List<String> build() throws IOException {
    Optional<Path> go = SearchPath.of(environment).find("go");
    if (go.isEmpty() || failedLately()) {
      return List.of();
    }
    Path place = Files.createDirectories(folder.resolve("go"));
    for (String source : SOURCES) {
      Files.write(place.resolve(source), source(source));
    }
    Files.createDirectories(kept.getParent());
    return List.of(
        "/bin/sh",
        "-c",
        BUILD,
        "build",
        go.get().toString(),
        ownKept().toString(),
        failure().toString());
  }

  /** Returns the digest that our program prints of its sources. */
  static String digest() throws IOException {
    MessageDigest sha256 = Digests.newSha256();
    for (String source : SOURCES) {
      sha256.update((source + "\n").getBytes(StandardCharsets.UTF_8));
      sha256.update(source(source));
    }
    return HexFormat.of().formatHex(sha256.digest());
  }

  private static byte[] source(String name) throws IOException {
    try (InputStream in = ServerProgram.class.getResourceAsStream("/conclave-server/" + name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }

  /** Whether a program is present, perhaps an old one, without downloading or building. */
  public boolean isAvailable() throws IOException, InterruptedException {
    return own().isPresent()
        || SearchPath.of(environment).find("temporal").isPresent()
        || Files.isExecutable(kept);
  }

  private boolean isRecent(Path program) throws InterruptedException {
    return RECENT.matcher(version(program)).find();
  }

  private String version(Path program) throws InterruptedException {
    try {
      return run(
          Files.createDirectories(folder), Map.of(), () -> {}, program.toString(), "--version");
    } catch (IOException e) {
      return "";
    }
  }

  private static Path keep(Path program, Path place) throws IOException {
    Files.createDirectories(place.getParent());
    return Files.move(program, place, StandardCopyOption.REPLACE_EXISTING);
  }

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
            "checksum mismatch of %s: its SHA-256 is %s".formatted(wanted.archive(), found));
      }
      Path tar =
          SearchPath.of(environment)
              .find("tar")
              .orElseThrow(() -> new IOException("tar is missing"));
      run(place, Map.of(), () -> {}, tar.toString(), "-xzf", archive.toString(), "temporal");
      return place.resolve("temporal");
    } catch (UnknownHostException e) {
      throw new IOException("cannot resolve " + e.getMessage() + ": check network and DNS", e);
    } finally {
      Files.deleteIfExists(archive);
    }
  }

  /** Runs a program to its end; calls {@code waiting} every 30 seconds. */
  private static String run(
      Path directory, Map<String, String> more, Runnable waiting, String... command)
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
      for (int half = 1; !process.waitFor(30, TimeUnit.SECONDS); half++) {
        if (half >= 2 * LONGEST_MINUTES) {
          throw new IOException("timed out after " + LONGEST_MINUTES + " minutes");
        }
        waiting.run();
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      throw new IOException(
          Path.of(command[0]).getFileName() + " failed; " + LogFile.lastErrors(log));
    }
    return Files.readString(log);
  }
}
