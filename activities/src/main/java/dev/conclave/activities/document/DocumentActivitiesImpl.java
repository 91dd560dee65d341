package dev.conclave.activities.document;

import dev.conclave.workflows.document.DocumentActivities;
import dev.conclave.workflows.document.DocumentRef;

/**
 * Keeps documents on this host.
 *
 * @param documents where
 */
public record DocumentActivitiesImpl(DocumentStore documents) implements DocumentActivities {
  @Override
  public DocumentRef keep(String text) {
    return documents.put(text);
  }
}
