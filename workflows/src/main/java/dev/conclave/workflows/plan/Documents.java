package dev.conclave.workflows.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.workflows.agent.AskReply;
import dev.conclave.workflows.document.DocumentActivities;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.host.ActivityProfile;
import dev.conclave.workflows.wire.WireMapper;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The documents that a question or a rule names, on the host that the session has now. Those that a
 * move left behind are kept there anew from what the state still knows; what only the lost host had
 * is not named any more.
 */
final class Documents {
  private final Session session;
  private final Hosting hosting;

  /** The host on which a document of the running phase came to be, by digest. */
  private final Map<String, String> origins = new HashMap<>();

  Documents(Session session, Hosting hosting) {
    this.session = session;
    this.hosting = hosting;
  }

  /** Remembers that a host has the documents of a reply. */
  void cameFrom(String host, AskReply reply) {
    origins.put(reply.document().digest(), host);
    origins.put(reply.raw().digest(), host);
  }

  /** The analyses of replies. */
  List<DocumentRef> analyses(List<AskReply> replies) {
    return replies.stream().map(this::parsed).flatMap(Optional::stream).toList();
  }

  /** A reply as its agent gave it, else as it was read; empty when neither is left. */
  Optional<DocumentRef> given(AskReply reply) {
    return isHere(reply.raw()) ? Optional.of(reply.raw()) : parsed(reply);
  }

  private Optional<DocumentRef> parsed(AskReply reply) {
    if (isHere(reply.document())) {
      return Optional.of(reply.document());
    }
    Optional<Object> known = reply.analysis().<Object>map(a -> a).or(reply::plan);
    return known.map(record -> keep(record, "keep the reply of " + reply.receipt().agent()));
  }

  /** Sees to it that {@link Session#synthesis} names a document of this host for every round. */
  void recallRounds() {
    for (RoundRecord round : session.roundsOfDirection()) {
      if (round.number() <= session.moves.rounds()
          && !session.recalled.containsKey(round.number())) {
        DocumentRef kept =
            keep(Recollection.of(round, session.last), "recall round " + round.number());
        session.recalled.put(round.number(), kept);
      }
    }
  }

  /** The plan that awaits confirmation. */
  Optional<DocumentRef> plan() {
    return session.plan.map(
        draft ->
            session.moves.rounds() == 0 ? draft.document() : keep(draft.plan(), "keep the plan"));
  }

  /** Content that is known keeps its digest, so that keeping it twice costs nothing. */
  private DocumentRef keep(Object content, String summary) {
    DocumentRef kept =
        hosting.call(
            DocumentActivities.class,
            ActivityProfile.RULES,
            summary,
            documents -> documents.keep(json(content)));
    origins.put(kept.digest(), session.openWorkspace().host());
    return kept;
  }

  private boolean isHere(DocumentRef document) {
    return session.openWorkspace().host().equals(origins.get(document.digest()));
  }

  private static String json(Object record) {
    try {
      return WireMapper.get().writeValueAsString(record);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of ours are JSON", e);
    }
  }
}
