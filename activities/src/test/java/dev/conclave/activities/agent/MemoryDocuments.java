package dev.conclave.activities.agent;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.text.Digests;
import io.temporal.failure.ApplicationFailure;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** An in-memory document store. */
public class MemoryDocuments extends DocumentStore {
  private final Map<String, byte[]> documents = new ConcurrentHashMap<>();

  public MemoryDocuments() {
    super(Path.of("in memory"));
  }

  @Override
  public DocumentRef put(byte[] content) {
    String digest = Digests.sha256(content);
    documents.put(digest, content);
    return new DocumentRef(digest, content.length);
  }

  /** Stores a document under a chosen digest. */
  public MemoryDocuments with(DocumentRef ref, byte[] content) {
    documents.put(ref.digest(), content);
    return this;
  }

  public void lose(DocumentRef ref) {
    documents.remove(ref.digest());
  }

  @Override
  public byte[] get(DocumentRef ref) {
    if (!documents.containsKey(ref.digest())) {
      throw ApplicationFailure.newNonRetryableFailure("gone", FailureTypes.DOCUMENT_MISSING);
    }
    return documents.get(ref.digest());
  }
}
