package dev.conclave.activities.direct;

/** A sentence of the program's own, in both languages of the artifacts. */
record Phrase(String en, String zh) {

  /** The same in both, for names and quotations. */
  static Phrase same(String text) {
    return new Phrase(text, text);
  }

  /** With the place that bears it out, as findings cite it. */
  Phrase citing(String file, int line) {
    String place = " [" + file + ":" + line + "]";
    return new Phrase(en + place, zh + place);
  }
}
