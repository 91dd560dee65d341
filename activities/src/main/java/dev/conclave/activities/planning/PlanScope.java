package dev.conclave.activities.planning;

import com.google.re2j.Pattern;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.workflows.discussion.Scope;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * The files that a plan may touch, as far as the scope names paths, folders or glob patterns. A
 * pattern without a slash matches in every folder.
 */
public final class PlanScope {
  private static final Pattern PATH = Pattern.compile("\\S*[/.]\\S*");
  private static final Pattern WILDCARD = Pattern.compile("[*?\\[{]");

  private final Scope scope;
  private final List<Predicate<String>> included;
  private final List<Predicate<String>> excluded;

  public PlanScope(Scope scope, TreeFacts facts) {
    this.scope = scope;
    this.included = scope.included().stream().flatMap(text -> files(text, facts)).toList();
    this.excluded = scope.excluded().stream().flatMap(text -> files(text, facts)).toList();
  }

  /** Returns why a file is out of scope, as the end of a sentence; empty if it is in scope. */
  public Optional<String> objection(String file) {
    if (excluded.stream().anyMatch(pattern -> pattern.test(file))) {
      return Optional.of("which the user excluded (" + String.join(", ", scope.excluded()) + ")");
    }
    // An inclusion in plain words may cover any file.
    boolean limited = !included.isEmpty() && included.size() == scope.included().size();
    return limited && included.stream().noneMatch(pattern -> pattern.test(file))
        ? Optional.of(
            "which is outside what the user included (" + String.join(", ", scope.included()) + ")")
        : Optional.empty();
  }

  private static Stream<Predicate<String>> files(String text, TreeFacts facts) {
    String path = TreeFacts.inside(text).orElse("");
    boolean wild = WILDCARD.matcher(path).find();
    if (facts.exists(path) || (!wild && PATH.matcher(path).matches())) {
      return Stream.of(file -> file.equals(path) || file.startsWith(path + "/"));
    }
    return wild && path.matches("\\S+") ? pattern(path) : Stream.empty();
  }

  private static Stream<Predicate<String>> pattern(String path) {
    String anywhere = path.contains("/") ? path : "{" + path + ",**/" + path + "}";
    try {
      PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + anywhere);
      return Stream.of(
          file ->
              Stream.iterate(Path.of(file), at -> at != null, Path::getParent)
                  .anyMatch(matcher::matches));
    } catch (PatternSyntaxException e) {
      return Stream.empty();
    }
  }
}
