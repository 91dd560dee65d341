package dev.conclave.activities.agent;

import dev.conclave.workflows.api.AskRequest;
import java.nio.file.Path;

/** Writes the prompt of a request. */
@FunctionalInterface
public interface PromptWriter {

  /**
   * Writes it, without secrets.
   *
   * @param directory the tree that the agent will work in, from which code is quoted
   */
  String write(AskRequest request, Path directory);
}
