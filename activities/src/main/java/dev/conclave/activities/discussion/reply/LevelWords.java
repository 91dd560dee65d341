package dev.conclave.activities.discussion.reply;

import dev.conclave.workflows.discussion.Level;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The words agents use for an effort or a risk. */
final class LevelWords {
  private static final Pattern LOW =
      Pattern.compile(
          "very low|low|small|minor|minimal|trivial|easy|simple|tiny|xs|s|低|小|较低|很低|容易|简单");
  private static final Pattern MEDIUM =
      Pattern.compile(
          "medium|med|moderate|mid|average|normal|m|中|中等|一般|适中|medium[ -](low|high)|low[ -](to[ -])?medium");
  private static final Pattern HIGH =
      Pattern.compile(
          "high|very high|large|big|major|significant|hard|complex|severe|critical|xl|l|高|大|较高|很高|困难|复杂"
              + "|medium[ -]to[ -]high");

  private LevelWords() {}

  /** The level that a word names; empty for a word that names none. */
  static Optional<Level> of(String given) {
    String word = given.strip().toLowerCase(Locale.ROOT);
    Optional<Level> whole = exactly(word);
    return whole.isPresent() ? whole : exactly(word.split("[\\s(,;:/（，；：—–]", 2)[0]);
  }

  private static Optional<Level> exactly(String word) {
    if (LOW.matcher(word).matches()) {
      return Optional.of(Level.LOW);
    }
    if (MEDIUM.matcher(word).matches()) {
      return Optional.of(Level.MEDIUM);
    }
    return HIGH.matcher(word).matches() ? Optional.of(Level.HIGH) : Optional.empty();
  }
}
