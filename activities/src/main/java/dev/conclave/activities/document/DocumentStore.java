package dev.conclave.activities.document;

import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.config.DataFolder;
import java.nio.charset.StandardCharsets;

/**
 * Documents by digest: contexts, replies, syntheses. History carries their references. The same
 * content is kept once. Thread-safe, also between processes.
 */
public interface DocumentStore {

  /** The store of a host, below {@link DataFolder#documents()}. */
  static DocumentStore in(DataFolder folder) {
    return new FileDocuments(folder.documents());
  }

  /**
   * Keeps a document; it is on the disk when this returns.
   *
   * @throws java.io.UncheckedIOException when the disk refuses
   */
  DocumentRef put(byte[] content);

  /** Keeps a text as UTF-8. */
  default DocumentRef put(String text) {
    return put(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * A document's content, checked against its digest.
   *
   * @throws io.temporal.failure.ApplicationFailure non-retryable, of type {@link
   *     dev.conclave.workflows.temporal.FailureTypes#DOCUMENT_MISSING}, when it is not here, is no
   *     longer what was put, or the reference is no digest
   */
  byte[] get(DocumentRef document);

  /** A document as text; what is no UTF-8 in it is replaced. */
  default String text(DocumentRef document) {
    return new String(get(document), StandardCharsets.UTF_8);
  }
}
