package dev.conclave.activities.agent;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Marks data in a prompt with a word that the data's author could not know. */
record Fence(String word) {
  private static final SecureRandom RANDOM = new SecureRandom();

  static Fence random() {
    byte[] bytes = new byte[5];
    RANDOM.nextBytes(bytes);
    return new Fence("DATA-" + HexFormat.of().formatHex(bytes));
  }

  /** Returns the text as fenced data, without the fence word. */
  String around(String label, String text) {
    String open = "<<<" + word + " " + label.replaceAll("\\s+", " ").strip() + "\n";
    return open + text.replace(word, "DATA").stripTrailing() + "\n" + word + ">>>";
  }
}
