package dev.conclave.workflows.api;

import java.util.List;

/**
 * How a workspace moved between two trees.
 *
 * @param from tree id that was shown
 * @param to tree id now
 * @param changed how many files differ
 * @param cited the cited files among them, at most 50
 */
public record Drift(String from, String to, int changed, List<String> cited) {

  /** Whether anything that was cited is different now. */
  public boolean concernsCited() {
    return !cited.isEmpty();
  }
}
