package dev.conclave.activities.workspace;

import dev.conclave.activities.document.Folders;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.git.Repository;
import dev.conclave.activities.workspace.ChangedTrees.ImportedTree;
import dev.conclave.workflows.text.Digests;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The user's files as Git would commit them, except that filters, which are programs, do not run.
 * Files that Git reports as unchanged keep their committed content.
 *
 * @param ours the repository that gets the objects; its lock must be held
 * @param top the root of the user's work tree
 * @param prefix the workspace inside it, as a raw name that ends with a slash; empty for the root
 * @param view a Git folder over our objects with the user's conversions
 * @param data our data folder, which is left out if it is in the workspace
 */
public record WorkTree(
    Git git,
    TreeRepository ours,
    UserRepository user,
    Path top,
    String prefix,
    Path view,
    Path data) {
  private static final String OURS = ".workflow/.multi-cli-plan/";
  private static final String GITLINK = "160000";
  private static final int LONGEST_POINTER = 1024;
  private static final Pattern LFS =
      Pattern.compile(
          "version https://git-lfs\\.github\\.com/spec/.*\\noid sha256:([0-9a-f]{64})\\nsize \\d+\\n",
          Pattern.DOTALL);

  /**
   * Imports the workspace's files.
   *
   * @param base the workspace's tree in the last commit
   * @param entries of that tree in the user's repository, as {@code ls-tree} prints them
   * @return what could not be imported, by path: the reason
   */
  static ImportedTree read(
      TreeRepository ours, UserRepository user, Path data, ImportedTree base, List<String> entries)
      throws IOException {
    Path top = user.repository().workTree();
    String inside = top.relativize(user.root()).toString();
    String prefix = inside.isEmpty() ? "" : RawNames.raw(inside) + "/";
    Path view = ours.converting(user);
    try {
      return new WorkTree(user.git(), ours, user, top, prefix, view, data).read(base, entries);
    } finally {
      Folders.delete(view);
    }
  }

  private ImportedTree read(ImportedTree base, List<String> entries) throws IOException {
    Map<String, String> apart = new TreeMap<>();
    Map<String, String> committed = entries(entries, prefix);
    Set<String> candidates = changed(committed, apart);
    for (String raw : git.untracked(user.place())) {
      if (raw.startsWith(OURS) || RawNames.path(user.root(), raw).startsWith(data)) {
        continue;
      } else if (raw.endsWith("/")) {
        apart.put(RawNames.text(raw), "a repository of its own");
      } else {
        candidates.add(prefix + raw);
      }
    }
    candidates.removeIf(raw -> isLarge(raw) && leftOut(apart, raw, "larger than 64 MiB"));
    base.apart().keySet().stream()
        .map(path -> prefix + RawNames.raw(path))
        .filter(candidates::remove)
        .forEach(raw -> leftOut(apart, raw, "larger than 64 MiB"));
    for (String raw : user.filtered(top, candidates)) {
      candidates.remove(raw);
      if (!isSameInLfs(raw, committed.getOrDefault(raw, ""))) {
        leftOut(apart, raw, "converted by a Git filter, which does not run here");
      }
    }
    GitPlace place = GitPlace.over(view, top, view.resolve("index-of-base"));
    List<String> at = prefix.isEmpty() ? List.of() : List.of("--prefix=" + RawNames.text(prefix));
    List<String> read = new ArrayList<>(List.of("read-tree"));
    read.addAll(at);
    read.add(base.tree());
    git.run(place, Git.ALL_FILES_TIMEOUT, new byte[0], read.toArray(String[]::new));
    ours.update(place, top, candidates)
        .forEach((raw, refused) -> leftOut(apart, raw, refused.reason()));
    String[] part = ours.names(place).isEmpty() ? new String[0] : at.toArray(String[]::new);
    return new ImportedTree(ours.writeTree(place, part), apart);
  }

  /** Records a file that is not imported; always true. */
  private boolean leftOut(Map<String, String> apart, String raw, String reason) {
    apart.put(RawNames.text(raw.substring(prefix.length())), reason);
    return true;
  }

  private boolean isLarge(String raw) {
    try {
      Path file = RawNames.path(top, raw);
      return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).size()
          > TreeFiles.LARGEST;
    } catch (IOException e) {
      return false; // removed
    }
  }

  /** Returns {@code mode blob} by raw name. */
  private static Map<String, String> entries(List<String> lines, String prefix) {
    Map<String, String> entries = new HashMap<>();
    for (String line : lines) {
      String[] fields = line.substring(0, line.indexOf('\t')).split(" ");
      String blob = fields[1].matches("blob|commit") ? fields[2] : fields[1];
      entries.put(prefix + line.substring(line.indexOf('\t') + 1), fields[0] + " " + blob);
    }
    return entries;
  }

  /** Returns tracked files that differ from the commit, by the user's index and file times. */
  private Set<String> changed(Map<String, String> committed, Map<String, String> apart)
      throws IOException {
    GitPlace place = GitPlace.over(view, top, view.resolve("index-of-user"));
    copyIndex(view.resolve("index-of-user"));
    Map<String, String> staged =
        entries(RawNames.split(git.run(place, "ls-files", "-s", "-z")), "");
    staged.keySet().removeIf(raw -> !raw.startsWith(prefix));
    Set<String> candidates = differing(place);
    Set<String> filtered = user.filtered(top, candidates);
    if (!filtered.isEmpty()) {
      // Git compares the content of files as young as the index, which takes the filter.
      FileTime later = FileTime.from(Instant.now().plus(Duration.ofDays(1)));
      Files.setLastModifiedTime(view.resolve("index-of-user"), later);
      filtered.removeAll(differing(place));
      candidates.removeAll(filtered);
    }
    Stream.concat(committed.keySet().stream(), staged.keySet().stream())
        .filter(raw -> !staged.getOrDefault(raw, "").equals(committed.getOrDefault(raw, "")))
        .forEach(candidates::add);
    Stream.concat(committed.entrySet().stream(), staged.entrySet().stream())
        .filter(entry -> entry.getValue().startsWith(GITLINK))
        .filter(one -> candidates.remove(one.getKey()) || isMoved(one.getKey(), one.getValue()))
        .forEach(one -> leftOut(apart, one.getKey(), "submodule"));
    return candidates;
  }

  private Set<String> differing(GitPlace place) {
    String[] command = {"diff-files", "-z", "--name-only", "--ignore-submodules=all"};
    byte[] files = git.run(place, Git.ALL_FILES_TIMEOUT, new byte[0], command);
    return RawNames.split(files).stream()
        .filter(raw -> raw.startsWith(prefix))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether a submodule has another commit checked out than an entry names. */
  private boolean isMoved(String raw, String entry) {
    Path folder = RawNames.path(top, raw);
    try {
      return Repository.at(git, folder)
          .map(found -> GitPlace.ofUser(found, folder))
          .flatMap(place -> git.tryLine(place, "rev-parse", "--verify", "-q", "HEAD^{commit}"))
          .filter(head -> !entry.endsWith(head))
          .isPresent();
    } catch (ApplicationFailure refused) {
      return true;
    }
  }

  /** Also copies the parts of a split index. */
  private void copyIndex(Path to) throws IOException {
    Path from = user.root().resolve(git.line(user.place(), "rev-parse", "--git-path", "index"));
    Files.deleteIfExists(to);
    if (!Files.exists(from)) {
      git.run(new GitPlace(view, view, null, to, List.of()), "read-tree", "--empty");
      return;
    }
    Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
    Path folder = from.resolveSibling("");
    try (Stream<Path> parts = Files.list(folder)) {
      for (Path part : parts.filter(WorkTree::isShared).toList()) {
        Files.copy(
            part, view.resolve(part.getFileName().toString()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static boolean isShared(Path file) {
    return file.getFileName().toString().startsWith("sharedindex.");
  }

  private boolean isSameInLfs(String raw, String committed) throws IOException {
    Path file = RawNames.path(top, raw);
    if (committed.isEmpty() || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    String blob = committed.substring(committed.indexOf(' ') + 1);
    byte[] pointer =
        git.partial(ours.place(), Git.ALL_FILES_TIMEOUT, LONGEST_POINTER, "cat-file", "blob", blob);
    String text = new String(pointer, StandardCharsets.UTF_8);
    Matcher lfs = LFS.matcher(text);
    if (!lfs.matches()) {
      return false;
    }
    MessageDigest digest = Digests.newSha256();
    try (InputStream in = Files.newInputStream(file)) {
      byte[] part = in.readNBytes(1 << 16);
      while (part.length > 0) {
        digest.update(part);
        part = in.readNBytes(1 << 16);
      }
    }
    boolean pulled = HexFormat.of().formatHex(digest.digest()).equals(lfs.group(1));
    return pulled
        || (Files.size(file) <= LONGEST_POINTER
            && Files.readString(file, StandardCharsets.ISO_8859_1).equals(text));
  }

  /** Returns whether a file contains a Git LFS pointer instead of its content. */
  public static boolean isLfsPointer(byte[] content) {
    return content.length <= LONGEST_POINTER
        && LFS.matcher(new String(content, StandardCharsets.UTF_8)).matches();
  }
}
