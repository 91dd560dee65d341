package dev.conclave.client.terminal;

/**
 * What output is laid out for.
 *
 * @param width columns, at least {@link #NARROWEST}
 * @param color whether escape sequences for color are wanted
 * @param piped whether a program reads along: what it may take apart by lines is not wrapped
 * @param program how the user calls the command
 */
public record Screen(int width, boolean color, boolean piped, ProgramName program) {
  /** Narrower terminals are written to as if they had so many columns. */
  public static final int NARROWEST = 60;

  /** Wider lines are hard to read: a page uses no more of a wide terminal. */
  public static final int WIDEST = 140;

  /** A file or a pipe. */
  public static final Screen PLAIN = new Screen(100, false, true, ProgramName.INSTALLED);

  public Screen {
    width = Math.max(NARROWEST, Math.min(WIDEST, width));
  }

  /** A terminal. */
  public Screen(int width, boolean color) {
    this(width, color, false, ProgramName.INSTALLED);
  }

  /** The same for whoever calls the command so. */
  public Screen calledAs(ProgramName name) {
    return new Screen(width, color, piped, name);
  }

  /** Colors of meaning. */
  public enum Ink {
    PLAIN(""),
    STRONG("1"),
    FAINT("2"),
    GOOD("32"),
    CAREFUL("33"),
    BAD("31"),
    NAME("36");

    private final String code;

    Ink(String code) {
      this.code = code;
    }
  }

  /** Colors a text when color is wanted. */
  public String paint(Ink ink, String text) {
    return color && ink != Ink.PLAIN && !text.isEmpty()
        ? "\u001b[" + ink.code + "m" + text + "\u001b[0m"
        : text;
  }
}
