package dev.conclave.activities.agent;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.temporal.Digests;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Documents that end with the test. */
public final class MemoryDocuments implements DocumentStore {
  private final Map<String, byte[]> documents = new ConcurrentHashMap<>();

  @Override
  public DocumentRef put(byte[] content) {
    String digest = Digests.sha256(new String(content, StandardCharsets.ISO_8859_1));
    documents.put(digest, content);
    return new DocumentRef(digest, content.length);
  }

  @Override
  public DocumentRef put(String text) {
    return put(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public byte[] get(DocumentRef ref) {
    return documents.get(ref.digest());
  }

  @Override
  public String text(DocumentRef ref) {
    return new String(get(ref), StandardCharsets.UTF_8);
  }
}
