package dev.conclave.client.view;

/**
 * One displayed line.
 *
 * @param mark prefix: a sign, an id or a name; empty for none
 */
public record Line(Tone tone, String mark, String text) {
  public static Line warning(String text) {
    return new Line(Tone.CAREFUL, "!", text);
  }
}
