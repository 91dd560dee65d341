package dev.conclave.client.session;

import dev.conclave.workflows.temporal.ServerException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the newest look at a session, taken on a thread of its own, so that neither a silent server
 * nor a person who thinks holds the other up. Thread-safe.
 */
public final class SessionPoller implements AutoCloseable {
  /** A look that takes longer is worth a line. */
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
   * What is known of a session now.
   *
   * @param look the newest; absent before the first
   * @param silence since the last look that was answered, once that is worth telling
   * @param trouble why the looks since then failed, if that is known
   */
  public record Poll(
      @Nullable SessionSnapshot look,
      @Nullable Duration silence,
      @Nullable ServerException trouble) {

    /** The newest look; empty after a silence, when it may be outdated. */
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
   * Waits for the next look, but no longer than told.
   *
   * @throws UsageException when the session is not there any more
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

  /** Forgets what was seen: the next poll is of a look that begins after this. */
  public synchronized void renew() {
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
      // Nobody wants to know any more.
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
      // A loaded development server has been seen to deny a session that it has.
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
        // One that began before the session was renewed may be outdated.
        latest = generation == before ? now : latest;
      }
      generation++;
      notifyAll();
    }
  }
}
