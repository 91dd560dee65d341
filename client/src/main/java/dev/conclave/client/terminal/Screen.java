package dev.conclave.client.terminal;

import dev.conclave.client.view.Tone;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What output is laid out for.
 *
 * @param width columns, at least {@link #NARROWEST}
 * @param color whether escape sequences for color are wanted
 * @param piped whether a program reads along: what it may take apart by lines is not wrapped
 * @param program how the user calls the command, such as {@code ./conclave} in a checkout
 */
public record Screen(int width, boolean color, boolean piped, String program) {
  /** Narrower terminals are written to as if they had so many columns. */
  public static final int NARROWEST = 60;

  /** Wider lines are hard to read: a page uses no more of a wide terminal. */
  public static final int WIDEST = 140;

  private static final String INSTALLED = "conclave";

  /** A file or a pipe. */
  public static final Screen PLAIN = new Screen(100, false, true, INSTALLED);

  /** The command with one of its words behind it; no part of a path or another word. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?<![\\w./-])conclave(?= (?:--|init|plan|analyze|context|review|resume|rm|approver-key|search|list|show|watch|export"
              + "|answer|decide|clarify|confirm|cancel|up|down|status|logs|worker|doctor"
              + "|codec-server|help|completion|COMMAND)\\b)");

  public Screen {
    width = Math.max(NARROWEST, Math.min(WIDEST, width));
  }

  public Screen(int width, boolean color) {
    this(width, color, false, INSTALLED);
  }

  public Screen calledAs(String name) {
    return new Screen(width, color, piped, name);
  }

  public String paint(Tone tone, String text) {
    String code =
        switch (tone) {
          case PLAIN -> "";
          case STRONG -> "1";
          case FAINT -> "2";
          case GOOD -> "32";
          case CAREFUL -> "33";
          case BAD -> "31";
          case NAME -> "36";
        };
    return color && !code.isEmpty() && !text.isEmpty()
        ? "\u001b[" + code + "m" + text + "\u001b[0m"
        : text;
  }

  /** A text of ours whose commands can be copied as the user types them. */
  public String typed(String text) {
    return program.equals(INSTALLED)
        ? text
        : COMMAND.matcher(text).replaceAll(Matcher.quoteReplacement(program));
  }
}
