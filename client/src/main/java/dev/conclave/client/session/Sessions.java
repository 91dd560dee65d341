package dev.conclave.client.session;

import dev.conclave.client.session.StartedSessions.Started;
import dev.conclave.client.session.UsageException.UnknownSession;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TemporalConnection;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.client.WorkflowServiceException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All sessions of a namespace. Thread-safe.
 *
 * @param user owner of the session {@code last} if none was started here
 * @param directory whose repository's newest session is {@code last}
 */
public record Sessions(
    TemporalConnection connection, String user, StartedSessions started, Path directory) {
  public static final String NAMED =
      "A session's handle or id, a unique prefix, or last: the newest of this repository, else the newest you started; for a plan being executed, its execution.";

  /** Rows per page of a listing. */
  public static final int MOST = 1000;

  /**
   * A page of sessions, newest first.
   *
   * @param more whether another page follows
   */
  public record Listing(List<SessionLine> lines, boolean more) {}

  private static final int MOST_NAMED = 5;
  private static final String OURS = SessionKinds.query();
  private static final String RUNNING = OURS + " AND ExecutionStatus = 'Running'";
  private static final String WAITS = " AND ConclaveAwaiting != 'none'";

  /** Returns the session with exactly this id, even if it does not exist. */
  public Session get(String id) {
    String other = KindSpec.folderName(id);
    String handle = started.named(other).map(Started::handle).orElse(other);
    return new Session(connection, id, handle + id.substring(other.length()));
  }

  private Session get(SessionLine line) {
    return new Session(connection, line.id(), line.handle());
  }

  /**
   * Finds a session by handle, id, unique prefix or {@code last}.
   *
   * @throws UnknownSession when there is none
   * @throws UsageException when the prefix matches several; the message lists them
   */
  public Session find(String name) {
    if (!KindSpec.isId(name) && !KindSpec.isId(name + "x")) {
      throw new UsageException(
          Words.shell(Cut.shorten(name, 80))
              + " is not a session: use an id, a prefix of one, or last.");
    }
    if (name.equals("last")) {
      return last();
    }
    Session session = get(started.named(name).map(Started::id).orElse(name));
    try {
      String type = session.describe().getWorkflowType();
      if (SessionKinds.ofType(type).isEmpty()) {
        throw new UsageException(name + " is a " + type + ", not a session.");
      }
      return session;
    } catch (UnknownSession e) {
      return KindSpec.isChild(name) ? begun(name) : byPrefix(name);
    }
  }

  /** Returns the newest session started here, else the user's newest on the server. */
  private Session last() {
    return started
        .last(directory)
        .map(one -> get(one.id()))
        .or(
            () ->
                newest().stream()
                    .filter(line -> user.equals(line.by()))
                    .filter(line -> !KindSpec.isChild(line.id()))
                    .findFirst()
                    .map(this::get))
        .map(Session::continuation)
        .orElseThrow(
            () ->
                new UnknownSession(
                    "You started none of the newest sessions on this server; `conclave list --all` lists them."));
  }

  /** Finds a session started for another one by the other's handle or id prefix. */
  private Session begun(String name) {
    String other = KindSpec.folderName(name);
    Session session = find(other);
    return get(session.id() + name.substring(other.length()));
  }

  private Session byPrefix(String prefix) {
    List<SessionLine> found =
        Stream.concat(
                Stream.of("WorkflowId STARTS_WITH '", "ConclaveHandle STARTS_WITH '"),
                SessionKinds.ALL.stream().map(kind -> "WorkflowId STARTS_WITH '" + kind.prefix()))
            .map(start -> startingWith(start + prefix + "'"))
            .filter(lines -> !lines.isEmpty())
            .findFirst()
            .orElse(List.of());
    Optional<SessionLine> exact =
        found.stream().filter(line -> line.handle().equals(prefix)).findFirst();
    if (exact.isPresent() || found.size() == 1) {
      return get(exact.orElse(found.get(0)));
    }
    if (found.size() > 1) {
      throw new UsageException(
          "\"%s\" matches %d sessions; use a longer prefix:%s"
              .formatted(
                  prefix, found.size(), lines(found.stream().map(SessionLine::handle).toList())));
    }
    throw new UnknownSession(
        "There is no session %s on this server; `conclave list --all` lists them."
            .formatted(prefix));
  }

  /** Lists the first ids, one per line for copying. */
  public static String lines(List<String> ids) {
    return ids.stream().limit(MOST_NAMED).map(id -> "\n  " + id).collect(Collectors.joining())
        + (ids.size() > MOST_NAMED ? "\n  …" : "");
  }

  public Listing running(int page) {
    return ServerCalls.call("", () -> lines(RUNNING, page));
  }

  public Listing all(int page) {
    return ServerCalls.call("", () -> lines(OURS, page));
  }

  /** Status of a session in a listing. */
  public enum Standing {
    AWAITING(Sessions.RUNNING + WAITS),
    /** Running with no open gate. */
    RUNNING(Sessions.RUNNING),
    ENDED(OURS + " AND ExecutionStatus != 'Running'");

    private final String query;

    Standing(String query) {
      this.query = query;
    }
  }

  /**
   * Returns a page of the sessions with this status that match a filter, newest first; empty when
   * our search attributes are needed but not registered. Reads no more from the server than it
   * needs.
   *
   * @param kind null for all kinds
   */
  public Optional<Listing> standing(
      Standing standing,
      @Nullable KindSpec kind,
      Predicate<SessionLine> filter,
      int page,
      int rows) {
    String type = kind == null ? "" : " AND WorkflowType = '%s'".formatted(kind.type());
    Predicate<SessionLine> wanted =
        standing == Standing.RUNNING ? filter.and(line -> !line.awaitsHuman()) : filter;
    return whereRegistered(() -> lines(standing.query + type, wanted, page, rows));
  }

  public List<SessionLine> newest() {
    return all(1).lines();
  }

  /**
   * Returns sessions that wait for a human; empty when our search attributes are not registered.
   */
  public Optional<Listing> awaiting(int page) {
    return whereRegistered(() -> lines(RUNNING + WAITS, page));
  }

  private static Optional<Listing> whereRegistered(Supplier<Listing> listing) {
    return ServerCalls.call(
        "",
        () -> {
          try {
            return Optional.of(listing.get());
          } catch (WorkflowServiceException | StatusRuntimeException e) {
            if (Status.fromThrowable(e).getCode() == Status.Code.INVALID_ARGUMENT) {
              return Optional.empty();
            }
            throw e;
          }
        });
  }

  private List<SessionLine> startingWith(String condition) {
    try {
      return ServerCalls.call("", () -> lines(OURS + " AND " + condition, 1)).lines().stream()
          // A session's prefix does not match the sessions started for it.
          .filter(line -> KindSpec.isId(line.id()) && !KindSpec.isChild(line.id()))
          .toList();
    } catch (ServerException e) {
      if (condition.startsWith(SearchAttributes.HANDLE.getName())) {
        return List.of(); // not registered
      }
      throw e;
    }
  }

  /** Whether no session on this server or started here has this handle. */
  boolean isFree(String handle) {
    return started.named(handle).isEmpty()
        && startingWith("ConclaveHandle = '" + handle + "'").isEmpty();
  }

  /** Lists the newest run of each session; a resumed one has several. */
  private Listing lines(String query, int page) {
    return lines(query, line -> true, page, MOST);
  }

  private Listing lines(String query, Predicate<SessionLine> filter, int page, int rows) {
    Set<String> listed = new HashSet<>();
    List<SessionLine> lines =
        connection
            .client()
            .listExecutions(query)
            .map(SessionLine::of)
            .filter(line -> listed.add(line.id()))
            .filter(filter)
            .skip((page - 1L) * rows)
            .limit(rows + 1L)
            .toList();
    return new Listing(
        withChildren(
            lines.stream()
                .limit(rows)
                .sorted(Comparator.comparing(SessionLine::started).reversed())
                .toList()),
        lines.size() > rows);
  }

  /**
   * Orders sessions so that those started for another follow it; an open gate of theirs counts for
   * both.
   */
  static List<SessionLine> withChildren(List<SessionLine> lines) {
    Set<String> ids = lines.stream().map(SessionLine::id).collect(Collectors.toSet());
    Map<String, List<SessionLine>> begun =
        lines.stream()
            .filter(line -> KindSpec.isChild(line.id()))
            .collect(Collectors.groupingBy(line -> KindSpec.folderName(line.id())));
    List<SessionLine> ordered = new ArrayList<>();
    for (SessionLine line : lines) {
      if (!KindSpec.isChild(line.id())) {
        List<SessionLine> own = begun.getOrDefault(line.id(), List.of());
        ordered.add(own.stream().reduce(line, SessionLine::withGateOf));
        ordered.addAll(own);
      } else if (!ids.contains(KindSpec.folderName(line.id()))) {
        ordered.add(line);
      }
    }
    return List.copyOf(ordered);
  }
}
