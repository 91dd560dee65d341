package dev.conclave.activities.agent;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.temporal.Digests;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Documents that end with the test. */
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

  @Override
  public byte[] get(DocumentRef ref) {
    return documents.get(ref.digest());
  }
}
