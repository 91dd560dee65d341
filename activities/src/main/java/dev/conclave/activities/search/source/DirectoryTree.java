package dev.conclave.activities.search.source;

import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.workspace.Listing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * The files of a folder as they are now: what Git tracks and what it does not ignore; where there
 * is no Git, what {@code .gitignore} files leave. Symbolic links are not followed. A file's id is
 * made of its size, time and inode.
 */
public final class DirectoryTree implements SourceTree {
  /** A file that changed this lately has no id: its next change could keep the same time. */
  private static final long RACY_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Path root;
  private final Path scratch;

  private DirectoryTree(Path root, Path scratch) {
    this.root = root;
    this.scratch = scratch;
  }

  /**
   * A folder.
   *
   * @param scratch folder for what Git needs where the tree has no repository; made when missing
   * @throws IOException when the folder is missing or no folder; the message names it
   */
  public static DirectoryTree of(Path folder, Path scratch) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new IOException("not a folder: " + folder + "; name an existing one");
    }
    return new DirectoryTree(folder.toRealPath(), scratch);
  }

  /** The folder, links resolved. */
  public Path root() {
    return root;
  }

  @Override
  public Iterable<SourceFile> files() {
    Listing listing = Listing.of(new Git(), root, scratch);
    TreeSet<String> paths = new TreeSet<>();
    listing.files().forEach(raw -> paths.add(RawNames.text(raw)));
    List<SourceFile> files = new ArrayList<>();
    paths.forEach(path -> file(path).ifPresent(files::add));
    listing.unreadable().forEach(path -> files.add(new SourceFile(path, "", 0)));
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

  private Optional<SourceFile> file(String path) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(
              RawNames.resolve(root, path), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      long changed = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
      long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
      String id = attributes.size() + "-" + changed + "-" + attributes.fileKey();
      return attributes.isRegularFile()
          ? Optional.of(
              new SourceFile(path, now - changed < RACY_NANOS ? "" : id, attributes.size()))
          : Optional.empty();
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
