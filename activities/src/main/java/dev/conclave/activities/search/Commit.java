package dev.conclave.activities.search;

import java.util.List;

/**
 * A commit that changed files.
 *
 * @param time seconds since 1970
 * @param message shortened
 * @param changes the files it changed
 */
public record Commit(String id, long time, String message, List<Change> changes) {

  /** The first line of the message. */
  public String subject() {
    return message.lines().findFirst().orElse("");
  }

  /**
   * A changed file.
   *
   * @param path after the commit
   * @param before the path it had; equal to {@code path} unless it was renamed
   */
  public record Change(String path, String before) {

    boolean isRename() {
      return !path.equals(before);
    }
  }
}
