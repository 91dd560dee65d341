package dev.conclave.client.view;

/**
 * A line of what is shown.
 *
 * @param mark stands in front: a sign, an id or a name; empty for none
 */
public record Line(Tone tone, String mark, String text) {
  /** What the reader should beware of. */
  public static Line warning(String text) {
    return new Line(Tone.CAREFUL, "!", text);
  }
}
