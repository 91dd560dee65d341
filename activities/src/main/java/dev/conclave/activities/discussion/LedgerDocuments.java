package dev.conclave.activities.discussion;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Ledgers as documents: one of their own, or the field {@code ledger} of a round's record. */
public final class LedgerDocuments {
  /** The ledger's name among a request's documents. */
  public static final String NAME = "ledger";

  private LedgerDocuments() {}

  /** The ledger that a request's prompt shows; absent in the first round of a direction. */
  public static Optional<Ledger> of(DocumentStore documents, AskRequest request) {
    return Optional.ofNullable(request.documents().get(NAME)).map(ref -> read(documents, ref));
  }

  /** The ledger of a document. */
  public static Ledger read(DocumentStore documents, DocumentRef ref) {
    try {
      JsonNode json = WireMapper.get().readTree(documents.get(ref));
      return WireMapper.get()
          .treeToValue(json.path(NAME).isObject() ? json.path(NAME) : json, Ledger.class);
    } catch (IOException e) {
      throw new UncheckedIOException("document " + ref.digest() + " is no ledger", e);
    }
  }
}
