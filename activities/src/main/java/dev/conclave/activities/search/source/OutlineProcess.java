package dev.conclave.activities.search.source;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.search.source.Outline.Definition;
import dev.conclave.workflows.config.SearchPath;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A JVM that outlines one file at a time. Grammars are native code that can take minutes or crash;
 * only ending the process stops them.
 */
final class OutlineProcess {
  private static final Logger LOG = LoggerFactory.getLogger(OutlineProcess.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Outline NONE = new Outline(List.of(), new BitSet());
  private static final Duration MOST_A_FILE = Duration.ofSeconds(2);
  private static final Duration MOST_TO_START = Duration.ofSeconds(30);

  /** Wall-clock limit, for a process that is blocked. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private static final long POLL_MILLIS = 20;
  private static final long IDLE_MILLIS = TimeUnit.MINUTES.toMillis(1);

  /** Memory limit for data, including the heap. */
  private static final String MOST_BYTES = "--data=" + (1L << 30);

  private static final ReentrantLock LOCK = new ReentrantLock(/* fair= */ true);

  /** The process in use; guarded by {@link #LOCK}. */
  private static @Nullable OutlineProcess current;

  private final Process process;
  private final DataOutputStream questions;
  private final DataInputStream answers;

  /** Uses the pipes on this thread, since an interrupt does not end a read. */
  private final ExecutorService pipes =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "outline");
            thread.setDaemon(true);
            return thread;
          });

  /** Creates a folder for unpacked grammars. Tries several, since /tmp is often mounted noexec. */
  private static Path unpacked() throws IOException {
    Path home = Path.of(System.getProperty("user.home", "/"), ".cache");
    for (Path folder : List.of(Path.of(System.getProperty("java.io.tmpdir")), home)) {
      Path made = Files.createTempDirectory(Files.createDirectories(folder), "conclave-grammars-");
      File probe = Files.createFile(made.resolve("probe")).toFile();
      if (probe.setExecutable(true) && probe.canExecute()) {
        return made;
      }
      Folders.delete(made);
    }
    throw new IOException("no folder allows executable files");
  }

  private OutlineProcess() throws IOException {
    List<String> command = new ArrayList<>();
    SearchPath.of(System.getenv())
        .find("prlimit")
        .ifPresent(prlimit -> command.addAll(List.of(prlimit.toString(), MOST_BYTES, "--core=0")));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String options = "-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData";
    command.addAll(List.of(options.split(" ")));
    command.addAll(List.of("-XX:ErrorFile=/dev/null", "-XX:-CreateCoredumpOnCrash"));
    Path unpacked = unpacked();
    command.add("-Djava.io.tmpdir=" + unpacked);
    command.addAll(List.of("-cp", absoluteClassPath(), OutlineProcess.class.getName()));
    command.add(unpacked.toString());
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.DISCARD);
    builder.directory(new File("/"));
    builder.environment().keySet().retainAll(List.of("HOME", "TMPDIR", "LC_ALL", "LANG"));
    process = builder.start();
    var unused = process.onExit().thenRun(() -> remove(unpacked));
    questions = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    answers = new DataInputStream(new BufferedInputStream(process.getInputStream()));
  }

  private static void remove(Path unpacked) {
    try {
      Folders.delete(unpacked);
    } catch (IOException e) {
      LOG.info("cannot delete {}: {}", unpacked, e.toString());
    }
  }

  private static String absoluteClassPath() {
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      entries.add(new File(entry).getAbsolutePath());
    }
    return String.join(File.pathSeparator, entries);
  }

  /** Returns an outline; empty for a file that takes too long or crashes the process. */
  static Outline ask(String path, String text) {
    try {
      LOCK.lockInterruptibly();
      try {
        OutlineProcess running = current;
        boolean fresh = running == null || !running.process.isAlive();
        Outline outline = exchange(fresh ? null : running, path, text);
        if (outline == null && !fresh) {
          outline = exchange(null, path, text); // an idle process may just have exited
        }
        return outline == null ? NONE : outline;
      } finally {
        LOCK.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new InterruptedIOException("interrupted"));
    }
  }

  /** Asks the running process, or else a new one; returns null if the process ended. */
  private static @Nullable Outline exchange(
      @Nullable OutlineProcess running, String path, String text) throws InterruptedException {
    boolean answered = false;
    OutlineProcess used = running;
    try {
      if (used == null) {
        used = new OutlineProcess();
        used.within(MOST_TO_START, used.answers::readBoolean);
      }
      OutlineProcess asked = used;
      Outline outline = asked.within(MOST_A_FILE, () -> asked.outline(path, text));
      answered = true;
      return outline;
    } catch (TimeoutException e) {
      return NONE;
    } catch (IOException | ExecutionException e) {
      return null;
    } finally {
      if (!answered && used != null) {
        used.end();
      }
      current = answered ? used : null;
    }
  }

  /** Limits CPU time, so that a busy machine does not cause time-outs. */
  private <T> T within(Duration most, Callable<T> work)
      throws InterruptedException, ExecutionException, TimeoutException {
    Duration before = used();
    Future<T> result = pipes.submit(work);
    for (long left = LONGEST.toMillis(); left > 0; left -= POLL_MILLIS) {
      try {
        return result.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (used().minus(before).compareTo(most) > 0) {
          throw e;
        }
      }
    }
    throw new TimeoutException();
  }

  private Duration used() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private void end() {
    process.destroyForcibly();
    pipes.shutdownNow();
  }

  private Outline outline(String path, String text) throws IOException {
    send(questions, path.getBytes(StandardCharsets.UTF_8), text.getBytes(StandardCharsets.UTF_8));
    Definition[] definitions = JSON.readValue(receive(answers), Definition[].class);
    return new Outline(List.of(definitions), BitSet.valueOf(receive(answers)));
  }

  private static void send(DataOutputStream out, byte[]... parts) throws IOException {
    for (byte[] part : parts) {
      out.writeInt(part.length);
      out.write(part);
    }
    out.flush();
  }

  private static byte[] receive(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }

  /**
   * Answers requests until stdin ends or a minute passes without one. The argument is its temporary
   * folder, which it deletes itself, since its parent may have ended.
   */
  public static void main(String[] folder) throws IOException {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(Path.of(folder[0]))));
    DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
    DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
    out.writeBoolean(true);
    out.flush();
    long[] last = {System.currentTimeMillis()};
    Thread idle = new Thread(() -> endWhenIdle(last), "idle");
    idle.setDaemon(true);
    idle.start();
    try {
      while (true) {
        String path = new String(receive(in), StandardCharsets.UTF_8);
        Outline outline = Outline.parse(path, new String(receive(in), StandardCharsets.UTF_8));
        send(
            out,
            JSON.writeValueAsBytes(outline.definitions()),
            outline.documentation().toByteArray());
        last[0] = System.currentTimeMillis();
      }
    } catch (EOFException e) {
      // The parent ended.
    }
  }

  private static void endWhenIdle(long[] last) {
    try {
      while (System.currentTimeMillis() - last[0] < IDLE_MILLIS) {
        Thread.sleep(IDLE_MILLIS / 10);
      }
      System.exit(0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
