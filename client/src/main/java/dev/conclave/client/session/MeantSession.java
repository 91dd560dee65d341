package dev.conclave.client.session;

import dev.conclave.client.Spelling;
import dev.conclave.client.session.Refusal.UnknownSession;
import dev.conclave.workflows.session.SessionKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which session a person means by an id, or by the beginning of one.
 *
 * @param sessions of the namespace
 */
record MeantSession(Sessions sessions) {
  private static final int MOST_NAMED = 5;

  Session of(String name) {
    return exactly(name).orElseGet(() -> byPrefix(name));
  }

  private Optional<Session> exactly(String id) {
    Session session = sessions.get(id);
    try {
      String type = session.describe().getWorkflowType();
      if (SessionKind.ofType(type).isEmpty()) {
        throw new Refusal(id + " is a " + type + ", not a session.");
      }
      return Optional.of(session);
    } catch (UnknownSession e) {
      return Optional.empty();
    }
  }

  private Session byPrefix(String prefix) {
    List<String> found = sessions.startingWith(prefix);
    if (found.isEmpty()) {
      found =
          Arrays.stream(SessionKind.values())
              .flatMap(kind -> kind.prefix().stream())
              .filter(start -> !prefix.startsWith(start))
              .flatMap(start -> sessions.startingWith(start + prefix).stream())
              .toList();
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
    return sessions.get(found.get(0));
  }

  private String unknown(String name) {
    List<String> near =
        sessions.all().stream()
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
    String wanted = SessionKind.bare(name).toLowerCase(Locale.ROOT);
    String slug = SessionKind.bare(id);
    String start = slug.substring(0, Math.min(slug.length(), wanted.length()));
    return slug.contains(wanted)
        || Spelling.distance(wanted, start) <= Math.max(1, wanted.length() / 4);
  }

  /** Each on a line of its own, for copying. */
  private static String lines(List<String> ids) {
    return ids.stream().map(id -> "\n  " + id).collect(Collectors.joining());
  }
}
