package dev.conclave.activities.document;

import dev.conclave.workflows.api.DocumentActivities;
import dev.conclave.workflows.api.DocumentRef;

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
