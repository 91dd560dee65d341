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

/** The folder on a host with Conclave's own files. */
public record DataFolder(Path root) {
  /** Minimum free disk space to start a server, in bytes. */
  public static final long LEAST_FREE = 32L << 20;

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /** Returns {@code CONCLAVE_HOME}, else {@code conclave} in {@code XDG_DATA_HOME}. */
  public static DataFolder of(Map<String, String> environment, Path home) {
    return new DataFolder(
        place(environment, "CONCLAVE_HOME", "XDG_DATA_HOME", home, ".local/share", "conclave"));
  }

  /** Returns the user's home: {@code HOME}, which the JVM ignores and agent programs use. */
  public static Path home(Map<String, String> environment) {
    String home = environment.getOrDefault("HOME", "");
    return Path.of(home.isBlank() ? System.getProperty("user.home", ".") : home).toAbsolutePath();
  }

  /**
   * Returns the path in variable {@code own}, else {@code path} below {@code xdg} or {@code usual}.
   */
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

  /** One folder per agent call: input, output and exit status. */
  public Path spool() {
    return root.resolve("spool");
  }

  /** Conclave's bare Git repositories with the trees, one per workspace. */
  public Path trees() {
    return root.resolve("trees");
  }

  public Path snapshots() {
    return root.resolve("snapshots");
  }

  /** One folder per execution: its repository and working folders. */
  public Path executions() {
    return root.resolve("executions");
  }

  /** Command lines that the user allowed, one file per workspace. */
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

  /** Database, program and pid files of the embedded server. */
  public Path server() {
    return root.resolve("server");
  }

  public Path serverAddressFile() {
    return server().resolve("address");
  }

  /** TLS keys of the embedded server and its only client; not used by a development server. */
  public Path serverKeys() {
    return server().resolve("tls");
  }

  public Path logs() {
    return root.resolve("logs");
  }

  /** Settings folders for agent CLIs, in place of the user's own. */
  public Path agentSettings() {
    return root.resolve("agents");
  }

  /** The key with which workers of this host authenticate each other's notes. */
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

  /** Creates the folder if missing, accessible only to its owner. */
  public void create() throws IOException {
    create(root);
  }

  /**
   * Creates the folder if missing; in a shared folder, makes each subfolder private.
   *
   * @return a sentence about a folder that cannot be made private
   * @throws IOException when a folder cannot be created or read
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
        // Another user's folder: reported below, because its permissions have not changed.
      }
      if (!isPrivate(folder)) {
        return Optional.of(
            "Other users can read %s, owned by %s, and its permissions cannot be changed: set CONCLAVE_HOME to your own folder on a disk with permissions."
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

  /** Windows has no POSIX permissions; there the user's profile protects the folder. */
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

  /** Returns a message when the disk is full; empty when it is not, or cannot be measured. */
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
