package dev.conclave.activities.artifact;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.failure.ApplicationFailure;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Documents in memory, under digests that tests choose. */
public final class Documents extends DocumentStore {
  private final Map<String, byte[]> contents = new HashMap<>();

  Documents() {
    super(Path.of("in memory"));
  }

  Documents with(DocumentRef document, byte[] content) {
    contents.put(document.digest(), content);
    return this;
  }

  void lose(DocumentRef document) {
    contents.remove(document.digest());
  }

  @Override
  public DocumentRef put(byte[] content) {
    throw new UnsupportedOperationException("rendering keeps nothing");
  }

  @Override
  public byte[] get(DocumentRef document) {
    byte[] content = contents.get(document.digest());
    if (content == null) {
      throw ApplicationFailure.newNonRetryableFailure("gone", FailureTypes.DOCUMENT_MISSING);
    }
    return content.clone();
  }
}
