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

  /** The documents of the running phase, by the host that has them and the digest they began as. */
  private final Map<String, DocumentRef> known = new HashMap<>();

  ReplyDocuments(SessionState<?> session, HostCalls host) {
    this.session = session;
    this.host = host;
  }

  private static String key(String host, DocumentRef document) {
    return host + "/" + document.digest();
  }

  /** Remembers that a host has the documents of a reply. */
  void cameFrom(String host, AskReply reply) {
    known.put(key(host, reply.document()), reply.document());
    known.put(key(host, reply.raw()), reply.raw());
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
    String summary = "keep the reply of " + reply.receipt().agent();
    return here(reply.document())
        .or(
            () ->
                reply
                    .content()
                    .map(ReplyContent::content)
                    .map(content -> keep(content, summary, Optional.of(reply.document()))));
  }

  private Optional<DocumentRef> here(DocumentRef document) {
    return Optional.ofNullable(known.get(key(session.opened().host(), document)));
  }

  /** Keeps a record of the session's state as a document on the host that it has now. */
  public DocumentRef kept(Object content, String summary) {
    return keep(content, summary, Optional.empty());
  }

  private DocumentRef keep(Object content, String summary, Optional<DocumentRef> original) {
    return host.call(
        DocumentActivities.class,
        ActivityProfile.RULES,
        summary,
        documents -> {
          // The session may move meanwhile: where it was kept is noted as it is sent.
          String there = session.opened().host();
          DocumentRef kept = documents.keep(json(content));
          original.ifPresent(first -> known.put(key(there, first), kept));
          return kept;
        });
  }

  private static String json(Object content) {
    try {
      return WireMapper.get().writeValueAsString(content);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of ours are JSON", e);
    }
  }
}
