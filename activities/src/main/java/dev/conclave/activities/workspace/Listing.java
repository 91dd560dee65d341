package dev.conclave.activities.workspace;

import com.google.re2j.Pattern;
import dev.conclave.activities.ActivityFailures;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.git.Repository;
import dev.conclave.activities.workspace.GitTrees.LeftOut;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lists a workspace's tracked files and its untracked files that are not ignored, including those
 * of nested repositories and submodules. For one listing by one thread.
 */
final class Listing {
  private static final int LONGEST_GIT_FILE = 8 << 10;
  private static final Pattern GIT_FILE = Pattern.compile("gitdir: .*/worktrees/[^/]+\\s*");
  private static final String UNREADABLE = "unreadable";

  /** Our session folders; each also has its own {@code .gitignore}. */
  private static final String OURS = ".workflow/.multi-cli-plan/";

  private final Git git;
  private final TreeRepository ours;
  private final Path root;
  private final Limits limits;
  private final Path ownFolder;

  private final Set<String> files = new LinkedHashSet<>();
  private final List<LeftOut> leftOut = new ArrayList<>();
  private final Map<String, Boolean> realFolders = new HashMap<>();
  private long bytes;
  private int nested;

  /** Limits of a listing; each nested repository costs several Git processes. */
  record Limits(long fileBytes, long totalBytes, int files, int nested) {

    /** 16 MiB per file, 4 GiB in total, 200,000 files, 500 nested repositories. */
    static Limits defaults() {
      return new Limits(16L << 20, 4L << 30, 200_000, 500);
    }
  }

  /** Uses the rules of {@code ours} if there is no repository; leaves out {@code ownFolder}. */
  Listing(Git git, TreeRepository ours, Path root, Limits limits, Path ownFolder) {
    this.git = git;
    this.ours = ours;
    this.root = root;
    this.limits = limits;
    this.ownFolder = ownFolder;
  }

  Listing read() {
    Optional<Repository> repository = Repository.around(git, root);
    if (repository.isPresent()) {
      listRepository(repository.get(), root, "");
    }
    // A folder ignored by its enclosing repository is still a workspace.
    boolean enclosed = repository.map(r -> !r.workTree().equals(root)).orElse(true);
    if (enclosed && files.isEmpty()) {
      listPlain(root, "");
    }
    return this;
  }

  Set<String> files() {
    return files;
  }

  List<LeftOut> leftOut() {
    return leftOut;
  }

  private void listRepository(Repository repository, Path folder, String prefix) {
    GitPlace place = GitPlace.ofUser(repository, folder);
    List<String> tracked;
    List<String> untracked;
    try {
      tracked = RawNames.split(git.run(place, "ls-files", "-z", "-c"));
      untracked = git.untracked(place);
    } catch (GitFailed damaged) {
      leaveOut(prefix.isEmpty() ? "." : prefix, "its repository cannot be read, files listed");
      listPlain(folder, prefix);
      return;
    }
    accept(tracked, prefix);
    accept(untracked, prefix);
  }

  private void listPlain(Path folder, String prefix) {
    Path gitDir = ours.gitDir();
    GitPlace place =
        new GitPlace(
            gitDir, folder, folder, gitDir.resolve("no-index"), git.excludes(gitDir, folder));
    accept(git.untracked(place), prefix);
  }

  private void accept(List<String> names, String prefix) {
    for (String name : names) {
      ActivityFailures.checkInterrupted();
      String raw = prefix + (name.endsWith("/") ? name.substring(0, name.length() - 1) : name);
      if (!raw.startsWith(OURS)) {
        try {
          accept(raw, RawNames.path(root, raw));
        } catch (NoSuchFileException deleted) {
          // Deleted, or gone since it was listed: no content.
        } catch (IOException e) {
          leaveOut(raw, UNREADABLE);
        }
      }
    }
  }

  private void accept(String raw, Path file) throws IOException {
    if ((ownFolder.startsWith(root) && file.startsWith(ownFolder))
        || !isRealFolder(folderOf(raw))) {
      return;
    }
    BasicFileAttributes attributes =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (attributes.isDirectory()) {
      nested(raw, file);
    } else if (!attributes.isRegularFile() && !attributes.isSymbolicLink()) {
      leaveOut(raw, "neither a file nor a link");
    } else if (attributes.isRegularFile() && !Files.isReadable(file)) {
      leaveOut(raw, UNREADABLE);
    } else if (attributes.size() > limits.fileBytes()) {
      leaveOut(raw, "larger than " + limits.fileBytes() + " bytes");
    } else if (files.size() >= limits.files()) {
      leaveOut(raw, "more than " + limits.files() + " files");
    } else if (bytes + attributes.size() > limits.totalBytes()) {
      leaveOut(raw, "more than " + limits.totalBytes() + " bytes in total");
    } else if (files.add(raw)) {
      bytes += attributes.size();
    }
  }

  /** Agent tools create linked worktrees inside the repository for their own use. */
  private static boolean isLinkedWorktree(Path gitFile) throws IOException {
    return Files.isRegularFile(gitFile, LinkOption.NOFOLLOW_LINKS)
        && Files.size(gitFile) < LONGEST_GIT_FILE
        && GIT_FILE
            .matcher(new String(Files.readAllBytes(gitFile), StandardCharsets.ISO_8859_1))
            .matches();
  }

  private void nested(String raw, Path folder) throws IOException {
    if (!Files.exists(folder.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (isLinkedWorktree(folder.resolve(".git"))) {
      leaveOut(raw, "a linked worktree: a second copy of the same code");
      return;
    }
    if (++nested > limits.nested()) {
      leaveOut(raw, "more than " + limits.nested() + " nested repositories");
      return;
    }
    Optional<Repository> repository = Optional.empty();
    try {
      repository = Repository.at(git, folder);
    } catch (ApplicationFailure refused) {
      leaveOut(raw, "its repository is not read, files listed: " + refused.getOriginalMessage());
    }
    if (repository.isPresent()) {
      listRepository(repository.get(), folder, raw + "/");
    } else {
      listPlain(folder, raw + "/");
    }
  }

  /** Git also lists tracked files whose folder was replaced by a link. */
  private boolean isRealFolder(String raw) {
    if (raw.isEmpty()) {
      return true;
    }
    Boolean known = realFolders.get(raw);
    if (known == null) {
      Path folder = RawNames.path(root, raw);
      known = isRealFolder(folderOf(raw)) && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
      realFolders.put(raw, known);
    }
    return known;
  }

  private static String folderOf(String raw) {
    return raw.substring(0, Math.max(0, raw.lastIndexOf('/')));
  }

  private void leaveOut(String raw, String reason) {
    leftOut.add(new LeftOut(RawNames.text(raw), reason));
  }
}
