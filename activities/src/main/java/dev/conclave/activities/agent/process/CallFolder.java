package dev.conclave.activities.agent.process;

import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.document.HostKey;
import dev.conclave.activities.document.PathLock;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.SandboxLevel;
import dev.conclave.workflows.text.Digests;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of one call: its input, its output and how it ended. What decides whether a call is
 * made again is synced to disk. Only the owner can read it, since it holds the prompt and raw
 * output.
 */
public record CallFolder(Path path) {
  private static final Logger LOG = LoggerFactory.getLogger(CallFolder.class);
  private static final int BUFFER = 64 << 10;

  /** Bytes of output kept after the call is finished. */
  static final long KEPT = 1 << 20;

  private static final long LOCK_POLL_MILLIS = 100;
  private static final long BEGINNING_POLL_MILLIS = 20;
  private static final String CALL = "call.json";
  private static final String PROCESS = "process.json";
  private static final String RESULT = "result.json";
  private static final String KILLED = "killed";
  private static final String WAITING = "waiting.json";
  private static final String EXIT = "exit";
  private static final String STATUS = "status";
  static final String REFUSED = "refused";
  private static final Pattern SEALED_EXIT =
      Pattern.compile("((\\d{1,9}) (\\d{1,18}) ([0-9a-f]{64})) ([0-9a-f]{64})");
  private static final Pattern CHILD_PID = Pattern.compile("\"child-pid\": *(\\d{1,9})");

  /** Identifies a call: an attempt with the same key adopts it. */
  public record CallKey(String namespace, String workflowId, String digest) {

    public static CallKey of(String namespace, String workflowId, byte[] question) {
      return new CallKey(namespace, workflowId, Digests.sha256(question));
    }
  }

  /**
   * The activity that waits for a call, or waited last. Attempts of one activity share it.
   *
   * @param run of the workflow; a resumed session repeats calls that failed in an earlier run
   * @param activity id, unique within the run
   */
  public record WaitingActivity(String run, String activity) {}

  /**
   * A call's process, with enough data to adopt it, judge it, or ask the server whether it is still
   * needed.
   *
   * @param run of the workflow that started it
   * @param attempts processes started for this call, including this one
   * @param level how it is isolated
   */
  public record StartedCall(
      CallKey key,
      String callId,
      String agent,
      String binary,
      @Nullable String version,
      List<String> argv,
      String run,
      Instant started,
      int attempts,
      SandboxLevel level) {}

  public CallFolder {
    path = path.toAbsolutePath();
  }

  /** Opens the folder of a call, creating it if needed. */
  public static CallFolder open(DataFolder data, CallKey key) throws IOException {
    CallFolder opened = of(data, key);
    AtomicFiles.createPrivateFolders(opened.path);
    return opened;
  }

  /** Returns the folder of a call for reading; it may not exist. */
  public static CallFolder of(DataFolder data, CallKey key) {
    // The name is a digest, so that it contains no user input.
    String all = key.namespace() + "\n" + key.workflowId() + "\n" + key.digest();
    return new CallFolder(data.spool().resolve(Digests.sha256(all).substring(0, 40)));
  }

  static List<CallFolder> all(DataFolder data) throws IOException {
    return Folders.in(data.spool()).stream().map(CallFolder::new).toList();
  }

  /** Returns the value of {@link CallLauncher#MARKER}: one call in one data folder. */
  public String marker() {
    return path.getFileName() + "-" + Integer.toHexString(path.toString().hashCode());
  }

  public Path stdout() {
    return path.resolve("stdout");
  }

  public Path stderr() {
    return path.resolve("stderr");
  }

  /**
   * Takes the lock of the call, held by one attempt on the host at a time. Waits until it is free.
   */
  public PathLock lock(CallControl control) throws AttemptEnded {
    Optional<PathLock> lock = tryLock();
    while (lock.isEmpty()) {
      control.check();
      CallControl.sleep(LOCK_POLL_MILLIS);
      lock = tryLock();
    }
    return lock.get();
  }

  Optional<PathLock> tryLock() {
    return PathLock.tryTake(path.resolve("lock"));
  }

  /** Records a call that is about to start, and deletes what an earlier process of it left. */
  public void noteCall(StartedCall call, String prompt) throws IOException {
    for (String old : List.of(RESULT, PROCESS, EXIT, KILLED, STATUS, REFUSED, "stdout", "stderr")) {
      Files.deleteIfExists(path.resolve(old));
    }
    AtomicFiles.write(path.resolve("prompt"), prompt);
    write(CALL, call);
  }

  /** Records the activity that waits for the call now; an adopted call has a new one. */
  public void noteWaiting(WaitingActivity activity) throws IOException {
    if (!activity.equals(read(WAITING, WaitingActivity.class))) { // needs no write on a full disk
      write(WAITING, activity);
    }
  }

  Optional<WaitingActivity> waiting() throws IOException {
    return Optional.ofNullable(read(WAITING, WaitingActivity.class));
  }

  public Optional<StartedCall> call() throws IOException {
    return Optional.ofNullable(read(CALL, StartedCall.class));
  }

  void noteProcess(ProcessIdentity process) throws IOException {
    write(PROCESS, process);
  }

  /** Returns the call's first process. A live one must carry this call's marker. */
  public Optional<ProcessIdentity> process() throws IOException {
    return Optional.ofNullable(read(PROCESS, ProcessIdentity.class))
        .filter(process -> !process.isAlive() || process.isOf(marker()));
  }

  /** Returns the first process in the sandbox, whose end ends all others. */
  private @Nullable ProcessIdentity first() throws IOException {
    Matcher pid = CHILD_PID.matcher(text(STATUS));
    return pid.find()
        ? ProcessIdentity.of(Long.parseLong(pid.group(1)))
            .filter(process -> process.isOf(marker()))
            .orElse(null)
        : null;
  }

  /** Returns whether the program was ever started: its stdout is created just before. */
  public boolean isStarted() {
    return Files.exists(stdout());
  }

  /**
   * Returns the process of an earlier attempt. Waits while its wrapper has not started the program
   * yet: treating that as not begun would buy the call twice.
   */
  public @Nullable ProcessIdentity awaitStart(CallControl control)
      throws AttemptEnded, IOException {
    ProcessIdentity process = process().orElse(null);
    while (process != null && !isStarted() && process.isAlive()) {
      control.check();
      CallControl.sleep(BEGINNING_POLL_MILLIS);
    }
    return isStarted() ? process : null;
  }

  /** Returns whether the process was cut off at an unknown point. */
  public boolean endedUnobserved(ProcessIdentity process) throws IOException {
    return !process.isAlive() && ending().equals(new CallEnding(null, null));
  }

  ProcessTree tree() throws IOException {
    return new ProcessTree(process().orElse(null), first(), marker());
  }

  /** Returns the secret that seals the exit; each process of a call has another. */
  String secret() throws IOException {
    String started = call().map(call -> call.started().toString()).orElse("");
    return key().mac(EXIT, (marker() + started).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the exit code; absent until the wrapper has recorded the program's end. */
  @Nullable Integer exit() throws IOException {
    MatchResult exit = sealedExit();
    return exit == null ? null : Integer.valueOf(exit.group(2));
  }

  /** Returns whether stdout holds what the program wrote; true if no exit was recorded. */
  boolean isStdoutIntact() throws IOException {
    MatchResult exit = sealedExit();
    if (exit == null) {
      return true;
    }
    MessageDigest digest = Digests.newSha256();
    long left = Long.parseLong(exit.group(3));
    // Ignore the rest, written by a process that the program left behind.
    try (InputStream in = Files.newInputStream(stdout())) {
      byte[] part = in.readNBytes((int) Math.min(left, BUFFER));
      while (part.length > 0) {
        digest.update(part);
        left -= part.length;
        part = in.readNBytes((int) Math.min(left, BUFFER));
      }
    }
    return HexFormat.of().formatHex(digest.digest()).equals(exit.group(4));
  }

  /** Returns the recorded exit; null if torn by a crash or not sealed by the wrapper. */
  private @Nullable MatchResult sealedExit() throws IOException {
    Matcher exit = SEALED_EXIT.matcher(text(EXIT));
    boolean sealed =
        exit.matches()
            && Digests.sha256(secret() + " " + exit.group(1) + "\n").equals(exit.group(5));
    return sealed ? exit.toMatchResult() : null;
  }

  /** Records that Conclave ends the call, so that its exit code is not trusted. */
  void noteKill(CallEnding.Reason reason) throws IOException {
    write(KILLED, reason);
  }

  /** Returns the first destinations that the proxy refused, as {@code host:port}. */
  public List<String> refused() throws IOException {
    return text(REFUSED).lines().toList();
  }

  /** Returns why Conclave ended the call; empty if it did not. */
  public Optional<CallEnding.Reason> killed() throws IOException {
    return Optional.ofNullable(read(KILLED, CallEnding.Reason.class));
  }

  /** Returns how a call ended whose process is gone. */
  public CallEnding ending() throws IOException {
    CallEnding.Reason killed = read(KILLED, CallEnding.Reason.class);
    return new CallEnding(killed == null ? exit() : null, killed);
  }

  /**
   * Syncs the output and stores the result, so that the call is not made again. Then truncates long
   * output, which the documents hold in full unless it was excessive.
   */
  public void finish(Object result) throws IOException {
    truncate(Long.MAX_VALUE);
    write(RESULT, result);
    truncate(KEPT);
  }

  void truncate(long most) throws IOException {
    for (Path file : List.of(stdout(), stderr(), path.resolve(EXIT))) {
      if (Files.exists(file)) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.truncate(most);
          channel.force(true);
        }
      }
    }
  }

  public <T> Optional<T> result(Class<T> type) throws IOException {
    return Optional.ofNullable(read(RESULT, type));
  }

  boolean finished() {
    return Files.exists(path.resolve(RESULT));
  }

  /** Returns the size in bytes, which may change while the call runs. */
  long size() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  Instant lastModified() throws IOException {
    return Files.getLastModifiedTime(path).toInstant();
  }

  /** Deletes the files of the program's home, including copies of logins. */
  public void deleteHome() throws IOException {
    for (String made : List.of("home", "refreshed", "logins")) {
      Folders.delete(path.resolve(made));
    }
  }

  void delete() throws IOException {
    Folders.delete(path);
  }

  private void write(String name, Object value) throws IOException {
    byte[] content = WireMapper.get().writeValueAsBytes(value);
    AtomicFiles.write(path.resolve(name), key().seal(path.getFileName() + "/" + name, content));
  }

  private String text(String name) throws IOException {
    Path file = path.resolve(name);
    return Files.exists(file) ? Files.readString(file).strip() : "";
  }

  /** Reads a record; ignores one that no worker of this host wrote. */
  private <T> @Nullable T read(String name, Class<T> type) throws IOException {
    Path file = path.resolve(name);
    if (!Files.exists(file)) {
      return null;
    }
    byte[] content =
        key().open(path.getFileName() + "/" + name, Files.readAllBytes(file)).orElse(null);
    if (content == null) {
      LOG.warn("ignoring {}: no worker of this host wrote it", file);
      return null;
    }
    return WireMapper.get().readValue(content, type);
  }

  private HostKey key() {
    return HostKey.of(new DataFolder(path.resolve("../..").normalize()));
  }
}
