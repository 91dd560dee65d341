package dev.conclave.client.command;

import dev.conclave.client.page.LiveView;
import dev.conclave.client.page.ProgressLines;
import dev.conclave.client.page.SessionViewer;
import dev.conclave.client.session.Lookout;
import dev.conclave.client.session.Lookout.Sight;
import dev.conclave.client.session.Revival;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Console;
import dev.conclave.client.terminal.Output;
import dev.conclave.workflows.temporal.ServerException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Shows a session while nobody is asked: live at a terminal that can, else line by line. */
final class Following implements AutoCloseable {
  /** How long a script waits for a silent server or worker; a person may leave at any time. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final Duration TICK = Duration.ofMillis(500);

  /** In ticks: a check of the workspace takes no longer while its host is awake. */
  private static final int MOMENT = 10;

  private final Lookout lookout;
  private final Optional<Revival> revival;
  private final Clock clock;
  private final Optional<Console> console;
  private final Output output;
  private final ProgressLines lines;

  /**
   * A follower, who closes both.
   *
   * @param revival starts again what this host had running for the session
   * @param from what happened until then is not told
   */
  Following(
      Lookout lookout,
      Optional<Revival> revival,
      Clock clock,
      Optional<Console> console,
      Output output,
      Instant from) {
    this.lookout = lookout;
    this.revival = revival;
    this.clock = clock;
    this.console = console;
    this.output = output;
    this.lines = new ProgressLines(output::say, from);
  }

  /**
   * Shows the session until it is as told.
   *
   * @throws InterruptedException when the person leaves
   * @throws ServerException when server or worker stay silent for longer than a script waits
   */
  Snapshot until(Predicate<Snapshot> wanted) throws InterruptedException {
    try (SessionViewer viewer = viewer()) {
      while (true) {
        Sight sight = lookout.next(TICK).remarked(remarks(), mending());
        viewer.show(sight, clock.instant());
        // What was seen before the silence may be no more.
        if (sight.snapshot().filter(wanted).isPresent() && sight.silence().isEmpty()) {
          return sight.snapshot().get();
        }
        if (console.isEmpty()
            && sight.silence().filter(s -> s.compareTo(PATIENCE) > 0).isPresent()) {
          throw sight
              .trouble()
              .orElseGet(() -> new ServerException("Neither server nor worker has answered."));
        }
      }
    }
  }

  /** Waits for a moment, showing nothing, until the session is as told. */
  Optional<Snapshot> soon(Predicate<Snapshot> wanted) throws InterruptedException {
    Optional<Snapshot> seen = Optional.empty();
    for (int tick = 0; tick < MOMENT && seen.isEmpty(); tick++) {
      seen = lookout.next(TICK).snapshot().filter(wanted);
    }
    return seen;
  }

  private SessionViewer viewer() {
    return console
        .map(Console::terminal)
        .filter(LiveView::possible)
        .<SessionViewer>map(terminal -> new LiveView(terminal, output.progressScreen().color()))
        .orElse(lines);
  }

  /** The session is steered now: what is shown next is what comes of it. */
  void steered() {
    lookout.renew();
  }

  Lookout lookout() {
    return lookout;
  }

  /** What was done so far to have the session go on. */
  List<String> remarks() {
    return revival.map(Revival::remarks).orElse(List.of());
  }

  /** Whether what has ended is being started again. */
  boolean mending() {
    return revival.map(Revival::atWork).orElse(false);
  }

  @Override
  public void close() {
    lookout.close();
    revival.ifPresent(Revival::close);
  }
}
