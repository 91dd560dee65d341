package dev.conclave.activities.workspace;

import dev.conclave.activities.ActivityFailures;
import dev.conclave.activities.Parallel;
import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.secret.SecretFilter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The part of a tree that an agent may see, by raw names: no secrets, links that leave the tree,
 * untrusted settings, or nested repositories.
 *
 * @param links raw link targets by raw name
 * @param leftOut raw names of hidden files
 */
record SnapshotContent(
    String tree, Map<String, TreeFile> files, Map<String, String> links, List<String> leftOut) {
  private static final Pattern REPOSITORY =
      Pattern.compile("(?:.*/)?\\.(?:git|hg)(?:/.*)?", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** The limit of Linux, which then fails to resolve a path. */
  private static final int MOST_LINKS_FOLLOWED = 40;

  static SnapshotContent whole(TreeFiles files) {
    Map<String, TreeFile> all = new HashMap<>();
    Map<String, String> links = new HashMap<>();
    for (TreeFile file : files.list()) {
      all.put(file.raw(), file);
      if (file.isLink()) {
        links.put(file.raw(), new String(files.bytes(file), StandardCharsets.ISO_8859_1));
      }
    }
    return new SnapshotContent("", all, links, List.of());
  }

  static SnapshotContent of(GitTrees trees, TreeRepository repository, String tree, boolean trust) {
    Map<String, TreeFile> shown;
    Map<String, String> links;
    List<String> removed = new ArrayList<>();
    try (TreeFiles files =
        TreeFiles.verified(trees.git(), repository.place(), tree, repository::discard)) {
      SnapshotContent whole = whole(files);
      shown = whole.files();
      links = whole.links();
      for (TreeFile file : files.list()) {
        ActivityFailures.checkInterrupted();
        boolean hidden =
            (!trust && AgentProgram.areConfiguredBy(file.raw()))
                || SecretFilter.holdsSecrets(file.path())
                || REPOSITORY.matcher(file.raw()).matches()
                || (file.isLink() && leavesTree(file.raw(), links));
        if (hidden) {
          removed.add(file.raw());
          shown.remove(file.raw());
        }
      }
    }
    String seen = removed.isEmpty() ? tree : without(trees.git(), repository, tree, removed);
    return new SnapshotContent(seen, shown, links, removed);
  }

  /**
   * Returns the raw names of all differences in a folder, except trusted names. Reads every other
   * file: Git's own status of a file can be manipulated.
   */
  Set<String> differences(Path root, SnapshotScan scan, Predicate<String> trusted) {
    Set<String> all = new HashSet<>(files.keySet());
    scan.stamps().keySet().stream().filter(raw -> !raw.endsWith("/")).forEach(all::add);
    all.removeIf(trusted);
    Set<String> differing = ConcurrentHashMap.newKeySet();
    Parallel.each(
        all,
        raw -> {
          if (!holds(root, raw)) {
            differing.add(raw);
          }
        });
    return differing;
  }

  boolean holds(Path root, String raw) {
    TreeFile file = files.get(raw);
    Path path = RawNames.path(root, raw);
    try {
      if (file == null) {
        return false;
      }
      if (file.isLink()) {
        // Compared as paths: the JVM cannot represent every byte of a target.
        Path top = Path.of("/");
        Path target = RawNames.path(top, links.getOrDefault(raw, ""));
        return top.resolve(Files.readSymbolicLink(path)).equals(target);
      }
      PosixFileAttributes found =
          Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      boolean executable = found.permissions().contains(PosixFilePermission.OWNER_EXECUTE);
      return found.isRegularFile()
          && found.size() == file.size()
          && executable == file.mode().equals("100755")
          && TreeFiles.id(path, file.size()).equals(file.blob());
    } catch (IOException e) {
      return false; // missing, or not a file
    }
  }

  /**
   * Returns whether a link leaves the tree, or would once a missing file exists. Absolute links
   * always do, because a snapshot has another path. Resolves links one by one like the kernel: a
   * harmless-looking link can leave the tree through another one.
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
      // Git requires a work tree here, but reads none of its files.
      GitPlace place = GitPlace.over(repository.gitDir(), repository.gitDir(), index);
      git.run(place, Git.ALL_FILES_TIMEOUT, new byte[0], "read-tree", tree);
      repository.remove(place, removed);
      return repository.writeTree(place);
    }
  }
}
