package dev.conclave.activities.agent.process;

import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.document.PathLock;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.Digests;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder of one call: what went in, what came out, how it ended. Everything that decides
 * whether a call is bought again is synced to disk. Readable by its owner alone, since it holds the
 * prompt and the raw output.
 */
public record CallFolder(Path path) {
  /** Bytes of an output that stay once the call is finished. */
  static final long KEPT = 1 << 20;

  private static final long LOCK_POLL_MILLIS = 100;
  private static final String CALL = "call.json";
  private static final String PROCESS = "process.json";
  private static final String RESULT = "result.json";
  private static final String KILLED = "killed";
  private static final String WAITING = "waiting.json";
  private static final String EXIT = "exit";

  /**
   * What makes a call the same call: an attempt that finds a folder of the same key takes it over.
   */
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
   * What is known of a call's process: enough to adopt it, judge it, or ask the server whether
   * anybody still wants it.
   *
   * @param run of the workflow that started it
   * @param attempts processes started for this call, this one included
   */
  public record StartedCall(
      CallKey key,
      String callId,
      String agent,
      String binary,
      Optional<String> version,
      List<String> argv,
      String run,
      Instant started,
      int attempts) {}

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
    for (String old : List.of(RESULT, PROCESS, EXIT, KILLED, "stdout", "stderr")) {
      Files.deleteIfExists(path.resolve(old));
    }
    write("prompt", prompt);
    write(CALL, call);
  }

  /** Notes who waits for the call now: an adopted call has another activity than it had. */
  public void noteWaiting(WaitingActivity activity) throws IOException {
    if (waiting().filter(activity::equals).isEmpty()) { // a full disk keeps nobody from looking
      write(WAITING, activity);
    }
  }

  Optional<WaitingActivity> waiting() throws IOException {
    return read(WAITING, WaitingActivity.class);
  }

  public Optional<StartedCall> call() throws IOException {
    return read(CALL, StartedCall.class);
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

  ProcessTree tree() throws IOException {
    return new ProcessTree(process(), marker());
  }

  /** The exit code, once the wrapper has seen the program end. */
  Optional<Integer> exit() throws IOException {
    // Torn by a crash of the machine, it is no number: nobody saw the exit.
    return text(EXIT).filter(code -> code.matches("\\d{1,9}")).map(Integer::valueOf);
  }

  /** Notes that we are about to end the call, so that its exit is never read as its own. */
  void noteKill(CallEnding.Reason reason) throws IOException {
    write(KILLED, reason.name());
  }

  public Optional<CallEnding.Reason> killed() throws IOException {
    return text(KILLED).map(CallEnding.Reason::valueOf);
  }

  /** How a call ended whose process is gone. */
  CallEnding ending() throws IOException {
    Optional<CallEnding.Reason> killed = killed();
    return new CallEnding(killed.isPresent() ? Optional.empty() : exit(), killed);
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
    return read(RESULT, type);
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

  void delete() throws IOException {
    Folders.delete(path);
  }

  private void write(String name, Object value) throws IOException {
    byte[] content =
        value instanceof String text
            ? text.getBytes(StandardCharsets.UTF_8)
            : WireMapper.get().writeValueAsBytes(value);
    AtomicFiles.write(path.resolve(name), content);
  }

  private Optional<String> text(String name) throws IOException {
    Path file = path.resolve(name);
    return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
  }

  private <T> Optional<T> read(String name, Class<T> type) throws IOException {
    Path file = path.resolve(name);
    return Files.exists(file)
        ? Optional.of(WireMapper.get().readValue(file.toFile(), type))
        : Optional.empty();
  }
}
