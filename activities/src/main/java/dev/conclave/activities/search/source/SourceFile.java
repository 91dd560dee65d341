package dev.conclave.activities.search.source;

/**
 * A file of a tree.
 *
 * @param path relative to the tree's root, with {@code /}
 * @param id names the content: the Git blob id, 40 hexadecimal digits
 * @param bytes length of the content
 */
public record SourceFile(String path, String id, long bytes) {

  /** The last segment of the path. */
  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
