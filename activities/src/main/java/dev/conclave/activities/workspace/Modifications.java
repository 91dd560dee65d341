package dev.conclave.activities.workspace;

import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Whether tracked files differ from the user's index, found without running a filter of the user's
 * repository, as {@code git status} would.
 *
 * <p>A file whose bytes are those of the index is unchanged. If they are not, either it was
 * changed, or Git converts it on its way (line ends, filters); for a converted file Git's own cache
 * of time stamps decides.
 */
final class Modifications {
  private static final String GITLINK = "160000";

  private final Git git;
  private final GitPlace user;
  private final TreeRepository trees;

  Modifications(Git git, GitPlace user, TreeRepository trees) {
    this.git = git;
    this.user = user;
    this.trees = trees;
  }

  boolean any() {
    Map<String, String> theirs = entries(user);
    Map<String, String> ours = entries(trees.place().withIndex(trees.index()));
    Set<String> stale = stale();
    Set<String> unsure = new HashSet<>();
    for (Map.Entry<String, String> entry : theirs.entrySet()) {
      String name = entry.getKey();
      if (entry.getValue().startsWith(GITLINK) || entry.getValue().equals(ours.get(name))) {
        continue;
      }
      if (stale.contains(name)) {
        return true;
      }
      if (ours.containsKey(name)) {
        unsure.add(name);
      }
    }
    return !unsure.isEmpty() && !allConverted(unsure);
  }

  /** Mode and content by raw name, relative to the folder. */
  private Map<String, String> entries(GitPlace place) {
    Map<String, String> entries = new HashMap<>();
    for (String line : RawNames.split(git.run(place, "ls-files", "-z", "-s"))) {
      int tab = line.indexOf('\t');
      entries.put(line.substring(tab + 1), line.substring(0, line.lastIndexOf(' ', tab)));
    }
    return entries;
  }

  /** Files whose time stamps are not those that the index remembers. */
  private Set<String> stale() {
    Path copy = trees.index().resolveSibling("user-index");
    Path index = user.gitDir().resolve("index");
    if (!Files.exists(index)) {
      return Set.of();
    }
    try {
      Files.copy(index, copy, StandardCopyOption.REPLACE_EXISTING);
      // In a copy that is younger than every file no entry is in doubt: an entry in doubt makes Git
      // read the file, through its filters.
      Files.setLastModifiedTime(copy, FileTime.from(Integer.MAX_VALUE, TimeUnit.SECONDS));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy " + index, e);
    }
    byte[] names =
        git.run(
            user.withIndex(copy),
            "diff-files",
            "--name-only",
            "-z",
            "--no-renames",
            "--relative",
            "--ignore-submodules=all");
    return new HashSet<>(RawNames.split(names));
  }

  private boolean allConverted(Set<String> names) {
    if (!git.setting(user, "core.autocrlf").matches("|false|no|off|0")) {
      return true;
    }
    byte[] attributes =
        git.feed(
            user,
            RawNames.join(names),
            "check-attr",
            "-z",
            "--stdin",
            "text",
            "crlf",
            "eol",
            "filter",
            "ident",
            "working-tree-encoding");
    Set<String> converted = new HashSet<>();
    List<String> fields = RawNames.split(attributes);
    for (int i = 0; i + 2 < fields.size(); i += 3) {
      if (!fields.get(i + 2).matches("unspecified|unset")) {
        converted.add(fields.get(i));
      }
    }
    return converted.containsAll(names);
  }
}
