package dev.conclave.workflows.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.discussion.DiscussionActivities;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Digests;
import dev.conclave.workflows.text.WireMapper;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Documents on the session's current host; after a move they are stored again on the new host. */
public final class ReplyDocuments {
  private final SessionState<?> state;
  private final HostCalls host;

  /** The copy of a document on a host, by {@code host/digest}. */
  private final Map<String, DocumentRef> known = new HashMap<>();

  ReplyDocuments(SessionState<?> state, HostCalls host) {
    this.state = state;
    this.host = host;
  }

  /** Records that a host has these documents. */
  public void recordCopies(String host, DocumentRef... documents) {
    for (DocumentRef document : documents) {
      known.put(host + "/" + document.digest(), document);
    }
  }

  public List<DocumentRef> analyses(List<AskReply> replies) {
    return replies.stream().map(this::parsed).flatMap(Optional::stream).toList();
  }

  /** Returns the raw reply, else the parsed one; empty when the host has neither. */
  Optional<DocumentRef> given(AskReply reply) {
    return here(reply.raw()).or(() -> parsed(reply));
  }

  private Optional<DocumentRef> parsed(AskReply reply) {
    String summary = "keep the reply of " + reply.receipt().agent();
    return here(reply.document())
        .or(() -> reply.content().map(content -> currentCopy(reply.document(), content, summary)));
  }

  private Optional<DocumentRef> here(DocumentRef document) {
    return Optional.ofNullable(
        known.get(state.requireWorkspace().host() + "/" + document.digest()));
  }

  /**
   * Returns the document's copy on the current host.
   *
   * @param content the document's content in the state
   */
  public DocumentRef currentCopy(DocumentRef document, Object content, String summary) {
    return here(document)
        .orElseGet(
            () ->
                host.call(
                    DiscussionActivities.class,
                    ActivityProfile.RULES,
                    summary,
                    rules -> {
                      // The session may move meanwhile, so compute the key when the text is sent.
                      String key = state.requireWorkspace().host() + "/" + document.digest();
                      DocumentRef kept = rules.store(json(content));
                      known.put(key, kept);
                      return kept;
                    }));
  }

  /** Stores content that only the state has. */
  DocumentRef store(Object content, String summary) {
    String text = json(content);
    return currentCopy(
        new DocumentRef(Digests.sha256(text), Bounds.bytes(content)), content, summary);
  }

  private static String json(Object content) {
    try {
      return WireMapper.get().writeValueAsString(content);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Conclave's records are JSON", e);
    }
  }
}
