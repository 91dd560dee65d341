package dev.conclave.workflows.discussion;

import dev.conclave.workflows.temporal.Cut;
import java.util.List;

/**
 * A text in both languages that a session can have.
 *
 * @param zh empty when nobody gave the Chinese
 */
public record Label(String en, String zh) {

  public static Label of(String en) {
    return new Label(en, "");
  }

  /** The same with at most so many characters in each language. */
  public Label shortened(int characters) {
    return new Label(Cut.shown(en, characters), Cut.shown(zh, characters));
  }

  /** The same with another text behind it; in Chinese as far as both are there in it. */
  public Label and(String between, Label other) {
    boolean chinese = !zh.isBlank() || !other.zh.isBlank();
    return new Label(
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
