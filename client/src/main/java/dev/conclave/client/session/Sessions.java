package dev.conclave.client.session;

import dev.conclave.client.session.UsageException.UnknownSession;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.temporal.TemporalConnection;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.client.WorkflowServiceException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The sessions of a namespace, of whatever kind. Thread-safe.
 *
 * @param user whose session {@code last} is
 */
public record Sessions(TemporalConnection connection, String user) {
  /** A listing ends here; the Temporal UI has the rest. */
  private static final int MOST = 1000;

  private static final int MOST_NAMED = 5;
  private static final String OURS = SessionKinds.query();
  private static final String RUNNING = OURS + " AND ExecutionStatus = 'Running'";

  /** The session with exactly this id, whether it exists or not. */
  public Session get(String id) {
    return new Session(connection, id);
  }

  /**
   * The session that a person means.
   *
   * @throws UnknownSession when there is none
   * @throws UsageException when the prefix fits several; the message names them
   */
  public Session find(String name) {
    if (!KindSpec.isId(name) && !KindSpec.isId(name + "x")) {
      throw new UsageException(
          Words.shell(Cut.shown(name, 80))
              + " is not a session: give an id, a prefix of one, or last.");
    }
    if (name.equals("last")) {
      return all().stream()
          .filter(line -> line.by().filter(user::equals).isPresent())
          .filter(line -> !KindSpec.isBegun(line.id()))
          .findFirst()
          .map(line -> get(line.id()))
          .orElseThrow(
              () ->
                  new UnknownSession(
                      "None of the newest sessions on this server is yours; `conclave list --all` lists them."));
    }
    Session session = get(name);
    try {
      String type = session.describe().getWorkflowType();
      if (SessionKinds.ofType(type).isEmpty()) {
        throw new UsageException(name + " is a " + type + ", not a session.");
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
          SessionKinds.ALL.stream()
              .flatMap(kind -> startingWith(kind.prefix() + prefix).stream())
              .toList();
    }
    if (found.size() == 1) {
      return found.get(0);
    }
    if (found.size() > 1) {
      throw new UsageException(
          "\"%s\" matches %d sessions; give more of the id:%s"
              .formatted(prefix, found.size(), lines(found)));
    }
    throw new UnknownSession(
        "There is no session %s on this server; `conclave list --all` lists them."
            .formatted(prefix));
  }

  /** The first, each on a line of its own for copying. */
  private static String lines(List<String> ids) {
    return ids.stream().limit(MOST_NAMED).map(id -> "\n  " + id).collect(Collectors.joining())
        + (ids.size() > MOST_NAMED ? "\n  …" : "");
  }

  public List<SessionLine> running() {
    return ServerCalls.call("", () -> lines(RUNNING));
  }

  public List<SessionLine> all() {
    return ServerCalls.call("", () -> lines(OURS));
  }

  /** Sessions that await a human; empty when our search attributes are not registered. */
  public Optional<List<SessionLine>> awaiting() {
    return ServerCalls.call(
        "",
        () -> {
          try {
            return Optional.of(lines(RUNNING + " AND ConclaveAwaiting != 'none'"));
          } catch (WorkflowServiceException | StatusRuntimeException e) {
            if (Status.fromThrowable(e).getCode() == Status.Code.INVALID_ARGUMENT) {
              return Optional.empty();
            }
            throw e;
          }
        });
  }

  private List<String> startingWith(String start) {
    String query = OURS + " AND WorkflowId STARTS_WITH '" + start + "'";
    return ServerCalls.call("", () -> lines(query)).stream()
        .map(SessionLine::id)
        // What was begun for a session is not meant by the beginning of that session's id.
        .filter(KindSpec::isId)
        .filter(id -> KindSpec.isBegun(start) || !KindSpec.isBegun(id))
        .toList();
  }

  /** The newest run of each session: a resumed one has a run for each time. */
  private List<SessionLine> lines(String query) {
    Set<String> listed = new HashSet<>();
    return families(
        connection
            .client()
            .listExecutions(query)
            .limit(MOST)
            .map(SessionLine::of)
            .sorted(Comparator.comparing(SessionLine::started).reversed())
            .filter(line -> listed.add(line.id()))
            .toList());
  }

  /** Each session with those begun for it right below; what one of these awaits, both await. */
  static List<SessionLine> families(List<SessionLine> lines) {
    Set<String> ids = lines.stream().map(SessionLine::id).collect(Collectors.toSet());
    Map<String, List<SessionLine>> begun =
        lines.stream()
            .filter(line -> KindSpec.isBegun(line.id()))
            .collect(Collectors.groupingBy(line -> KindSpec.folderName(line.id())));
    List<SessionLine> ordered = new ArrayList<>();
    for (SessionLine line : lines) {
      if (!KindSpec.isBegun(line.id())) {
        List<SessionLine> own = begun.getOrDefault(line.id(), List.of());
        ordered.add(own.stream().reduce(line, SessionLine::awaitingAs));
        ordered.addAll(own);
      } else if (!ids.contains(KindSpec.folderName(line.id()))) {
        ordered.add(line);
      }
    }
    return List.copyOf(ordered);
  }
}
