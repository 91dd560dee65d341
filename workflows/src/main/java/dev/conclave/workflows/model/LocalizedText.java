package dev.conclave.workflows.model;

import dev.conclave.workflows.text.Cut;
import java.util.List;

/**
 * A text in both session languages.
 *
 * @param zh empty without a Chinese text
 */
public record LocalizedText(String en, String zh) {

  public static LocalizedText of(String en) {
    return new LocalizedText(en, "");
  }

  /** Returns a copy with at most this many characters per language. */
  public LocalizedText shortened(int characters) {
    return new LocalizedText(Cut.shorten(en, characters), Cut.shorten(zh, characters));
  }

  /** Appends another text; in Chinese, a missing part falls back to English. */
  public LocalizedText and(String between, LocalizedText other) {
    boolean chinese = !zh.isBlank() || !other.zh.isBlank();
    return new LocalizedText(
        en + between + other.en,
        chinese
            ? (zh.isBlank() ? en : zh) + between + (other.zh.isBlank() ? other.en : other.zh)
            : "");
  }

  /** Returns the text in the session's first language, or in English if missing. */
  public String in(List<String> languages) {
    boolean chinese = !languages.isEmpty() && languages.get(0).startsWith("zh");
    return chinese && !zh.isBlank() ? zh : en;
  }
}
