package dev.conclave.activities.workspace;

/**
 * A file of a tree.
 *
 * @param path relative to the workspace, with {@code /}
 * @param blob names its content
 * @param size in bytes
 * @param kind what it is
 */
public record TreeFile(String path, String blob, long size, Kind kind) {

  /** What a tree holds. */
  public enum Kind {
    FILE,
    EXECUTABLE,
    LINK;

    static Kind ofMode(String mode) {
      return switch (mode) {
        case "120000" -> LINK;
        case "100755" -> EXECUTABLE;
        default -> FILE;
      };
    }
  }
}
