package dev.conclave.activities.search.source;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What a file is for, as far as its path tells. */
public enum PathKind {
  SOURCE,
  TEST,
  EXAMPLE,
  DOCUMENTATION,
  BENCHMARK,
  GENERATED;

  private static final Set<String> TESTS =
      words(
          "test tests testing spec specs __tests__ __mocks__ testdata fixtures e2e it androidtest"
              + " testfixtures integration-tests");
  private static final Set<String> EXAMPLES =
      words("example examples sample samples demo demos tutorial tutorials");
  private static final Set<String> DOCUMENTS = words("doc docs documentation website");
  private static final Set<String> BENCHMARKS =
      words("bench benches benchmark benchmarks jmh perf");
  private static final Set<String> GENERATED_FOLDERS =
      words("generated gen dist autogen __generated__ __snapshots__");
  private static final Pattern TEST_NAME =
      Pattern.compile(
          "(?:test_.*|.*_test|.*_spec|.*[-.](?:test|spec|e2e|cy)|.*[a-z0-9](?:Tests?|Spec|IT|TestCase)|Test[A-Z].*|conftest)");

  /** The kind of a path; the folder nearest to the file decides. */
  public static PathKind of(String path) {
    String[] segments = path.split("/", -1);
    String name = segments[segments.length - 1];
    if (TEST_NAME.matcher(stem(name)).matches()) {
      return TEST;
    }
    for (int i = segments.length - 2; i >= 0; i--) {
      String segment = segments[i].toLowerCase(Locale.ROOT);
      if (TESTS.contains(segment) || segment.endsWith("-test") || segment.endsWith("-tests")) {
        return TEST;
      } else if (EXAMPLES.contains(segment)) {
        return EXAMPLE;
      } else if (BENCHMARKS.contains(segment)) {
        return BENCHMARK;
      } else if (GENERATED_FOLDERS.contains(segment)) {
        return GENERATED;
      } else if (DOCUMENTS.contains(segment)) {
        return DOCUMENTATION;
      }
    }
    return isProse(path) ? DOCUMENTATION : SOURCE;
  }

  /** Whether a file is written for people. */
  static boolean isProse(String path) {
    return path.toLowerCase(Locale.ROOT)
        .matches("(?s).*(?:\\.(?:md|rst|adoc|txt|mdx|org)|license|changelog)");
  }

  /** A file's name without what follows its last dot; a leading dot does not count. */
  public static String stem(String name) {
    int dot = name.lastIndexOf('.');
    return dot <= 0 ? name : name.substring(0, dot);
  }

  private static Set<String> words(String words) {
    return Set.of(words.split(" "));
  }
}
