package dev.conclave.client.session;

import dev.conclave.client.Spelling;
import dev.conclave.client.session.Refusal.UnknownSession;
import dev.conclave.workflows.host.TemporalConnection;
import dev.conclave.workflows.plan.PlanWorkflow;
import dev.conclave.workflows.session.SessionId;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.client.WorkflowServiceException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The planning sessions of a namespace. Thread-safe. */
public final class Sessions {

  /** The word that stands for the session that was started last. */
  public static final String LAST = "last";

  /** A listing ends here; the Temporal UI has the rest. */
  public static final int MOST = 1000;

  private static final String OURS = "WorkflowType = '" + PlanWorkflow.TYPE + "'";
  private static final String RUNNING = OURS + " AND ExecutionStatus = 'Running'";
  private static final int MOST_NAMED = 5;

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
    return exactly(name).orElseGet(() -> byPrefix(name));
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

  private Optional<Session> exactly(String id) {
    Session session = get(id);
    try {
      String type = session.describe().getWorkflowType();
      if (!type.equals(PlanWorkflow.TYPE)) {
        throw new Refusal(id + " is a " + type + ", not a planning session.");
      }
      return Optional.of(session);
    } catch (UnknownSession e) {
      return Optional.empty();
    }
  }

  private Session byPrefix(String prefix) {
    List<String> found = startingWith(prefix);
    if (found.isEmpty() && !prefix.startsWith(SessionId.PREFIX)) {
      found = startingWith(SessionId.PREFIX + prefix);
    }
    if (found.isEmpty()) {
      throw new UnknownSession(unknown(prefix));
    }
    if (found.size() > 1) {
      throw new Refusal(
          "\"%s\" fits %d sessions; write more of the id:%s%s"
              .formatted(
                  prefix,
                  found.size(),
                  lines(found.subList(0, Math.min(MOST_NAMED, found.size()))),
                  found.size() > MOST_NAMED ? "\n  …" : ""));
    }
    return get(found.get(0));
  }

  private List<String> startingWith(String start) {
    return list(OURS + " AND WorkflowId STARTS_WITH '" + start + "'").stream()
        .map(SessionLine::id)
        .distinct()
        .toList();
  }

  private String unknown(String name) {
    List<String> near =
        all().stream()
            .map(SessionLine::id)
            .distinct()
            .filter(id -> resembles(id, name))
            .limit(MOST_NAMED)
            .toList();
    String none = "There is no session " + name + " on this server";
    return near.isEmpty()
        ? none + "; `conclave list --all` names them."
        : none + ". Did you mean:" + lines(near);
  }

  /** Whether a person who wrote the name may have meant the session. */
  private static boolean resembles(String id, String name) {
    String wanted = bare(name).toLowerCase(Locale.ROOT);
    String slug = bare(id);
    String start = slug.substring(0, Math.min(slug.length(), wanted.length()));
    return slug.contains(wanted)
        || Spelling.distance(wanted, start) <= Math.max(1, wanted.length() / 4);
  }

  private static String bare(String id) {
    return id.startsWith(SessionId.PREFIX) ? id.substring(SessionId.PREFIX.length()) : id;
  }

  /** Each on a line of its own, for copying. */
  private static String lines(List<String> ids) {
    return ids.stream().map(id -> "\n  " + id).collect(Collectors.joining());
  }

  private Session newest() {
    return all().stream()
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
