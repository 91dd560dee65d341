package dev.conclave.activities.artifact;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.WireMapper;
import io.temporal.failure.ApplicationFailure;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Documents of a session, of which somebody may have removed some. */
public record SessionDocuments(DocumentStore store) {

  /** A document's text; empty when it is not here. */
  Optional<String> text(DocumentRef document) {
    try {
      return Optional.of(store.text(document));
    } catch (ApplicationFailure e) {
      if (FailureTypes.DOCUMENT_MISSING.equals(e.getType())) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** A document as a record; empty when it is not here. */
  public <T> Optional<T> read(DocumentRef document, Class<T> type) {
    return text(document).map(json -> parse(json, type));
  }

  private static <T> T parse(String json, Class<T> type) {
    try {
      return WireMapper.get().readValue(json, type);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("a document of the session is no " + type.getSimpleName(), e);
    }
  }
}
