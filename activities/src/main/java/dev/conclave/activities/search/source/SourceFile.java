package dev.conclave.activities.search.source;

/**
 * A file of a tree.
 *
 * @param path relative to the tree's root, with {@code /}; an odd one quoted as by {@link
 *     dev.conclave.activities.git.RawNames#text}
 * @param id changes with the content; empty when it is not known
 * @param bytes length of the content
 */
public record SourceFile(String path, String id, long bytes) {

  /** The last segment of the path. */
  public String name() {
    return nameOf(path);
  }

  /** The last segment of a path, without the quote that ends a quoted one. */
  static String nameOf(String path) {
    int end = path.startsWith("\"") && path.endsWith("\"") ? path.length() - 1 : path.length();
    return path.substring(path.lastIndexOf('/') + 1, Math.max(end, path.lastIndexOf('/') + 1));
  }
}
