package dev.conclave.activities.search.source;

import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.git.Repository;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The files of a folder as they are now: what Git tracks and what it does not ignore, or every file
 * where there is no Git. Symbolic links are not followed, so nothing outside the folder is read.
 */
public final class DirectoryTree implements SourceTree {
  private final Git git = new Git();
  private final Path root;
  private final BlobIds blobIds;

  private DirectoryTree(Path root, BlobIds blobIds) {
    this.root = root;
    this.blobIds = blobIds;
  }

  /**
   * A folder.
   *
   * @param idCache file that remembers blob ids of unchanged files between runs
   * @throws IOException when the folder is missing or no folder; the message names it
   */
  public static DirectoryTree of(Path folder, Path idCache) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new IOException("not a folder: " + folder + "; name an existing one");
    }
    return new DirectoryTree(folder.toRealPath(), BlobIds.load(idCache));
  }

  /** The folder, links resolved. */
  public Path root() {
    return root;
  }

  @Override
  public Iterable<SourceFile> files() throws IOException {
    List<SourceFile> files = new ArrayList<>();
    TreeSet<String> paths = new TreeSet<>();
    rawPaths().forEach(raw -> paths.add(RawNames.text(raw)));
    for (String path : paths) {
      file(path).ifPresent(files::add);
    }
    blobIds.save();
    return files;
  }

  @Override
  public byte[] read(SourceFile file) throws IOException {
    Path path = RawNames.resolve(root, file.path());
    if (!path.toRealPath().startsWith(root)) {
      throw new IOException("leads out of the folder: " + file.path());
    }
    if (Files.size(path) > Eligibility.MAX_BYTES) {
      throw new IOException("grew over the limit: " + file.path());
    }
    return Files.readAllBytes(path);
  }

  /** What cannot be read is listed without an id. */
  private Optional<SourceFile> file(String path) {
    Path file = RawNames.resolve(root, path);
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!attributes.isRegularFile()) {
        // Links are not followed. A folder stands here by itself when it cannot be entered.
        return attributes.isDirectory() && !Files.isReadable(file)
            ? Optional.of(new SourceFile(path, "", 0))
            : Optional.empty();
      }
      String id =
          attributes.size() > Eligibility.MAX_BYTES
              ? ""
              : blobIds.of(path, file, attributes).orElse("");
      return Optional.of(new SourceFile(path, id, attributes.size()));
    } catch (NoSuchFileException e) {
      return Optional.empty(); // deleted but still tracked, or gone meanwhile
    } catch (IOException e) {
      return Optional.of(new SourceFile(path, "", 0));
    }
  }

  private List<String> rawPaths() throws IOException {
    List<String> listed = new ArrayList<>();
    try {
      Optional<Repository> repository = Repository.around(git, root);
      if (repository.isEmpty()) {
        return FolderWalk.paths(root);
      }
      GitPlace place = GitPlace.ofUser(repository.get(), root);
      listed.addAll(RawNames.split(git.run(place, "ls-files", "-z", "-c")));
      listed.addAll(git.untracked(place));
    } catch (GitFailed | ApplicationFailure unusable) {
      return FolderWalk.paths(root); // damaged or refused: its files are still text
    }
    List<String> paths = new ArrayList<>();
    for (String path : listed) {
      if (path.startsWith(".workflow/")) {
        continue;
      }
      if (path.endsWith("/")
          || Files.isDirectory(RawNames.path(root, path), LinkOption.NOFOLLOW_LINKS)) {
        nested(path.endsWith("/") ? path : path + "/").forEach(paths::add);
      } else {
        paths.add(path);
      }
    }
    return paths;
  }

  /** A nested repository or a submodule is listed by its own Git, under its folder. */
  private List<String> nested(String folder) throws IOException {
    Path inner = RawNames.path(root, folder);
    if (!Files.exists(inner.resolve(".git"))) {
      return List.of();
    }
    return new DirectoryTree(inner, blobIds).rawPaths().stream().map(p -> folder + p).toList();
  }
}
