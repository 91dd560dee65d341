package dev.conclave.client.view;

import dev.conclave.workflows.text.Language;

/**
 * One displayed line.
 *
 * @param mark prefix: a sign, an id or a name; empty for none
 */
public record Line(Tone tone, String mark, String text) {
  public static Line warning(String text) {
    return new Line(Tone.CAREFUL, "!", text);
  }

  /** Returns the line with the program's words in a language. */
  public Line in(Language language) {
    return new Line(tone, language.sentence(mark), language.sentence(text));
  }

  /** Whether it belongs to the line before it. */
  public boolean isUnder() {
    return text.startsWith("  ");
  }

  /** Whether it has several lines, such as the output of a program. */
  public boolean isBlock() {
    return text.indexOf('\n') >= 0;
  }
}
