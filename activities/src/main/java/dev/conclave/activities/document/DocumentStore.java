package dev.conclave.activities.document;

import dev.conclave.workflows.document.DocumentRef;

/** Documents of this host by digest. Thread-safe. */
public interface DocumentStore {

  /** Keeps content, synced to disk before this returns; the same content twice is kept once. */
  DocumentRef put(byte[] content);

  /** Keeps a text as UTF-8. */
  DocumentRef put(String text);

  /** The content behind a reference. */
  byte[] get(DocumentRef ref);

  /** The content as UTF-8 text. */
  String text(DocumentRef ref);
}
