package dev.conclave.workflows.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.DocumentActivities;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.ReplyContent;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.WireMapper;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The replies that a question or a rule names, as documents on the host that the session has now.
 * Those that a move left behind are kept there anew from what the reply still tells; what only the
 * lost host had is not named any more.
 */
public final class ReplyDocuments {
  private final SessionState<?> session;
  private final HostCalls host;

  /** Where a document of the running phase is, by the digest under which it came to be. */
  private final Map<String, Place> places = new HashMap<>();

  private record Place(String host, DocumentRef document) {}

  ReplyDocuments(SessionState<?> session, HostCalls host) {
    this.session = session;
    this.host = host;
  }

  /** Remembers that a host has the documents of a reply. */
  void cameFrom(String host, AskReply reply) {
    places.put(reply.document().digest(), new Place(host, reply.document()));
    places.put(reply.raw().digest(), new Place(host, reply.raw()));
  }

  /** The analyses of replies. */
  public List<DocumentRef> analyses(List<AskReply> replies) {
    return replies.stream().map(this::parsed).flatMap(Optional::stream).toList();
  }

  /** A reply as its agent gave it, else as it was read; empty when neither is left. */
  Optional<DocumentRef> given(AskReply reply) {
    return here(reply.raw()).or(() -> parsed(reply));
  }

  private Optional<DocumentRef> parsed(AskReply reply) {
    DocumentRef own = reply.document();
    Optional<Object> known = reply.content().map(ReplyContent::content);
    return here(own)
        .or(
            () ->
                known.map(
                    record -> {
                      Place kept = keep(record, "keep the reply of " + reply.receipt().agent());
                      places.put(own.digest(), kept);
                      return kept.document();
                    }));
  }

  private Optional<DocumentRef> here(DocumentRef document) {
    return Optional.ofNullable(places.get(document.digest()))
        .filter(place -> place.host().equals(session.opened().host()))
        .map(Place::document);
  }

  /** Keeps a record of the session's state as a document on the host that it has now. */
  public DocumentRef kept(Object content, String summary) {
    return keep(content, summary).document();
  }

  /** The session may move meanwhile: where it was kept is noted as it is sent. */
  private Place keep(Object content, String summary) {
    return host.call(
        DocumentActivities.class,
        ActivityProfile.RULES,
        summary,
        documents -> {
          String host = session.opened().host();
          return new Place(host, documents.keep(json(content)));
        });
  }

  private static String json(Object record) {
    try {
      return WireMapper.get().writeValueAsString(record);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of ours are JSON", e);
    }
  }
}
