package dev.conclave.activities.agent.process;

import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder of one call: what went in, what came out, how it ended. Everything that decides
 * whether a call is bought again is synced to disk. Readable by its owner alone, since it holds the
 * prompt and the raw output.
 */
public final class Spool {
  private static final String CALL = "call.json";
  private static final String PROCESS = "process.json";
  private static final String RESULT = "result.json";
  private static final String KILLED = "killed";
  private static final String RUN = "run";
  private static final String ASKER = "asker.json";

  private final Path folder;

  private Spool(Path folder) {
    this.folder = folder;
  }

  /** The spool of a call, made when it is not there. */
  public static Spool open(DataFolder data, CallKey key) throws IOException {
    Spool spool = of(data, key);
    Files.createDirectories(spool.folder);
    if (spool.folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(spool.folder, PosixFilePermissions.fromString("rwx------"));
    }
    return spool;
  }

  /** The spool of a call, to be read only: it may not be there. */
  public static Spool of(DataFolder data, CallKey key) {
    return at(data.spool().resolve(key.folderName()));
  }

  /** A spool that is there. */
  static Spool at(Path folder) {
    return new Spool(folder.toAbsolutePath());
  }

  public Path folder() {
    return folder;
  }

  /** The value of {@link Launcher#MARKER}: one call in one data folder. */
  public String marker() {
    return folder.getFileName() + "-" + Integer.toHexString(folder.toString().hashCode());
  }

  public Path prompt() {
    return folder.resolve("prompt");
  }

  public Path stdout() {
    return folder.resolve("stdout");
  }

  public Path stderr() {
    return folder.resolve("stderr");
  }

  Path wrapperLog() {
    return folder.resolve("wrapper");
  }

  Path lock() {
    return folder.resolve("lock");
  }

  /**
   * Notes a call that is about to start, and forgets an earlier process that never did, or whose
   * failure no longer counts.
   */
  public void noteCall(SpooledCall call, String run, String prompt) throws IOException {
    for (String old : new String[] {RESULT, PROCESS, "exit", KILLED, "stdout", "stderr"}) {
      Files.deleteIfExists(folder.resolve(old));
    }
    SyncedFiles.write(folder.resolve(RUN), run.getBytes(StandardCharsets.UTF_8));
    SyncedFiles.write(prompt(), prompt.getBytes(StandardCharsets.UTF_8));
    write(CALL, call);
  }

  /** Whether this run of the session started the call. */
  public boolean startedBy(String run) throws IOException {
    Path file = folder.resolve(RUN);
    return Files.exists(file) && Files.readString(file).equals(run);
  }

  /** Notes who waits for the call now: an adopted call has another asker than the one it had. */
  public void noteAsker(Asker asker) throws IOException {
    if (!asker().filter(asker::equals).isPresent()) {
      write(ASKER, asker);
    }
  }

  /** Who waits for the call, or waited last; empty for a call of an older version. */
  Optional<Asker> asker() throws IOException {
    return read(ASKER, Asker.class);
  }

  public Optional<SpooledCall> call() throws IOException {
    return read(CALL, SpooledCall.class);
  }

  void noteProcess(ProcessIdentity process) throws IOException {
    write(PROCESS, process);
  }

  public Optional<ProcessIdentity> process() throws IOException {
    return read(PROCESS, ProcessIdentity.class);
  }

  /** Whether the program itself was ever started: its stdout is made on the way to it. */
  public boolean begun() {
    return Files.exists(stdout());
  }

  /** The exit code, once the program has ended under the eyes of its wrapper. */
  public Optional<Integer> exit() throws IOException {
    Path file = folder.resolve("exit");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Integer.parseInt(Files.readString(file).strip()));
    } catch (NumberFormatException e) {
      return Optional.empty(); // torn by a crash of the machine: nobody saw the exit
    }
  }

  /** Notes that we are about to end the call, so that its exit is never read as its own. */
  void noteKill(KillReason reason) throws IOException {
    SyncedFiles.write(folder.resolve(KILLED), reason.name().getBytes(StandardCharsets.US_ASCII));
  }

  public Optional<KillReason> killed() throws IOException {
    Path file = folder.resolve(KILLED);
    return Files.exists(file)
        ? Optional.of(KillReason.valueOf(Files.readString(file).strip()))
        : Optional.empty();
  }

  /**
   * Syncs what the call wrote, and keeps its outcome: from now on it is not bought again. Of a long
   * output head and tail stay, for people: what was to be read of it is in the outcome.
   */
  public void finish(Object result) throws IOException {
    SyncedFiles.sync(stdout());
    SyncedFiles.sync(stderr());
    SyncedFiles.sync(folder.resolve("exit"));
    write(RESULT, result);
    LongOutput.trim(stdout());
    LongOutput.trim(stderr());
  }

  public <T> Optional<T> result(Class<T> type) throws IOException {
    return read(RESULT, type);
  }

  boolean finished() {
    return Files.exists(folder.resolve(RESULT));
  }

  /** In bytes; files come and go while its call runs. */
  long size() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  /** When anything last happened to it. */
  Instant touched() throws IOException {
    return Files.getLastModifiedTime(folder).toInstant();
  }

  private void write(String name, Object value) throws IOException {
    SyncedFiles.write(folder.resolve(name), WireMapper.get().writeValueAsBytes(value));
  }

  private <T> Optional<T> read(String name, Class<T> type) throws IOException {
    Path file = folder.resolve(name);
    return Files.exists(file)
        ? Optional.of(WireMapper.get().readValue(file.toFile(), type))
        : Optional.empty();
  }
}
