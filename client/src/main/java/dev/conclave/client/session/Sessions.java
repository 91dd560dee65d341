package dev.conclave.client.session;

import dev.conclave.client.session.Refusal.UnknownSession;
import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.client.WorkflowServiceException;
import io.temporal.common.SearchAttributeKey;
import io.temporal.serviceclient.OperatorServiceStubs;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The sessions of a namespace, of whatever kind. Thread-safe. */
public final class Sessions {
  /** A listing ends here; the Temporal UI has the rest. */
  private static final int MOST = 1000;

  private static final int MOST_NAMED = 5;
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
   * @param name an id, a unique prefix of one, or {@code last}: the one that was started last
   * @throws UnknownSession when there is none
   * @throws Refusal when the prefix fits several; the message names them
   */
  public Session find(String name) {
    if (name.isBlank() || name.matches(".*['\"\\\\].*")) {
      throw new Refusal("\"" + name + "\" is no session: name an id, a prefix of one, or last.");
    }
    if (name.equals("last")) {
      return all().stream()
          .filter(line -> !SessionKind.ofAnother(line.id()))
          .findFirst()
          .map(line -> get(line.id()))
          .orElseThrow(() -> new UnknownSession("There is no session on this server yet."));
    }
    Session session = get(name);
    try {
      String type = session.describe().getWorkflowType();
      if (SessionKind.ofType(type).isEmpty()) {
        throw new Refusal(name + " is a " + type + ", not a session.");
      }
      return session;
    } catch (UnknownSession e) {
      return get(byPrefix(name));
    }
  }

  private String byPrefix(String prefix) {
    List<String> found = startingWith(prefix);
    if (found.isEmpty()) {
      found =
          Arrays.stream(SessionKind.values())
              .flatMap(kind -> kind.prefix().stream())
              .filter(start -> !prefix.startsWith(start))
              .flatMap(start -> startingWith(start + prefix).stream())
              .toList();
    }
    if (found.size() == 1) {
      return found.get(0);
    }
    if (found.size() > 1) {
      throw new Refusal(
          "\"%s\" fits %d sessions; write more of the id:%s"
              .formatted(prefix, found.size(), lines(found)));
    }
    String wanted = SessionKind.bare(prefix).toLowerCase(Locale.ROOT);
    List<String> near =
        all().stream().map(SessionLine::id).distinct().filter(id -> id.contains(wanted)).toList();
    throw new UnknownSession(
        "There is no session %s on this server%s"
            .formatted(
                prefix,
                near.isEmpty()
                    ? "; `conclave list --all` names them."
                    : ". Did you mean:" + lines(near)));
  }

  /** The first, each on a line of its own for copying. */
  private static String lines(List<String> ids) {
    return ids.stream().limit(MOST_NAMED).map(id -> "\n  " + id).collect(Collectors.joining())
        + (ids.size() > MOST_NAMED ? "\n  …" : "");
  }

  /** Sessions that are under way, newest first. */
  public List<SessionLine> running() {
    return ServerCalls.call("", () -> lines(RUNNING));
  }

  /** Sessions that have ended, too. */
  public List<SessionLine> all() {
    return ServerCalls.call("", () -> lines(OURS));
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
  private List<String> startingWith(String start) {
    String query = OURS + " AND WorkflowId STARTS_WITH '" + start + "'";
    return ServerCalls.call("", () -> lines(query)).stream()
        .map(SessionLine::id)
        // What was begun for a session is not meant by the beginning of that session's id.
        .filter(id -> SessionKind.ofAnother(start) || !SessionKind.ofAnother(id))
        .distinct()
        .toList();
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

  /** Names of our search attributes that the namespace lacks; all when the server does not tell. */
  public List<String> missingAttributes() {
    List<String> ours = SearchAttributes.all().stream().map(SearchAttributeKey::getName).toList();
    OperatorServiceStubs operator = connection.operator();
    try {
      Set<String> known =
          operator
              .blockingStub()
              .withDeadlineAfter(TemporalConnection.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
              .listSearchAttributes(
                  ListSearchAttributesRequest.newBuilder()
                      .setNamespace(connection.namespace())
                      .build())
              .getCustomAttributesMap()
              .keySet();
      return ours.stream().filter(name -> !known.contains(name)).toList();
    } catch (StatusRuntimeException e) {
      return ours;
    } finally {
      operator.shutdownNow();
    }
  }
}
