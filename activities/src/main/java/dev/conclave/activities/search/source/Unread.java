package dev.conclave.activities.search.source;

import java.util.List;
import java.util.Optional;

/** Says which files a search could not read; what is left out on purpose is no matter of it. */
public final class Unread {
  private static final int NAMED = 3;

  private Unread() {}

  /** One line; empty when everything was read. */
  public static Optional<String> note(List<String> paths) {
    if (paths.isEmpty()) {
      return Optional.empty();
    }
    String named = String.join(", ", paths.subList(0, Math.min(NAMED, paths.size())));
    return Optional.of(
        (paths.size() == 1 ? "1 file" : paths.size() + " files")
            + " not read, since this user may not or the disk refuses: "
            + named
            + (paths.size() > NAMED ? ", …" : ""));
  }
}
