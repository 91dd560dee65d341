package dev.conclave.activities.workspace;

import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import dev.conclave.workflows.text.Digests;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The starting point of an execution: the checked-out commit, and its tree with uncommitted
 * changes. Files that Git reports as unchanged keep their committed content, regardless of
 * conversions at checkout.
 *
 * @param dirty uncommitted paths, sorted
 * @param notes what the user should know about left-out files
 */
public record ExecutionBase(
    Optional<String> head, String headTree, String tree, List<String> dirty, List<String> notes) {
  private static final String OURS = ".workflow/.multi-cli-plan/";
  private static final String GITLINK = "160000";
  private static final int LONGEST_POINTER = 1024;
  private static final Pattern LFS =
      Pattern.compile(
          "version https://git-lfs\\.github\\.com/spec/.*\\noid sha256:([0-9a-f]{64})\\nsize \\d+\\n",
          Pattern.DOTALL);

  /** Imports a workspace without Git. */
  static ExecutionBase withoutGit(ExecutionRepository repository) {
    String tree = repository.trees().name(repository.workspace()).id();
    repository.require(tree);
    return new ExecutionBase(Optional.empty(), tree, tree, List.of(), List.of());
  }

  /** Imports the checked-out content of the user's repository, which is only read. */
  @SuppressWarnings("try") // a lock is held, not used
  static ExecutionBase of(ExecutionRepository repository, UserRepository user) {
    TreeRepository all = repository.all();
    try (PathLock lock = all.lock()) {
      // Fetching a commit of ours again would cut off its history.
      String head = user.parsed("HEAD^{commit}").filter(all::keeps).orElse("");
      if (head.isEmpty()) {
        head = repository.git().fetchHead(all.place(), user.root());
        all.keep(head);
      }
      String headTree = repository.git().line(all.place(), "rev-parse", head + "^{tree}");
      all.keep(headTree);
      all.convertAs(user.conversions());
      return new Reading(repository.git(), all, user, headTree).base(head);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + user.root() + ": " + e.getMessage(), e);
    } finally {
      all.prepareKept();
    }
  }

  /** Reads a work tree once. */
  private record Reading(Git git, TreeRepository ours, UserRepository user, String headTree) {
    ExecutionBase base(String head) throws IOException {
      List<String> notes = new ArrayList<>();
      Map<String, String> committed =
          entries(ours.place(), "ls-tree", "-r", "-z", "--full-tree", headTree);
      Set<String> candidates = changed(committed, notes);
      for (String raw : git.untracked(user.place())) {
        if (raw.endsWith("/")) {
          notes.add("the repository " + RawNames.text(raw) + " inside the workspace is left out");
        } else if (raw.startsWith(OURS)) {
          continue;
        } else if (size(RawNames.path(user.root(), raw)) > TreeFiles.LARGEST) {
          notes.add(RawNames.text(raw) + " is larger than 64 MiB and left out");
        } else {
          candidates.add(raw);
        }
      }
      keepFiltered(committed, candidates, notes);
      Path index = ours.folder().resolve("index-of-base");
      Files.deleteIfExists(index);
      GitPlace place = GitPlace.over(ours.gitDir(), user.root(), index);
      git.run(place, Git.ALL_FILES_TIMEOUT, new byte[0], "read-tree", headTree);
      ours.update(place, user.root(), candidates)
          .values()
          .forEach(file -> notes.add(file.path() + " is left out: " + file.reason()));
      String tree = ours.writeTree(place);
      Files.deleteIfExists(index);
      String[] command = {"diff-tree", "-r", "-z", "--name-only", "--no-renames", headTree, tree};
      List<String> dirty =
          RawNames.split(git.run(ours.place(), command)).stream()
              .map(RawNames::text)
              .sorted()
              .toList();
      return new ExecutionBase(Optional.of(head), headTree, tree, dirty, notes);
    }

    private static long size(Path file) {
      try {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
            .size();
      } catch (IOException e) {
        return 0; // removed
      }
    }

    /** Returns {@code mode blob} by raw name. */
    private Map<String, String> entries(GitPlace place, String... command) {
      Map<String, String> entries = new HashMap<>();
      for (String line : RawNames.split(git.run(place, command))) {
        String[] fields = line.substring(0, line.indexOf('\t')).split(" ");
        String blob = fields[1].matches("blob|commit") ? fields[2] : fields[1];
        entries.put(line.substring(line.indexOf('\t') + 1), fields[0] + " " + blob);
      }
      return entries;
    }

    /** Returns tracked files that differ from the commit, by the user's index and file times. */
    private Set<String> changed(Map<String, String> committed, List<String> notes)
        throws IOException {
      Path index = ours.folder().resolve("index-of-user");
      copyIndex(index);
      GitPlace place = GitPlace.over(ours.gitDir(), user.root(), index);
      Map<String, String> staged = entries(place, "ls-files", "-s", "-z");
      String[] command = {"diff-files", "-z", "--name-only", "--ignore-submodules=all"};
      Set<String> candidates =
          new TreeSet<>(
              RawNames.split(git.run(place, Git.ALL_FILES_TIMEOUT, new byte[0], command)));
      Set<String> both = new LinkedHashSet<>(committed.keySet());
      both.addAll(staged.keySet());
      both.removeIf(raw -> staged.getOrDefault(raw, "").equals(committed.getOrDefault(raw, "")));
      candidates.addAll(both);
      removeIndex(index);
      List<String> submodules =
          Stream.concat(committed.entrySet().stream(), staged.entrySet().stream())
              .filter(entry -> entry.getValue().startsWith(GITLINK))
              .map(Map.Entry::getKey)
              .distinct()
              .toList();
      candidates.removeAll(submodules);
      if (!submodules.isEmpty()) {
        notes.add(
            Words.counted(submodules.size(), "submodule")
                + " left empty; changes inside are left out");
      }
      return candidates;
    }

    /** Also copies the parts of a split index. */
    private void copyIndex(Path to) throws IOException {
      Path from = user.root().resolve(git.line(user.place(), "rev-parse", "--git-path", "index"));
      Files.deleteIfExists(to);
      if (!Files.exists(from)) {
        git.run(
            new GitPlace(ours.gitDir(), ours.gitDir(), null, to, List.of()),
            "read-tree",
            "--empty");
        return;
      }
      Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
      Path folder = from.resolveSibling("");
      try (Stream<Path> parts = Files.list(folder)) {
        for (Path part : parts.filter(Reading::isShared).toList()) {
          Files.copy(
              part,
              ours.gitDir().resolve(part.getFileName().toString()),
              StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }

    private static boolean isShared(Path file) {
      return file.getFileName().toString().startsWith("sharedindex.");
    }

    private void removeIndex(Path index) throws IOException {
      Files.deleteIfExists(index);
      try (Stream<Path> parts = Files.list(ours.gitDir())) {
        for (Path part : parts.filter(Reading::isShared).toList()) {
          Files.delete(part);
        }
      }
    }

    /**
     * Filters are programs that never run here, so the committed form of their files is unknown.
     */
    private void keepFiltered(
        Map<String, String> committed, Set<String> candidates, List<String> notes)
        throws IOException {
      for (String raw : user.filtered(user.root(), candidates)) {
        candidates.remove(raw);
        if (!isSameInLfs(raw, committed.getOrDefault(raw, ""))) {
          notes.add(
              RawNames.text(raw)
                  + " uses a Git filter, which does not run here: its uncommitted change is left out");
        }
      }
    }

    private boolean isSameInLfs(String raw, String committed) throws IOException {
      Path file = RawNames.path(user.root(), raw);
      if (committed.isEmpty() || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      String blob = committed.substring(committed.indexOf(' ') + 1);
      byte[] pointer =
          git.partial(
              ours.place(), Git.ALL_FILES_TIMEOUT, LONGEST_POINTER, "cat-file", "blob", blob);
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
  }

  /** Returns whether a file contains a Git LFS pointer instead of its content. */
  public static boolean isLfsPointer(byte[] content) {
    return content.length <= LONGEST_POINTER
        && LFS.matcher(new String(content, StandardCharsets.UTF_8)).matches();
  }
}
