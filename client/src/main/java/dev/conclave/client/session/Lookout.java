package dev.conclave.client.session;

import dev.conclave.workflows.temporal.ServerException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the newest look at a session, taken on a thread of its own, so that neither a silent server
 * nor a person who thinks holds the other up. Looks once per pace while agents work; half as often
 * when nothing has changed for a while or nobody answers. Thread-safe.
 */
public final class Lookout implements AutoCloseable {
  /** A look that takes longer is worth a line. */
  private static final Duration SLOW = Duration.ofSeconds(5);

  private static final int RESTFUL_LOOKS = 10;

  private final Supplier<Snapshot> looks;
  private final Duration pace;
  private final Thread thread;

  private Optional<Snapshot> latest = Optional.empty();
  private Optional<ServerException> trouble = Optional.empty();
  private @Nullable RuntimeException fatal;
  private long heard = System.nanoTime();
  private int generation;
  private int unchanged;
  private boolean closed;

  /**
   * What is known of a session now.
   *
   * @param snapshot the newest look; absent before the first
   * @param silence since the last look that was answered, once that is worth telling
   * @param trouble why the looks since then failed, if that is known
   * @param remarks what is done about it, in lines, oldest first
   * @param mending whether what has ended is being started again: advice to do so would be moot
   */
  public record Sight(
      Optional<Snapshot> snapshot,
      Optional<Duration> silence,
      Optional<ServerException> trouble,
      List<String> remarks,
      boolean mending) {

    /** The same with what is done about it. */
    public Sight remarked(List<String> lines, boolean atWork) {
      return new Sight(snapshot, silence, trouble, List.copyOf(lines), atWork);
    }
  }

  private Lookout(Supplier<Snapshot> looks, Duration pace) {
    this.looks = looks;
    this.pace = pace;
    this.thread = new Thread(this::run, "lookout");
    thread.setDaemon(true);
  }

  /**
   * Begins to look.
   *
   * @param looks takes one look; see {@link Watch#look()}
   * @param pace between two looks
   */
  public static Lookout on(Supplier<Snapshot> looks, Duration pace) {
    Lookout lookout = new Lookout(looks, pace);
    lookout.thread.start();
    return lookout;
  }

  /**
   * Waits for the next look, but no longer than told.
   *
   * @throws Refusal when the session is not there any more
   */
  public synchronized Sight next(Duration longest) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    int seen = generation;
    while (generation == seen && fatal == null) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        break;
      }
      wait(left);
    }
    if (fatal != null) {
      throw fatal;
    }
    return sight();
  }

  /** Forgets what was seen: the next sight is of a look that begins after this. */
  public synchronized void renew() {
    latest = Optional.empty();
    generation++;
    unchanged = 0;
    notifyAll();
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    thread.interrupt();
  }

  private void run() {
    try {
      while (true) {
        int before = begin();
        look(before);
        rest();
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

  private synchronized int begin() throws InterruptedException {
    if (closed) {
      throw new InterruptedException();
    }
    return generation;
  }

  private void look(int before) {
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
          return; // it began before the session was steered, and may show what is no more
        }
        unchanged = now.equals(latest) ? unchanged + 1 : 0;
        latest = now;
      }
      generation++;
      notifyAll();
    }
  }

  private synchronized void rest() throws InterruptedException {
    int seen = generation;
    boolean slow = trouble.isPresent() || unchanged > RESTFUL_LOOKS;
    long end = System.nanoTime() + pace.toNanos() * (slow ? 2 : 1);
    while (!closed && generation == seen) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return;
      }
      wait(left);
    }
  }

  private Sight sight() {
    Duration silence = Duration.ofNanos(System.nanoTime() - heard);
    boolean telling = trouble.isPresent() || silence.compareTo(SLOW) > 0;
    return new Sight(
        latest, telling ? Optional.of(silence) : Optional.empty(), trouble, List.of(), false);
  }
}
