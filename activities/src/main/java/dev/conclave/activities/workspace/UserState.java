package dev.conclave.activities.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Where the user's own repository stands.
 *
 * @param head the commit checked out; absent without one
 * @param dirty whether the content differs from it
 */
record UserState(Optional<String> head, boolean dirty) {
  private static final UserState NONE = new UserState(Optional.empty(), false);

  static UserState of(Git git, Path root, TreeRepository trees) {
    Optional<Repository> found = Repository.around(root);
    if (found.isEmpty()) {
      return NONE;
    }
    GitPlace user = GitPlace.ofUser(found.get(), root);
    try {
      String head = git.line(user, "rev-parse", "--verify", "-q", "HEAD^{commit}");
      return new UserState(Optional.of(head), isDirty(git, user, trees));
    } catch (GitFailed noCommit) {
      return NONE;
    }
  }

  private static boolean isDirty(Git git, GitPlace user, TreeRepository trees) {
    if (!git.says(
        user, "diff-index", "--cached", "--quiet", "--ignore-submodules=all", "HEAD", "--", ".")) {
      return true;
    }
    if (git.run(user, "ls-files", "-z", "-o", "--exclude-standard", "--", ".").length > 0) {
      return true;
    }
    return !modified(git, user, trees).isEmpty();
  }

  /**
   * Tracked files whose content changed. Git's own cache of time stamps says which files are worth
   * a look; their content is compared as it is on the disk, since to compare it as Git would means
   * to run the repository's filters.
   */
  private static Set<String> modified(Git git, GitPlace user, TreeRepository trees) {
    Path copy = trees.index().resolveSibling("user-index");
    try {
      Path index = user.gitDir().resolve("index");
      if (!Files.exists(index)) {
        return Set.of();
      }
      // In a copy that is younger than every file, no entry is in doubt: an index in doubt makes
      // Git
      // read the file, through filters. Most builds of Git compare whole seconds.
      Files.copy(index, copy, StandardCopyOption.REPLACE_EXISTING);
      Files.setLastModifiedTime(copy, FileTime.from(Integer.MAX_VALUE, TimeUnit.SECONDS));
      String[] stale = {
        "diff-files",
        "--raw",
        "-z",
        "--no-renames",
        "--no-abbrev",
        "--no-relative",
        "--ignore-submodules=all",
        "--",
        "."
      };
      List<String> fields = RawNames.split(git.run(user.withIndex(copy), stale));
      Set<String> ours =
          entries(
              git.run(
                  GitPlace.bare(trees.gitDir()).withIndex(trees.index()), "ls-files", "-z", "-s"));
      Set<String> modified = new HashSet<>();
      String inside = String.valueOf(user.workTree().orElseThrow().relativize(user.folder()));
      String prefix = inside.isEmpty() ? "" : RawNames.raw(inside) + "/";
      for (int i = 0; i + 1 < fields.size(); i += 2) {
        String[] raw = fields.get(i).split(" ");
        String path = fields.get(i + 1);
        String name = path.startsWith(prefix) ? path.substring(prefix.length()) : path;
        if (!ours.contains(raw[0].substring(1) + " " + raw[2] + " " + name)) {
          modified.add(name);
        }
      }
      return modified;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy the index of " + user.gitDir(), e);
    }
  }

  private static Set<String> entries(byte[] staged) {
    Set<String> entries = new HashSet<>();
    for (String line : RawNames.split(staged)) {
      String[] fields = line.substring(0, line.indexOf('\t')).split(" ");
      entries.add(fields[0] + " " + fields[1] + " " + line.substring(line.indexOf('\t') + 1));
    }
    return entries;
  }
}
