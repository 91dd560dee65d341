package dev.conclave.client.session;

import dev.conclave.workflows.temporal.ServerException;
import java.time.Duration;
import java.util.List;
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

  /** After so many looks that brought nothing new the server is asked half as often. */
  private static final int RESTFUL_LOOKS = 10;

  private final Supplier<Snapshot> looks;
  private final Duration pace;
  private final Thread thread = new Thread(this::run, "session poller");

  private Optional<Snapshot> latest = Optional.empty();
  private Optional<ServerException> trouble = Optional.empty();
  private @Nullable RuntimeException fatal;
  private long heard = System.nanoTime();
  private int generation;
  private int unchanged;

  /**
   * What is known of a session now.
   *
   * @param snapshot the newest look; absent before the first
   * @param silence since the last look that was answered, once that is worth telling
   * @param trouble why the looks since then failed, if that is known
   * @param remarks what is done about it, in lines, oldest first
   * @param mending whether what has ended is being started again: advice to do so would be moot
   */
  public record Poll(
      Optional<Snapshot> snapshot,
      Optional<Duration> silence,
      Optional<ServerException> trouble,
      List<String> remarks,
      boolean mending) {
    /** The same with what is done about it. */
    public Poll remarked(List<String> lines, boolean atWork) {
      return new Poll(snapshot, silence, trouble, lines, atWork);
    }
  }

  /**
   * Begins to look.
   *
   * @param looks takes one look; see {@link Watch#look()}
   * @param pace between two looks
   */
  public SessionPoller(Supplier<Snapshot> looks, Duration pace) {
    this.looks = looks;
    this.pace = pace;
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Waits for the next look, but no longer than told.
   *
   * @throws Refusal when the session is not there any more
   */
  public synchronized Poll next(Duration longest) throws InterruptedException {
    awaitChange(longest);
    if (fatal != null) {
      throw fatal;
    }
    Duration silence = Duration.ofNanos(System.nanoTime() - heard);
    boolean telling = trouble.isPresent() || silence.compareTo(SLOW) > 0;
    return new Poll(
        latest, telling ? Optional.of(silence) : Optional.empty(), trouble, List.of(), false);
  }

  private synchronized void awaitChange(Duration longest) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    int seen = generation;
    long left = longest.toMillis();
    while (generation == seen && fatal == null && left > 0) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
  }

  /** Forgets what was seen: the next poll is of a look that begins after this. */
  public synchronized void renew() {
    latest = Optional.empty();
    generation++;
    unchanged = 0;
    notifyAll();
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void run() {
    try {
      while (!Thread.interrupted()) {
        awaitChange(look());
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

  /** Looks once; how long to rest before the next look. */
  private Duration look() {
    int before;
    synchronized (this) {
      before = generation;
    }
    Optional<Snapshot> now = Optional.empty();
    Optional<ServerException> failed = Optional.empty();
    try {
      now = Optional.of(looks.get());
    } catch (ServerException e) {
      failed = Optional.of(e);
    }
    synchronized (this) {
      trouble = failed;
      if (now.isPresent()) {
        heard = System.nanoTime();
        if (generation != before) {
          return Duration.ZERO; // it began before the session was renewed, and may be outdated
        }
        unchanged = now.equals(latest) ? unchanged + 1 : 0;
        latest = now;
      }
      generation++;
      notifyAll();
      return failed.isPresent() || unchanged > RESTFUL_LOOKS ? pace.multipliedBy(2) : pace;
    }
  }
}
