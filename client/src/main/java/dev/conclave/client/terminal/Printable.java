package dev.conclave.client.terminal;

import java.util.regex.Pattern;
import org.jline.utils.AttributedString;

/**
 * Makes text that an agent or a repository wrote safe to print: no escape sequence, control
 * character or change of writing direction reaches the terminal.
 */
public final class Printable {
  private static final Pattern UNSEEN =
      Pattern.compile("[\\p{Cc}\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff&&[^\\n]]");

  private Printable() {}

  /** Keeps line ends and turns tabs into spaces. */
  public static String text(String text) {
    String plain = text.replace("\r\n", "\n").replace("\t", "    ");
    if (plain.indexOf('\u001b') >= 0) {
      plain = AttributedString.stripAnsi(plain);
    }
    return UNSEEN.matcher(plain).replaceAll("");
  }

  /** On one line, runs of white space as one space. */
  public static String line(String text) {
    return text(text).replaceAll("\\s+", " ").strip();
  }
}
