package dev.conclave.client.terminal;

import dev.conclave.workflows.text.ControlCharacters;
import org.jline.utils.AttributedString;

/**
 * Sanitizes text from agents and repositories: removes escape sequences, control characters and
 * changes of writing direction.
 */
public final class Printable {
  private Printable() {}

  /** Sanitizes text; keeps newlines and expands tabs. */
  public static String text(String text) {
    String plain = text.replace("\r\n", "\n").replace("\t", "    ");
    if (plain.indexOf('\u001b') >= 0) {
      plain = AttributedString.stripAnsi(plain);
    }
    return ControlCharacters.removed(plain);
  }

  /** Sanitizes text and collapses white space to one line. */
  public static String line(String text) {
    return text(text).replaceAll("\\s+", " ").strip();
  }
}
