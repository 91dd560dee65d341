package dev.conclave.activities.search.source;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The purpose of a file according to its path. */
public enum PathKind {
  SOURCE,
  TEST,
  EXAMPLE,
  DOCUMENTATION,
  BENCHMARK,
  GENERATED;

  private static final Map<String, PathKind> FOLDERS = new HashMap<>();

  static {
    folders(
        TEST,
        "test tests testing spec specs __tests__ __mocks__ testdata fixtures e2e it androidtest"
            + " testfixtures integration-tests");
    folders(EXAMPLE, "example examples sample samples demo demos tutorial tutorials");
    folders(DOCUMENTATION, "doc docs documentation website");
    folders(BENCHMARK, "bench benches benchmark benchmarks jmh perf");
    folders(GENERATED, "generated gen dist autogen __generated__ __snapshots__");
  }

  private static final Pattern TEST_NAME =
      Pattern.compile(
          "(?:test_.*|.*_test|.*_spec|.*[-.](?:test|spec|e2e|cy)|.*[a-z0-9](?:Tests?|Spec|IT|TestCase)|Test[A-Z].*|conftest)");

  /** Returns the kind of a path; the folder closest to the file decides. */
  public static PathKind of(String path) {
    String[] segments = path.split("/", -1);
    if (TEST_NAME.matcher(stem(name(path))).matches()) {
      return TEST;
    }
    for (int i = segments.length - 2; i >= 0; i--) {
      String segment = segments[i].toLowerCase(Locale.ROOT).replaceFirst("^_(?=[a-z])", "");
      PathKind kind =
          segment.endsWith("-test") || segment.endsWith("-tests")
              ? TEST
              : FOLDERS.getOrDefault(segment, SOURCE);
      if (kind != SOURCE) {
        return kind;
      }
    }
    return isProse(path) ? DOCUMENTATION : SOURCE;
  }

  /** Returns whether a file is meant for people rather than programs. */
  static boolean isProse(String path) {
    return path.toLowerCase(Locale.ROOT)
        .matches("(?s).*(?:\\.(?:md|rst|adoc|txt|mdx|org)|license|changelog)");
  }

  private static final Pattern ASSET =
      Pattern.compile(
          "(?i).*\\.(?:png|jpe?g|gif|webp|svg|ico|bmp|pdf|woff2?|ttf|otf|eot|mp[34]|wav|webm|lock|snap|map)"
              + "|(?:package-lock|npm-shrinkwrap)\\.json|pnpm-lock\\.yaml|go\\.sum|bun\\.lockb");

  /** Returns whether a file is an image, font or lockfile, which people do not edit. */
  public static boolean isAsset(String path) {
    return ASSET.matcher(name(path)).matches();
  }

  /** Returns the last segment of a path, without the closing quote of a quoted path. */
  public static String name(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return path.startsWith("\"") ? name.replaceFirst("\"$", "") : name;
  }

  /** Returns a name without its last extension; a leading dot does not start an extension. */
  public static String stem(String name) {
    int dot = name.lastIndexOf('.');
    return dot <= 0 ? name : name.substring(0, dot);
  }

  private static void folders(PathKind kind, String names) {
    Stream.of(names.split(" ")).forEach(name -> FOLDERS.put(name, kind));
  }
}
