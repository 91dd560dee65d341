package dev.conclave.workflows.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The folder on a host in which Conclave keeps its own files. */
public record DataFolder(Path root) {
  /** Bytes of free disk without which no server starts. */
  public static final long LEAST_FREE = 32L << 20;

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /** {@code CONCLAVE_HOME}, else {@code conclave} in {@code XDG_DATA_HOME}. */
  public static DataFolder of(Map<String, String> environment, Path home) {
    return new DataFolder(
        place(environment, "CONCLAVE_HOME", "XDG_DATA_HOME", home, ".local/share", "conclave"));
  }

  /** The user's home: {@code HOME}, which the JVM ignores and agent programs use. */
  public static Path home(Map<String, String> environment) {
    String home = environment.getOrDefault("HOME", "");
    return Path.of(home.isBlank() ? System.getProperty("user.home", ".") : home).toAbsolutePath();
  }

  /** The path in variable {@code own}, else {@code path} below {@code xdg} or {@code usual}. */
  static Path place(
      Map<String, String> environment,
      String own,
      String xdg,
      Path home,
      String usual,
      String path) {
    String named = environment.getOrDefault(own, "");
    String base = environment.getOrDefault(xdg, "");
    Path place =
        !named.isBlank()
            ? Path.of(named)
            : (base.isBlank() ? home.resolve(usual) : Path.of(base)).resolve(path);
    return place.toAbsolutePath().normalize();
  }

  public Path documents() {
    return root.resolve("documents");
  }

  /** One folder for each agent call: what went in, what came out, how it ended. */
  public Path spool() {
    return root.resolve("spool");
  }

  /** Bare Git repositories of our own that hold tree ids, one for each workspace. */
  public Path trees() {
    return root.resolve("trees");
  }

  public Path snapshots() {
    return root.resolve("snapshots");
  }

  /** One folder for each execution: its repository, and folders to work in. */
  public Path executions() {
    return root.resolve("executions");
  }

  /** Command lines that the user allowed, one file for each workspace. */
  public Path allowedCommands() {
    return root.resolve("allowed-commands");
  }

  public Path indexes() {
    return root.resolve("indexes");
  }

  public Path clones() {
    return root.resolve("clones");
  }

  public Path sessions() {
    return root.resolve("sessions");
  }

  /** The embedded server's database, program, pid files. */
  public Path server() {
    return root.resolve("server");
  }

  public Path serverAddressFile() {
    return server().resolve("address");
  }

  /** What the embedded server made for itself and its only client; none of a development server. */
  public Path serverKeys() {
    return server().resolve("tls");
  }

  public Path logs() {
    return root.resolve("logs");
  }

  /** Settings folders that agent CLIs are pointed at in place of the user's own. */
  public Path agentSettings() {
    return root.resolve("agents");
  }

  /** The secret by which workers of this host know each other's notes. */
  public Path hostKeyFile() {
    return root.resolve("host-key");
  }

  public Path hostIdFile() {
    return root.resolve("host-id");
  }

  public List<Path> folders() {
    return List.of(
        documents(),
        spool(),
        trees(),
        snapshots(),
        executions(),
        allowedCommands(),
        indexes(),
        clones(),
        sessions(),
        server(),
        logs(),
        agentSettings());
  }

  /** Makes the folder when it is missing: then only its owner may enter it. */
  public void create() throws IOException {
    create(root);
  }

  /**
   * Makes the folder when it is missing; in a shared one it closes each folder of ours to others.
   *
   * @return what cannot be closed, in a sentence for people
   * @throws IOException when a folder cannot be made or read
   */
  public Optional<String> makePrivate() throws IOException {
    create(root);
    if (isPrivate(root)) {
      return Optional.empty();
    }
    for (Path folder : folders()) {
      create(folder);
      try {
        Files.setPosixFilePermissions(folder, OWNER_ONLY);
      } catch (IOException e) {
        // Another user's: the permissions, still the same, tell.
      }
      if (!isPrivate(folder)) {
        return Optional.of(
            "Other users may read %s, which belongs to %s, and that cannot be changed: set CONCLAVE_HOME to a folder of yours, on a disk that keeps permissions."
                .formatted(folder, Files.getOwner(folder).getName()));
      }
    }
    return Optional.empty();
  }

  private static void create(Path folder) throws IOException {
    if (hasPermissions(folder)) {
      Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } else {
      Files.createDirectories(folder);
    }
  }

  private static boolean isPrivate(Path folder) throws IOException {
    return !hasPermissions(folder) || OWNER_ONLY.containsAll(Files.getPosixFilePermissions(folder));
  }

  /** Windows has no POSIX permissions; the user's profile protects the folder there. */
  private static boolean hasPermissions(Path folder) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  public long free() throws IOException {
    Path place = root;
    while (!Files.exists(place) && place.getParent() != null) {
      place = place.getParent();
    }
    return Files.getFileStore(place).getUsableSpace();
  }

  /** A clause for people when that disk is full; empty when it is not, or cannot be measured. */
  public Optional<String> fullDisk() {
    try {
      long free = free();
      return free >= LEAST_FREE
          ? Optional.empty()
          : Optional.of("the disk of %s is full (%d MB free)".formatted(root, free >> 20));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
