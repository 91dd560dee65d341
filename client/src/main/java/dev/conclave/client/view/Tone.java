package dev.conclave.client.view;

/** How a text is meant: a terminal gives it a color, a page a class. */
public enum Tone {
  PLAIN,
  STRONG,
  FAINT,
  GOOD,
  CAREFUL,
  BAD,
  NAME
}
