package dev.conclave.activities.planning;

import dev.conclave.workflows.temporal.Invisible;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Paths as plans name them: relative to the workspace, with /, inside it. */
public final class PlanPaths {
  private static final List<String> NOT_OURS = List.of("", ".", "..", ".git", "~");

  private PlanPaths() {}

  /** One spelling for one file; empty when the path leaves the workspace or names nothing. */
  public static Optional<String> inside(String path) {
    String plain = path.strip().replace('\\', '/');
    while (plain.startsWith("./")) {
      plain = plain.substring(2);
    }
    while (plain.endsWith("/")) {
      plain = plain.substring(0, plain.length() - 1);
    }
    boolean drive = plain.length() > 1 && plain.charAt(1) == ':';
    boolean stray =
        drive
            || Invisible.isIn(plain)
            || plain.chars().anyMatch(Character::isISOControl)
            || List.of(plain.toLowerCase(Locale.ROOT).split("/", -1)).stream()
                .anyMatch(NOT_OURS::contains);
    return stray ? Optional.empty() : Optional.of(plain);
  }

  /** Whether work on one path may disturb work on the other: the same, or one holds the other. */
  public static boolean overlap(String one, String other) {
    return one.equals(other) || other.startsWith(one + "/") || one.startsWith(other + "/");
  }
}
