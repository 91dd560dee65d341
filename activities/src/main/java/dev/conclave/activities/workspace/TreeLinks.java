package dev.conclave.activities.workspace;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * Follows the symbolic links of a tree without a file system, to tell which of them lead out of it.
 * Links are resolved as the kernel does, one by one: a link that looks harmless by its text can
 * lead out through another.
 */
final class TreeLinks {
  /** As Linux: after so many it gives up, and nothing is reached. */
  private static final int MOST_FOLLOWED = 40;

  private final Map<String, String> targets;

  /**
   * @param targets of all links of the tree, by raw name
   */
  TreeLinks(Map<String, String> targets) {
    this.targets = targets;
  }

  /**
   * Whether a link leads out of the tree, or would once a missing file is there. Absolute links do,
   * wherever they point: a snapshot stands elsewhere.
   */
  boolean leavesTree(String link) {
    Deque<String> rest = new ArrayDeque<>(List.of(link.split("/", -1)));
    Deque<String> at = new ArrayDeque<>();
    int followed = 0;
    while (!rest.isEmpty()) {
      String name = rest.pop();
      if (name.isEmpty() || name.equals(".")) {
        continue;
      }
      if (name.equals("..")) {
        if (at.isEmpty()) {
          return true;
        }
        at.removeLast();
        continue;
      }
      at.addLast(name);
      String target = targets.get(String.join("/", at));
      if (target == null) {
        continue;
      }
      if (target.startsWith("/")) {
        return true;
      }
      if (++followed > MOST_FOLLOWED) {
        return false;
      }
      at.removeLast();
      String[] names = target.split("/", -1);
      for (int i = names.length - 1; i >= 0; i--) {
        rest.push(names[i]);
      }
    }
    return false;
  }
}
