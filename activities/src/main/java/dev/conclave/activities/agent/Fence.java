package dev.conclave.activities.agent;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Marks data in a prompt with a word that nobody who wrote the data could know. */
record Fence(String word) {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** A new word. */
  static Fence random() {
    byte[] bytes = new byte[8];
    RANDOM.nextBytes(bytes);
    return new Fence("DATA-" + HexFormat.of().formatHex(bytes));
  }

  /** The text as data. A text that holds the word, against all odds, loses it. */
  String around(String label, String text) {
    String open = "<<<" + word + " " + label.replaceAll("\\s+", " ").strip() + "\n";
    return open + text.replace(word, "DATA").stripTrailing() + "\n" + word + ">>>";
  }
}
