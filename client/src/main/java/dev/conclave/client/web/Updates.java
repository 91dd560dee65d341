package dev.conclave.client.web;

import com.sun.net.httpserver.HttpExchange;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionLine;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.session.Sessions;
import dev.conclave.client.session.Sessions.Standing;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.session.Watch;
import dev.conclave.client.session.Workers;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells open pages what has changed, as server-sent events. One thread looks at the sessions, once
 * in a while and only as long as a page is open; a page that waits needs no thread. Thread-safe.
 */
final class Updates implements AutoCloseable {
  /** Sessions of a list that are watched, the newest of each standing. */
  static final int ROWS = 50;

  /** So many pages may be open at once. */
  private static final int MOST_STREAMS = 400;

  /** Between two looks: a new gate appears within a second. */
  private static final Duration PACE = Duration.ofMillis(500);

  /** At every so many looks the lists of what awaits nobody are looked at, too. */
  private static final int SELDOM = 4;

  /** Pages that are written to at a time; one that does not read holds up one of them. */
  private static final int WRITERS = 8;

  /** A look that takes longer means that the server is silent. */
  private static final Duration SLOW = Duration.ofSeconds(5);

  /** What a page says of a silent server is in its catalogue. */
  private static final String SILENT = "silent";

  /** A silence after which a line is sent, which finds pages that are gone. */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private static final int LONGEST_PENDING = 64 << 10;

  private final Sessions sessions;
  private final Workers workers;
  private final Set<Stream> streams = ConcurrentHashMap.newKeySet();
  private final Map<String, Watched> watched = new ConcurrentHashMap<>();
  private final AtomicBoolean looking = new AtomicBoolean();
  private final ScheduledExecutorService poller = Executors.newScheduledThreadPool(2, daemon());
  private final ExecutorService writers = Executors.newFixedThreadPool(WRITERS, daemon());
  private final Map<String, String> gates = new HashMap<>();
  private int looks;
  private int others;
  private volatile Inbox inbox = new Inbox(0, 0);
  private volatile String trouble = "";

  /** When the look began that is under way; 0 between two. */
  private volatile long begun;

  /**
   * What changes in the lists.
   *
   * @param waiting how many sessions wait for a human, as far as they are watched
   * @param version differs when anything in the lists does
   */
  private record Inbox(int waiting, int version) {}

  /** A session that is looked at, and the look that pages were told of. */
  private static final class Watched {
    private final Watch watch;
    private @Nullable SessionSnapshot told;

    Watched(Watch watch) {
      this.watch = watch;
    }

    synchronized SessionSnapshot poll() {
      return watch.poll();
    }
  }

  Updates(Sessions sessions, Workers workers) {
    this.sessions = sessions;
    this.workers = workers;
    long beat = SLOW.toMillis() / 2;
    var unused = poller.scheduleWithFixedDelay(this::beat, beat, beat, TimeUnit.MILLISECONDS);
  }

  private static ThreadFactory daemon() {
    return task -> {
      Thread thread = new Thread(task, "page updates");
      thread.setDaemon(true);
      return thread;
    };
  }

  /** The look at a session that is under way anyway, or a new one. */
  SessionSnapshot snapshot(Session session) {
    return watched(session).poll();
  }

  private Watched watched(Session session) {
    return watched.computeIfAbsent(session.id(), id -> new Watched(new Watch(session, workers)));
  }

  /** The gate of a session of the inbox; empty when it has none, or nothing tells now. */
  Optional<Gate> gate(SessionLine line) {
    try {
      return snapshot(sessions.get(line.id())).view().gate();
    } catch (ServerException | UsageException e) {
      return Optional.empty();
    }
  }

  /** Keeps a page told until it is closed: of the lists, and of sessions {@code s}. */
  void open(Request request) throws IOException {
    if (streams.size() >= MOST_STREAMS) {
      request.text(503, "Too many pages are open: close some.");
      return;
    }
    HttpExchange exchange = request.exchange();
    request.setHeader("Content-Type", "text/event-stream; charset=utf-8");
    exchange.sendResponseHeaders(200, 0);
    Stream stream = new Stream(exchange, new HashSet<>(request.queries("s")));
    streams.add(stream);
    stream.send("retry: 1000\n\n");
    stream.tell("inbox", inbox);
    if (looking.compareAndSet(false, true)) {
      poller.execute(this::poll);
    }
  }

  private void poll() {
    if (streams.isEmpty()) {
      looking.set(false);
      watched.clear();
      // One that was opened meanwhile has seen that somebody looks.
      if (streams.isEmpty() || !looking.compareAndSet(false, true)) {
        return;
      }
    }
    begun = System.nanoTime();
    try {
      Set<String> waiting = lists();
      Set<String> open = new HashSet<>();
      streams.forEach(stream -> open.addAll(stream.sessions));
      open.forEach(this::session);
      open.addAll(waiting);
      watched.keySet().retainAll(open);
      tellTrouble("");
    } catch (ServerException e) {
      tellTrouble(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      tellTrouble(String.valueOf(e)); // the next look may fare better
    }
    begun = 0;
    var unused = poller.schedule(this::poll, PACE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Sees to the pages also while the look hangs at a silent server. */
  private void beat() {
    long since = begun;
    if (since != 0 && System.nanoTime() - since > SLOW.toNanos()) {
      tellTrouble(SILENT);
    }
    streams.forEach(Stream::beat);
  }

  /** Looks at the lists; the sessions that wait for a human. */
  private Set<String> lists() {
    List<SessionLine> waiting = first(Standing.AWAITING);
    if (looks++ % SELDOM == 0) {
      others = first(Standing.RUNNING).hashCode() * 31 + first(Standing.ENDED).hashCode();
      // The next gate may be of the same type.
      waiting.forEach(line -> gates.put(line.id(), gate(line).map(Gate::id).orElse("")));
    }
    Set<String> ids = waiting.stream().map(SessionLine::id).collect(Collectors.toSet());
    gates.keySet().retainAll(ids);
    Inbox now = new Inbox(waiting.size(), List.of(waiting, gates, others).hashCode());
    if (!now.equals(inbox)) {
      inbox = now;
      streams.forEach(stream -> stream.tell("inbox", now));
    }
    return ids;
  }

  private List<SessionLine> first(Standing standing) {
    return sessions
        .standing(standing, null, line -> true, 1, ROWS)
        .map(Sessions.Listing::lines)
        .orElse(List.of());
  }

  /** Looks at a session that a page shows, and tells what has changed. */
  private void session(String id) {
    Watched one = watched(sessions.get(id));
    SessionSnapshot before = one.told;
    SessionSnapshot now;
    try {
      now = one.poll();
    } catch (UsageException e) {
      return; // it is there no more, and its page says so when it is loaded again
    }
    one.told = now;
    // The same view as before means that its history has not grown.
    boolean changed =
        before == null
            || before.view() != now.view()
            || !Objects.equals(before.closed(), now.closed())
            || !Objects.equals(before.waitsFor(), now.waitsFor());
    boolean works =
        !now.live().isEmpty() || (before != null && !now.otherWork().equals(before.otherWork()));
    for (Stream stream : streams) {
      // What a page was loaded with may be older than the first look for it.
      if (stream.sessions.contains(id) && (stream.unseen.remove(id) || changed)) {
        stream.tell("session", id);
      } else if (stream.sessions.contains(id) && works) {
        stream.tell("live", id);
      }
    }
  }

  private synchronized void tellTrouble(String now) {
    if (!now.equals(trouble)) {
      trouble = now;
      streams.forEach(stream -> stream.tell("trouble", now));
    }
  }

  @Override
  public void close() {
    poller.shutdownNow();
    writers.shutdownNow();
  }

  /** An open page. */
  private final class Stream {
    private final HttpExchange exchange;
    private final Set<String> sessions;
    private final Set<String> unseen;
    private final StringBuilder pending = new StringBuilder();
    private boolean writing;
    private long sent = System.nanoTime();

    Stream(HttpExchange exchange, Set<String> sessions) {
      this.exchange = exchange;
      this.sessions = sessions;
      this.unseen = ConcurrentHashMap.newKeySet();
      unseen.addAll(sessions);
    }

    void tell(String event, Object data) {
      send("event: %s\ndata: %s\n\n".formatted(event, WireMapper.get().valueToTree(data)));
    }

    /** Finds out whether the page is still there. */
    void beat() {
      if (System.nanoTime() - sent > SILENCE.toNanos()) {
        send(":\n\n");
      }
    }

    /** A page that does not read holds up nobody but itself. */
    synchronized void send(String text) {
      if (pending.length() > LONGEST_PENDING) {
        streams.remove(this); // it has not read for long
        return;
      }
      pending.append(text);
      sent = System.nanoTime();
      if (!writing) {
        writing = true;
        writers.execute(this::write);
      }
    }

    private void write() {
      try {
        for (byte[] next = next(); next.length > 0; next = next()) {
          exchange.getResponseBody().write(next);
          exchange.getResponseBody().flush();
        }
      } catch (IOException e) {
        streams.remove(this); // the page was closed
        exchange.close();
      }
    }

    private synchronized byte[] next() {
      byte[] next = pending.toString().getBytes(StandardCharsets.UTF_8);
      pending.setLength(0);
      writing = next.length > 0;
      return next;
    }
  }
}
