package dev.conclave.activities.agent;

import java.nio.file.Path;

/** What a call needs when it has to be made, and is not asked for when it was made before. */
public interface Errand {

  /**
   * Opens the place to work in.
   *
   * @param holder names the call over its attempts: the place that an earlier one left is reopened
   */
  Workplace open(String holder);

  /** The prompt, written for that place. */
  String prompt(Path directory);
}
