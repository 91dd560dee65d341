package dev.conclave.client.terminal;

import dev.conclave.workflows.text.ControlCharacters;
import org.jline.utils.AttributedString;

/**
 * Makes text that an agent or a repository wrote safe to print: no escape sequence, control
 * character or change of writing direction reaches the terminal.
 */
public final class Printable {
  private Printable() {}

  /** Keeps line ends and turns tabs into spaces. */
  public static String text(String text) {
    String plain = text.replace("\r\n", "\n").replace("\t", "    ");
    if (plain.indexOf('\u001b') >= 0) {
      plain = AttributedString.stripAnsi(plain);
    }
    return ControlCharacters.removed(plain);
  }

  /** On one line, runs of white space as one space. */
  public static String line(String text) {
    return text(text).replaceAll("\\s+", " ").strip();
  }
}
