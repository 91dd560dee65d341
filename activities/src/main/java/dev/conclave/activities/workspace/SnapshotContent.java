package dev.conclave.activities.workspace;

import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.secret.SecretFilter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What an agent may see of a tree: no secrets, no links that lead out, no untrusted settings. */
record SnapshotContent(String tree, Map<String, String> blobs) {
  /** As on Linux, which then gives up, so that nothing is reached. */
  private static final int MOST_LINKS_FOLLOWED = 40;

  static SnapshotContent of(GitTrees trees, TreeRepository repository, String tree, boolean trust) {
    Map<String, String> blobs = new HashMap<>();
    List<String> removed = new ArrayList<>();
    try (TreeFiles files = new TreeFiles(trees.git(), repository.place(), tree)) {
      Map<String, String> links = new HashMap<>();
      for (TreeFile file : files.list()) {
        if (file.isLink()) {
          links.put(file.raw(), new String(files.bytes(file), StandardCharsets.ISO_8859_1));
        }
      }
      for (TreeFile file : files.list()) {
        boolean hidden =
            (!trust && AgentProgram.areConfiguredBy(file.raw()))
                || SecretFilter.holdsSecrets(file.path())
                || (file.isLink() && leavesTree(file.raw(), links));
        if (hidden) {
          removed.add(file.raw());
        } else {
          blobs.put(file.raw(), file.blob());
        }
      }
    }
    String seen = removed.isEmpty() ? tree : without(trees.git(), repository, tree, removed);
    return new SnapshotContent(seen, blobs);
  }

  /**
   * Whether a link leads out of the tree, also once a missing file exists. Absolute links do: a
   * snapshot stands elsewhere. Resolves links one by one, as the kernel does, since a link that
   * looks harmless can lead out through another.
   */
  static boolean leavesTree(String link, Map<String, String> targets) {
    Deque<String> rest = new ArrayDeque<>(List.of(link.split("/", -1)));
    Deque<String> at = new ArrayDeque<>();
    int followed = 0;
    while (!rest.isEmpty()) {
      String name = rest.pop();
      if (name.equals("..")) {
        if (at.isEmpty()) {
          return true;
        }
        at.removeLast();
      } else if (!name.isEmpty() && !name.equals(".")) {
        at.addLast(name);
        String target = targets.get(String.join("/", at));
        if (target != null) {
          if (target.startsWith("/")) {
            return true;
          }
          if (++followed > MOST_LINKS_FOLLOWED) {
            return false;
          }
          at.removeLast();
          String[] names = target.split("/", -1);
          for (int i = names.length - 1; i >= 0; i--) {
            rest.push(names[i]);
          }
        }
      }
    }
    return false;
  }

  @SuppressWarnings("try") // a lock is held, not used
  private static String without(
      Git git, TreeRepository repository, String tree, List<String> removed) {
    try (PathLock held = repository.lock()) {
      Path index = repository.index().resolveSibling("filtered-index");
      // Git wants a work tree for this, and looks at none of its files.
      GitPlace place = GitPlace.over(repository.gitDir(), repository.gitDir(), index);
      git.run(place, Git.ALL_FILES_TIMEOUT, new byte[0], "read-tree", tree);
      repository.remove(place, removed);
      return repository.writeTree(place);
    }
  }
}
