package dev.conclave.activities.planning;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What a person included or excluded, where it names files: a path, a folder with all in it, or a
 * pattern such as {@code src/**}{@code /*.py}; one without a slash is matched in every folder.
 * Pure.
 */
final class ScopePattern {
  private static final Pattern WILDCARD = Pattern.compile("[*?\\[{]");

  private final String path;
  private final Optional<PathMatcher> pattern;

  private ScopePattern(String path, Optional<PathMatcher> pattern) {
    this.path = path;
    this.pattern = pattern;
  }

  /** Empty when the text names no files but is words, such as {@code the billing module}. */
  static Optional<ScopePattern> of(String text, PlanFacts facts) {
    Optional<String> path = PlanPaths.inside(text);
    if (path.isEmpty()) {
      return Optional.empty();
    }
    String plain = path.get();
    if (facts.exists(plain)) {
      return Optional.of(new ScopePattern(plain, Optional.empty()));
    }
    boolean words = plain.chars().anyMatch(Character::isWhitespace);
    boolean wild = WILDCARD.matcher(plain).find();
    if (words || !(wild || plain.contains("/") || plain.contains("."))) {
      return Optional.empty();
    }
    return wild
        ? matcher(plain).map(found -> new ScopePattern(plain, Optional.of(found)))
        : Optional.of(new ScopePattern(plain, Optional.empty()));
  }

  private static Optional<PathMatcher> matcher(String pattern) {
    String anywhere = pattern.contains("/") ? pattern : "{" + pattern + ",**/" + pattern + "}";
    try {
      return Optional.of(FileSystems.getDefault().getPathMatcher("glob:" + anywhere));
    } catch (PatternSyntaxException e) {
      return Optional.empty();
    }
  }

  /** Whether it holds a file: itself, or through a folder that it is in. */
  boolean holds(String file) {
    if (pattern.isEmpty()) {
      return file.equals(path) || file.startsWith(path + "/");
    }
    for (Path at = Path.of(file); at != null; at = at.getParent()) {
      if (pattern.get().matches(at)) {
        return true;
      }
    }
    return false;
  }
}
