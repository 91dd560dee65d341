package dev.conclave.workflows.session;

import java.time.Duration;

/**
 * An end to waiting.
 *
 * @param after counted from the session's start
 */
public record Deadline(Duration after, DeadlinePolicy policy) {
  private static final String REMINDER = " % of the time until the deadline has passed";

  /** The note that so much of the time has passed. */
  public static String reminder(int percent) {
    return percent + REMINDER;
  }

  /** Whether a note is such a one: it says nothing any more when the session is over. */
  public static boolean reminds(String note) {
    return note.endsWith(REMINDER);
  }
}
