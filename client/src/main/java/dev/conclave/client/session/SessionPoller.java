package dev.conclave.client.session;

import dev.conclave.workflows.temporal.ServerException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Polls a session on a separate thread, so that a silent server and a user at a prompt do not block
 * each other. Thread-safe.
 */
public final class SessionPoller implements AutoCloseable {
  /** Slower polls are reported to the user. */
  private static final Duration SLOW = Duration.ofSeconds(5);

  private final Supplier<SessionSnapshot> looks;
  private final Duration pace;
  private final Thread thread = new Thread(this::run, "session poller");
  private @Nullable SessionSnapshot latest;
  private @Nullable ServerException trouble;
  private @Nullable RuntimeException fatal;
  private long heard = System.nanoTime();
  private int generation;
  private boolean unknown;

  /**
   * The latest known state of a session.
   *
   * @param look the newest snapshot; absent before the first
   * @param silence time since the last answered poll; absent until it is worth reporting
   * @param trouble why later polls failed, if known
   */
  public record Poll(
      @Nullable SessionSnapshot look,
      @Nullable Duration silence,
      @Nullable ServerException trouble) {

    /** Returns the newest snapshot; empty during a silence, when it may be stale. */
    public Optional<SessionSnapshot> current() {
      return silence == null ? Optional.ofNullable(look) : Optional.empty();
    }
  }

  public SessionPoller(Supplier<SessionSnapshot> looks, Duration pace) {
    this.looks = looks;
    this.pace = pace;
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Waits for the next snapshot, at most this long.
   *
   * @throws UsageException when the session no longer exists
   */
  public synchronized Poll next(Duration longest) throws InterruptedException {
    awaitChange(longest);
    if (fatal != null) {
      throw fatal;
    }
    Duration silence = Duration.ofNanos(System.nanoTime() - heard);
    boolean telling = trouble != null || silence.compareTo(SLOW) > 0;
    return new Poll(latest, telling ? silence : null, trouble);
  }

  private synchronized void awaitChange(Duration longest) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    int seen = generation;
    for (long left = longest.toMillis();
        generation == seen && fatal == null && left > 0;
        left = (end - System.nanoTime()) / 1_000_000) {
      wait(left);
    }
  }

  /** Discards the latest snapshot: the next one begins after this call. */
  public synchronized void invalidate() {
    latest = null;
    generation++;
    notifyAll();
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void run() {
    try {
      while (!Thread.interrupted()) {
        look();
        awaitChange(pace);
      }
    } catch (InterruptedException e) {
      // closed
    } catch (RuntimeException e) {
      synchronized (this) {
        fatal = e;
        notifyAll();
      }
    }
  }

  private void look() {
    int before;
    synchronized (this) {
      before = generation;
    }
    SessionSnapshot now = null;
    ServerException failed = null;
    try {
      now = looks.get();
      unknown = false;
    } catch (ServerException e) {
      failed = e;
    } catch (UsageException.UnknownSession e) {
      // A loaded development server may deny a session that it has, so retry once.
      if (unknown) {
        throw e;
      }
      unknown = true;
      failed = new ServerException(String.valueOf(e.getMessage()), e);
    }
    synchronized (this) {
      trouble = failed;
      if (now != null) {
        heard = System.nanoTime();
        // A poll that began before renew() may be stale.
        latest = generation == before ? now : latest;
      }
      generation++;
      notifyAll();
    }
  }
}
