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
import dev.conclave.workflows.session.SessionState;
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
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sends changes to open pages as server-sent events. One thread polls the sessions while any page
 * is open; an idle page needs no thread. Thread-safe.
 */
final class Updates implements AutoCloseable {
  /** Watched sessions per standing, newest first. */
  static final int ROWS = 50;

  /** Maximum number of open pages. */
  private static final int MOST_STREAMS = 400;

  /** Time between polls; shows a new gate within a second. */
  private static final Duration PACE = Duration.ofMillis(500);

  /** Sessions that wait for no input are listed only in every n-th poll. */
  private static final int SELDOM = 4;

  /** Concurrent writes; a page that does not read blocks one of them. */
  private static final int WRITERS = 8;

  /** A poll that takes longer means that the server does not respond. */
  private static final Duration SLOW = Duration.ofSeconds(5);

  /** Pages show their own message for this value. */
  private static final String SILENT = "silent";

  /** Idle time after which a comment is sent, to detect closed pages. */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private static final int LONGEST_PENDING = 64 << 10;

  /** What a page of lists watches in place of a session. */
  private static final String LISTS = "lists";

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

  /** Start of the current poll, in nanoseconds; 0 between polls. */
  private volatile long begun;

  /**
   * The state of the lists, to detect changes.
   *
   * @param waiting number of watched sessions that wait for a human
   * @param version differs whenever the lists differ
   */
  private record Inbox(int waiting, int version) {}

  /** A polled session; all its pages share what was read and rendered since it last advanced. */
  private static final class Watched {
    private final Session session;
    private final Watch watch;
    private final Map<String, List<Map<String, String>>> rendered = new HashMap<>();
    private @Nullable SessionSnapshot last;
    private @Nullable SessionState<?> state;
    private long polled;

    /** The snapshot last announced to pages. */
    private @Nullable SessionSnapshot told;

    Watched(Session session, Workers workers) {
      this.session = session;
      this.watch = new Watch(session, workers);
    }

    /** Polls, unless the last poll was at most so long ago. */
    synchronized SessionSnapshot poll(Duration age) {
      if (last == null || System.nanoTime() - polled >= age.toNanos()) {
        SessionSnapshot now = watch.poll();
        if (last == null || last.view() != now.view()) {
          state = null;
          rendered.clear();
        }
        last = now;
        polled = System.nanoTime();
      }
      return last;
    }

    synchronized SessionState<?> state() {
      state = state == null ? session.known() : state;
      return state;
    }

    synchronized List<Map<String, String>> rendered(
        SessionState<?> of, String key, Supplier<List<Map<String, String>>> render) {
      return of == state ? rendered.computeIfAbsent(key, any -> render.get()) : render.get();
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

  /** Differs whenever the lists of sessions differ; a page is current if it shows the latest. */
  int version() {
    return inbox.version();
  }

  /** Finds a session by id or handle; no server call is needed for one that is watched. */
  Session find(String name) {
    Watched known = watched.get(name);
    return known == null ? sessions.find(name) : known.session;
  }

  /** Polls a session. */
  SessionSnapshot snapshot(Session session) {
    return watched(session).poll(Duration.ZERO);
  }

  /** Returns a snapshot from the last poll of open pages, which announces what changes next. */
  SessionSnapshot recent(Session session) {
    return watched(session).poll(PACE);
  }

  /** Returns the whole state; reads it once for each change of the session. */
  SessionState<?> state(Session session) {
    return watched(session).state();
  }

  /** Renders a part of a session's page once for each state of the session. */
  List<Map<String, String>> rendered(
      SessionState<?> state, String key, Supplier<List<Map<String, String>>> render) {
    return watched(sessions.get(state.session())).rendered(state, key, render);
  }

  private Watched watched(Session session) {
    return watched.computeIfAbsent(session.id(), id -> new Watched(session, workers));
  }

  /** Returns the gate of a listed session; empty if it has none or cannot be read now. */
  Optional<Gate> gate(SessionLine line) {
    return gate(line, PACE.multipliedBy(SELDOM));
  }

  private Optional<Gate> gate(SessionLine line, Duration age) {
    try {
      return watched(sessions.get(line.id())).poll(age).view().gate();
    } catch (ServerException | UsageException e) {
      return Optional.empty();
    }
  }

  /**
   * Sends events until the page is closed: how many sessions wait, and for the sessions or lists in
   * its parameters {@code s}.
   */
  void open(Request request) throws IOException {
    if (streams.size() >= MOST_STREAMS) {
      request.text(503, "Too many open pages. Close some of them.");
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
      // A page that opened before the reset relied on this thread to poll.
      if (streams.isEmpty() || !looking.compareAndSet(false, true)) {
        return;
      }
    }
    begun = System.nanoTime();
    try {
      Set<String> open = new HashSet<>();
      streams.forEach(stream -> open.addAll(stream.sessions));
      Set<String> waiting = lists(open.remove(LISTS));
      open.forEach(this::session);
      open.addAll(waiting);
      watched.keySet().retainAll(open);
      tellTrouble("");
    } catch (ServerException e) {
      tellTrouble(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      tellTrouble(String.valueOf(e)); // the next poll may succeed
    }
    begun = 0;
    var unused = poller.schedule(this::poll, PACE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Reports a hanging poll, and detects closed pages. */
  private void beat() {
    long since = begun;
    if (since != 0 && System.nanoTime() - since > SLOW.toNanos()) {
      tellTrouble(SILENT);
    }
    streams.forEach(Stream::beat);
  }

  /**
   * Polls the lists; returns the ids of sessions that wait for a human.
   *
   * @param shown whether a page shows them; else only their number matters
   */
  private Set<String> lists(boolean shown) {
    List<SessionLine> waiting = first(Standing.AWAITING);
    if (shown && looks++ % SELDOM == 0) {
      others = first(Standing.RUNNING).hashCode() * 31 + first(Standing.ENDED).hashCode();
      // Compare ids, because consecutive gates may have the same type.
      waiting.forEach(
          line -> gates.put(line.id(), gate(line, Duration.ZERO).map(Gate::id).orElse("")));
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

  /** Polls a session that a page shows, and announces changes. */
  private void session(String id) {
    Watched one = watched(sessions.get(id));
    SessionSnapshot before = one.told;
    SessionSnapshot now;
    try {
      now = one.poll(Duration.ZERO);
    } catch (UsageException e) {
      return; // the session is gone; its page shows this on reload
    }
    one.told = now;
    // The same view object means that the history has not grown.
    boolean changed =
        before == null
            || before.view() != now.view()
            || !Objects.equals(before.closed(), now.closed())
            || !Objects.equals(before.waitsFor(), now.waitsFor());
    boolean works =
        !now.live().isEmpty() || (before != null && !now.otherWork().equals(before.otherWork()));
    for (Stream stream : streams) {
      // A page may have been loaded before its session was first polled.
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

    /** Detects whether the page was closed. */
    void beat() {
      if (System.nanoTime() - sent > SILENCE.toNanos()) {
        send(":\n\n");
      }
    }

    /** Queues text, so that a page that does not read blocks no other page. */
    synchronized void send(String text) {
      if (pending.length() > LONGEST_PENDING) {
        streams.remove(this); // it has stopped reading
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
