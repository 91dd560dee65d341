package dev.conclave.client.session;

import dev.conclave.client.session.Refusal.UnknownSession;
import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.client.WorkflowServiceException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The sessions of a namespace, of whatever kind. Thread-safe. */
public final class Sessions {

  /** The word that stands for the session that was started last. */
  public static final String LAST = "last";

  /** A listing ends here; the Temporal UI has the rest. */
  public static final int MOST = 1000;

  private static final String OURS = SessionKind.query();
  private static final String RUNNING = OURS + " AND ExecutionStatus = 'Running'";

  private final TemporalConnection connection;

  public Sessions(TemporalConnection connection) {
    this.connection = connection;
  }

  /** The session with exactly this id, whether it exists or not. */
  public Session get(String id) {
    return new Session(connection, id);
  }

  /**
   * The session that a person means.
   *
   * @param name an id, a unique prefix of one, or {@link #LAST}
   * @throws UnknownSession when there is none
   * @throws Refusal when the prefix fits several; the message names them
   */
  public Session find(String name) {
    if (name.isBlank() || name.matches(".*['\"\\\\].*")) {
      throw new Refusal("\"" + name + "\" is no session: name an id, a prefix of one, or last.");
    }
    if (name.equals(LAST)) {
      return newest();
    }
    return new MeantSession(this).of(name);
  }

  /** Sessions that are under way, newest first. */
  public List<SessionLine> running() {
    return list(RUNNING);
  }

  /** Sessions that have ended, too. */
  public List<SessionLine> all() {
    return list(OURS);
  }

  /**
   * Sessions that await a human; empty when the server cannot search for them, because our search
   * attributes are not registered.
   */
  public Optional<List<SessionLine>> awaiting() {
    return ServerCalls.call(
        "",
        () -> {
          try {
            return Optional.of(lines(RUNNING + " AND ConclaveAwaiting != 'none'"));
          } catch (WorkflowServiceException | StatusRuntimeException e) {
            if (ServerCalls.status(e).getCode() == Status.Code.INVALID_ARGUMENT) {
              return Optional.empty();
            }
            throw e;
          }
        });
  }

  /** Ids that begin with these words, newest first. */
  List<String> startingWith(String start) {
    return list(OURS + " AND WorkflowId STARTS_WITH '" + start + "'").stream()
        .map(SessionLine::id)
        // What was begun for a session is not meant by the beginning of that session's id.
        .filter(id -> SessionKind.ofAnother(start) || !SessionKind.ofAnother(id))
        .distinct()
        .toList();
  }

  private Session newest() {
    return all().stream()
        .filter(line -> !SessionKind.ofAnother(line.id()))
        .max(Comparator.comparing(SessionLine::started))
        .map(line -> get(line.id()))
        .orElseThrow(() -> new UnknownSession("There is no session on this server yet."));
  }

  private List<SessionLine> list(String query) {
    return ServerCalls.call("", () -> lines(query));
  }

  private List<SessionLine> lines(String query) {
    return connection
        .client()
        .listExecutions(query)
        .limit(MOST)
        .map(SessionLine::of)
        .sorted(Comparator.comparing(SessionLine::started).reversed())
        .toList();
  }
}
