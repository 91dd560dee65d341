package dev.conclave.activities.discussion;

import java.util.List;

/** A sentence of the program's own, in both languages it speaks. */
public record Label(String en, String zh) {

  /** Whether this is its wording in either language. */
  public boolean is(String words) {
    return words.equals(en) || words.equals(zh);
  }

  /** The wording for a session: that of its first language, English when it is neither. */
  public String in(List<String> languages) {
    return !languages.isEmpty() && languages.get(0).startsWith("zh") ? zh : en;
  }
}
