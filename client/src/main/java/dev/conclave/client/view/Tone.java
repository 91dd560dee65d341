package dev.conclave.client.view;

/** The meaning of a text: a terminal gives it a color, a web page a class. */
public enum Tone {
  PLAIN,
  STRONG,
  FAINT,
  GOOD,
  CAREFUL,
  BAD,
  NAME
}
