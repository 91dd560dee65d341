package dev.conclave.workflows.temporal;

import java.util.regex.Pattern;

/** A text as a POSIX shell takes it for one word, in a command line for copying. */
public final class ShellWord {

  /**
   * What means itself wherever it stands. So not {@code ~}, which is a home directory; {@code =},
   * which makes an assignment of a command's name; {@code %}, which is a job.
   */
  private static final Pattern BARE = Pattern.compile("[A-Za-z0-9_./:@,+-]+");

  private ShellWord() {}

  /** As it is where that is safe, else between apostrophes. */
  public static String of(String text) {
    return BARE.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
