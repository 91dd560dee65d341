package dev.conclave.workflows.model;

import dev.conclave.workflows.text.Cut;
import java.util.List;

/**
 * A text in both languages that a session can have.
 *
 * @param zh empty when nobody gave the Chinese
 */
public record LocalizedText(String en, String zh) {

  public static LocalizedText of(String en) {
    return new LocalizedText(en, "");
  }

  /** The same with at most so many characters in each language. */
  public LocalizedText shortened(int characters) {
    return new LocalizedText(Cut.shown(en, characters), Cut.shown(zh, characters));
  }

  /** The same with another text behind it; in Chinese as far as both are there in it. */
  public LocalizedText and(String between, LocalizedText other) {
    boolean chinese = !zh.isBlank() || !other.zh.isBlank();
    return new LocalizedText(
        en + between + other.en,
        chinese
            ? (zh.isBlank() ? en : zh) + between + (other.zh.isBlank() ? other.en : other.zh)
            : "");
  }

  /** The wording for a session: that of its first language, English where the other is missing. */
  public String in(List<String> languages) {
    boolean chinese = !languages.isEmpty() && languages.get(0).startsWith("zh");
    return chinese && !zh.isBlank() ? zh : en;
  }
}
