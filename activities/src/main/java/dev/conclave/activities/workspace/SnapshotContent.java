package dev.conclave.activities.workspace;

import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import dev.conclave.workflows.secret.SecretPaths;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What of a tree an agent may see: all but the files that are secrets by trade, the links that lead
 * out, and, unless trusted, the agent settings.
 *
 * @param tree id of what is left
 * @param blobs content by raw name
 * @param leftOut what was taken away
 */
record SnapshotContent(String tree, Map<String, String> blobs, List<LeftOut> leftOut) {

  static SnapshotContent of(GitTrees trees, TreeRepository repository, String tree, boolean trust) {
    List<TreeEntry> entries = TreeEntry.list(trees.git(), repository.place(), tree);
    TreeLinks links = links(trees.git(), repository, entries);
    Map<String, String> blobs = new HashMap<>();
    List<String> removed = new ArrayList<>();
    List<LeftOut> leftOut = new ArrayList<>();
    for (TreeEntry entry : entries) {
      String reason = reasonAgainst(entry, links, trust);
      if (reason.isEmpty()) {
        blobs.put(entry.raw(), entry.blob());
      } else {
        removed.add(entry.raw());
        leftOut.add(new LeftOut(RawNames.text(entry.raw()), reason));
      }
    }
    String seen = removed.isEmpty() ? tree : without(trees.git(), repository, tree, removed);
    return new SnapshotContent(seen, blobs, leftOut);
  }

  private static String reasonAgainst(TreeEntry entry, TreeLinks links, boolean trust) {
    if (!trust && AgentSettings.includes(entry.raw())) {
      return "agent settings of the repository";
    }
    if (SecretPaths.holdsSecrets(RawNames.text(entry.raw()))) {
      return "holds secrets";
    }
    return entry.isLink() && links.leavesTree(entry.raw()) ? "leads out of the workspace" : "";
  }

  private static TreeLinks links(Git git, TreeRepository repository, List<TreeEntry> entries) {
    Map<String, String> targets = new HashMap<>();
    try (TreeFiles files = new TreeFiles(git, repository.place(), entries)) {
      entries.stream()
          .filter(TreeEntry::isLink)
          .forEach(
              link ->
                  targets.put(
                      link.raw(),
                      new String(files.blob(link.blob()), StandardCharsets.ISO_8859_1)));
    }
    return new TreeLinks(targets);
  }

  @SuppressWarnings("try") // a lock is held, not used
  private static String without(
      Git git, TreeRepository repository, String tree, List<String> removed) {
    try (PathLock held = repository.lock()) {
      Path index = repository.index().resolveSibling("filtered-index");
      // Git wants a work tree for this, and looks at none of its files.
      GitPlace place = GitPlace.over(repository.gitDir(), repository.gitDir(), index);
      git.run(place, Git.ALL_FILES_TIMEOUT, new byte[0], "read-tree", tree);
      git.run(
          place,
          Git.ALL_FILES_TIMEOUT,
          RawNames.join(removed),
          "update-index",
          "-z",
          "--force-remove",
          "--stdin");
      String filtered = git.line(place, "write-tree");
      repository.keep(filtered);
      return filtered;
    }
  }
}
