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
 * The folder of one call: what went in, what came out, how it ended. Everything that decides
 * whether a call is bought again is synced to disk. Readable by its owner alone, since it holds the
 * prompt and the raw output.
 */
public record CallFolder(Path path) {
  private static final Logger LOG = LoggerFactory.getLogger(CallFolder.class);
  private static final int BUFFER = 64 << 10;

  /** Bytes of an output that stay once the call is finished. */
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

  /** The identity of a call: an attempt that finds a folder of the same key takes it over. */
  public record CallKey(String namespace, String workflowId, String digest) {

    public static CallKey of(String namespace, String workflowId, byte[] question) {
      return new CallKey(namespace, workflowId, Digests.sha256(question));
    }
  }

  /**
   * The activity that waits for a call, or waited last: attempts of one activity share it.
   *
   * @param run of the workflow; a resumed session asks again what failed in an earlier run
   * @param activity id, unique within the run
   */
  public record WaitingActivity(String run, String activity) {}

  /**
   * Notes on a call's process: enough to adopt it, judge it, or ask the server whether anybody
   * still wants it.
   *
   * @param run of the workflow that started it
   * @param attempts processes started for this call, this one included
   * @param level what holds it back
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

  /** The folder of a call, made when it is not there. */
  public static CallFolder open(DataFolder data, CallKey key) throws IOException {
    CallFolder opened = of(data, key);
    AtomicFiles.createPrivateFolders(opened.path);
    return opened;
  }

  /** The folder of a call, to be read only: it may not be there. */
  public static CallFolder of(DataFolder data, CallKey key) {
    // A name without anything that a user could have put into it.
    String all = key.namespace() + "\n" + key.workflowId() + "\n" + key.digest();
    return new CallFolder(data.spool().resolve(Digests.sha256(all).substring(0, 40)));
  }

  static List<CallFolder> all(DataFolder data) throws IOException {
    return Folders.in(data.spool()).stream().map(CallFolder::new).toList();
  }

  /** The value of {@link CallLauncher#MARKER}: one call in one data folder. */
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
   * The right to act on the call, one attempt at a time over all workers of the host, until closed.
   * Waits until the attempt before this one has let go.
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

  /** The same without waiting; empty while another attempt holds it. */
  Optional<PathLock> tryLock() {
    return PathLock.tryTake(path.resolve("lock"));
  }

  /** Notes a call that is about to start, and deletes what an earlier process of it left. */
  public void noteCall(StartedCall call, String prompt) throws IOException {
    for (String old : List.of(RESULT, PROCESS, EXIT, KILLED, STATUS, REFUSED, "stdout", "stderr")) {
      Files.deleteIfExists(path.resolve(old));
    }
    AtomicFiles.write(path.resolve("prompt"), prompt);
    write(CALL, call);
  }

  /** Notes who waits for the call now: an adopted call has another activity than it had. */
  public void noteWaiting(WaitingActivity activity) throws IOException {
    if (!activity.equals(
        read(WAITING, WaitingActivity.class))) { // a full disk keeps nobody from looking
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

  /** The process that the call began with: noted by a worker and, while it lives, of this call. */
  public Optional<ProcessIdentity> process() throws IOException {
    return Optional.ofNullable(read(PROCESS, ProcessIdentity.class))
        .filter(process -> !process.isAlive() || process.isOf(marker()));
  }

  /** The first process in the call's sandbox, at whose end the kernel kills all others in it. */
  private @Nullable ProcessIdentity first() throws IOException {
    Matcher pid = CHILD_PID.matcher(text(STATUS));
    return pid.find()
        ? ProcessIdentity.of(Long.parseLong(pid.group(1)))
            .filter(process -> process.isOf(marker()))
            .orElse(null)
        : null;
  }

  /** Returns whether the program itself was ever started: its stdout is made on the way to it. */
  public boolean begun() {
    return Files.exists(stdout());
  }

  /**
   * The process that an earlier attempt started. Before the program begins, its wrapper lives and
   * shows nothing yet: taken for never begun, the call would be bought twice.
   */
  public @Nullable ProcessIdentity begun(CallControl control) throws AttemptEnded, IOException {
    ProcessIdentity process = process().orElse(null);
    while (process != null && !begun() && process.isAlive()) {
      control.check();
      CallControl.sleep(BEGINNING_POLL_MILLIS);
    }
    return begun() ? process : null;
  }

  /** Returns whether a process was cut off, and nobody knows in the middle of what. */
  public boolean isTorn(ProcessIdentity process) throws IOException {
    return !process.isAlive() && ending().equals(new CallEnding(null, null));
  }

  ProcessTree tree() throws IOException {
    return new ProcessTree(process().orElse(null), first(), marker());
  }

  /** Returns what the wrapper seals the exit with; another one for each process of the call. */
  String secret() throws IOException {
    String started = call().map(call -> call.started().toString()).orElse("");
    return key().mac(EXIT, (marker() + started).getBytes(StandardCharsets.UTF_8));
  }

  /** The exit code; absent until the wrapper has seen the program end. */
  @Nullable Integer exit() throws IOException {
    MatchResult exit = sealedExit();
    return exit == null ? null : Integer.valueOf(exit.group(2));
  }

  /**
   * Returns whether stdout holds what the program wrote; nothing is known where nobody saw the
   * exit.
   */
  boolean stdoutIsItsOwn() throws IOException {
    MatchResult exit = sealedExit();
    if (exit == null) {
      return true;
    }
    MessageDigest digest = Digests.newSha256();
    long left = Long.parseLong(exit.group(3));
    // What is behind it was written by a process that the program left behind.
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

  /** Torn by a crash of the machine, or written by somebody else, it is none. */
  private @Nullable MatchResult sealedExit() throws IOException {
    Matcher exit = SEALED_EXIT.matcher(text(EXIT));
    boolean sealed =
        exit.matches()
            && Digests.sha256(secret() + " " + exit.group(1) + "\n").equals(exit.group(5));
    return sealed ? exit.toMatchResult() : null;
  }

  /** Notes that we are about to end the call, so that its exit is never read as its own. */
  void noteKill(CallEnding.Reason reason) throws IOException {
    write(KILLED, reason);
  }

  /** The first destinations that its network did not lead to, {@code host:port}. */
  public List<String> refused() throws IOException {
    return text(REFUSED).lines().toList();
  }

  /** Returns why we ended the call; empty where we did not. */
  public Optional<CallEnding.Reason> killed() throws IOException {
    return Optional.ofNullable(read(KILLED, CallEnding.Reason.class));
  }

  /** Returns how a call ended whose process is gone. */
  public CallEnding ending() throws IOException {
    CallEnding.Reason killed = read(KILLED, CallEnding.Reason.class);
    return new CallEnding(killed == null ? exit() : null, killed);
  }

  /**
   * Syncs what the call wrote, and keeps its result: from now on it is not bought again. Then only
   * the beginning of a long output stays; the documents have the whole, unless it was a flood.
   */
  public void finish(Object result) throws IOException {
    cut(Long.MAX_VALUE);
    write(RESULT, result);
    cut(KEPT);
  }

  /** Syncs what the call wrote, each file cut to so many bytes. */
  void cut(long most) throws IOException {
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

  /** In bytes; files come and go while its call runs. */
  long size() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  Instant touched() throws IOException {
    return Files.getLastModifiedTime(path).toInstant();
  }

  /** Deletes what was made for the program's home, copies of logins among it. */
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

  /** A note as a worker of this host wrote it; what anybody else put there is not read. */
  private <T> @Nullable T read(String name, Class<T> type) throws IOException {
    Path file = path.resolve(name);
    if (!Files.exists(file)) {
      return null;
    }
    byte[] content =
        key().open(path.getFileName() + "/" + name, Files.readAllBytes(file)).orElse(null);
    if (content == null) {
      LOG.warn("{} was not written by a worker of this host: ignored", file);
      return null;
    }
    return WireMapper.get().readValue(content, type);
  }

  private HostKey key() {
    return HostKey.of(new DataFolder(path.resolve("../..").normalize()));
  }
}
