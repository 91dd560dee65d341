package dev.conclave.client.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** The place for session folders in a workspace: looked at before a session is started. */
public final class SessionPlace {
  private static final String ELSEWHERE = "or name a copy of the repository with --repo.";

  private SessionPlace() {}

  /**
   * Whether a session's folder can be made.
   *
   * @throws Refusal when it cannot, naming the fix
   */
  public static void require(Path workspace) {
    Path there = workspace;
    for (Path part : SessionFolders.IN_WORKSPACE) {
      Path next = there.resolve(part);
      if (!Files.exists(next, LinkOption.NOFOLLOW_LINKS)) {
        break;
      }
      if (!Files.isDirectory(next, LinkOption.NOFOLLOW_LINKS)) {
        throw new Refusal(
            "%s is a %s, and has to be a folder that the session's folder is made in: move it away, %s"
                .formatted(next, Files.isSymbolicLink(next) ? "link" : "file", ELSEWHERE));
      }
      there = next;
    }
    if (!Files.isWritable(there) || !Files.isExecutable(there)) {
      throw new Refusal(
          "The session's folder cannot be made in %s: %s, %s"
              .formatted(
                  there,
                  readOnly(there)
                      ? "its file system is read-only; mount it writable"
                      : "you may not write there; change its permissions",
                  ELSEWHERE));
    }
  }

  private static boolean readOnly(Path folder) {
    try {
      return Files.getFileStore(folder).isReadOnly();
    } catch (IOException e) {
      return false;
    }
  }
}
