package dev.conclave.activities.planning;

import dev.conclave.workflows.discussion.Scope;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The files that a plan may touch, as far as the person's scope names files; what it says in words
 * is for the planner alone. Pure.
 */
public final class PlanScope {
  private final Scope scope;
  private final List<ScopePattern> included;
  private final List<ScopePattern> excluded;
  private final boolean limited;

  private PlanScope(
      Scope scope, List<ScopePattern> included, List<ScopePattern> excluded, boolean limited) {
    this.scope = scope;
    this.included = included;
    this.excluded = excluded;
    this.limited = limited;
  }

  public static PlanScope of(Scope scope, PlanFacts facts) {
    List<ScopePattern> included = patterns(scope.included(), facts);
    return new PlanScope(
        scope,
        included,
        patterns(scope.excluded(), facts),
        // One thing included in words may hold any file.
        !included.isEmpty() && included.size() == scope.included().size());
  }

  private static List<ScopePattern> patterns(List<String> texts, PlanFacts facts) {
    return texts.stream().flatMap(text -> ScopePattern.of(text, facts).stream()).toList();
  }

  /** Why a file is out of scope, as the end of a sentence; empty when it is not. */
  public Optional<String> objection(String file) {
    if (excluded.stream().anyMatch(pattern -> pattern.holds(file))) {
      return Optional.of("which the person excluded (" + String.join(", ", scope.excluded()) + ")");
    }
    return limited && included.stream().noneMatch(pattern -> pattern.holds(file))
        ? Optional.of(
            "which is outside of what the person included ("
                + String.join(", ", scope.included())
                + ")")
        : Optional.empty();
  }

  /**
   * What a person included or excluded, where it names files: a path, a folder with all in it, or a
   * pattern such as {@code src/**}{@code /*.py}; one without a slash is matched in every folder.
   * Pure.
   */
  static final class ScopePattern {
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
}
