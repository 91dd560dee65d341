package dev.conclave.activities.search.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The files of a folder as they are now: what Git tracks and what it does not ignore, or every file
 * where there is no Git. Symbolic links are not followed, so nothing outside the folder is read.
 */
public final class DirectoryTree implements SourceTree {
  private static final Duration LISTING_LIMIT = Duration.ofSeconds(60);
  private static final int LISTING_BYTES = 256 << 20;

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
    for (String path : new TreeSet<>(paths())) {
      Optional<BasicFileAttributes> attributes = attributes(path);
      if (attributes.isPresent() && attributes.get().isRegularFile()) {
        file(path, attributes.get()).ifPresent(files::add);
      }
    }
    blobIds.save();
    return files;
  }

  @Override
  public byte[] read(SourceFile file) throws IOException {
    Path path = root.resolve(file.path());
    if (!path.toRealPath().startsWith(root)) {
      throw new IOException("leads out of the folder: " + file.path());
    }
    if (Files.size(path) > Eligibility.MAX_BYTES) {
      throw new IOException("grew over the limit: " + file.path());
    }
    return Files.readAllBytes(path);
  }

  private Optional<SourceFile> file(String path, BasicFileAttributes attributes) {
    if (attributes.size() > Eligibility.MAX_BYTES) {
      return Optional.of(new SourceFile(path, "", attributes.size()));
    }
    return blobIds
        .of(path, root.resolve(path), attributes)
        .map(id -> new SourceFile(path, id, attributes.size()));
  }

  private Optional<BasicFileAttributes> attributes(String path) {
    try {
      return Optional.of(
          Files.readAttributes(
              root.resolve(path), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    } catch (IOException | java.nio.file.InvalidPathException e) {
      return Optional.empty(); // deleted but still tracked, or gone meanwhile
    }
  }

  private List<String> paths() throws IOException {
    Optional<String> listed =
        new GitOutput(root, LISTING_LIMIT, LISTING_BYTES)
            .text("ls-files", "-z", "-c", "-o", "--exclude-standard");
    if (listed.isEmpty()) {
      return FolderWalk.paths(root);
    }
    List<String> paths = new ArrayList<>();
    for (String path : listed.get().split("\0", -1)) {
      if (path.isEmpty() || path.startsWith(".workflow/")) {
        continue;
      }
      if (path.endsWith("/") || Files.isDirectory(root.resolve(path), LinkOption.NOFOLLOW_LINKS)) {
        nested(path.endsWith("/") ? path : path + "/").forEach(paths::add);
      } else {
        paths.add(path);
      }
    }
    return paths;
  }

  /** A nested repository or a submodule is listed by its own Git, under its folder. */
  private List<String> nested(String folder) throws IOException {
    Path inner = root.resolve(folder);
    if (!Files.exists(inner.resolve(".git"))) {
      return List.of();
    }
    return new DirectoryTree(inner, blobIds).paths().stream().map(p -> folder + p).toList();
  }
}
