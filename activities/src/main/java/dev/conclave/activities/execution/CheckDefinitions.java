package dev.conclave.activities.execution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Pattern;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.workflows.text.WireMapper;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds the files, or parts of files, that define what a project's checks run and when they pass.
 * Changing these can make a check pass without its tests.
 *
 * @param programs files of the repository that the command lines of checks run
 */
record CheckDefinitions(Set<String> programs) {
  /** File names of test runners and of their settings. */
  private static final Pattern NAMES =
      Pattern.compile(
          "(?i)(?:gnu|bsd)?makefile(?:\\.am|\\.in)?|.*\\.mk|justfile|rakefile|taskfile\\.ya?ml|noxfile\\.py|tox\\.(?:ini|toml)"
              + "|\\.?pytest\\.(?:ini|toml)|setup\\.cfg|\\.coveragerc|conftest\\.py|(?:site|user)customize\\.py|.*\\.pth"
              // A file of this name in the working folder is imported instead of the runner.
              + "|(?:_?pytest|unittest|doctest|coverage|tox|nox|nose)\\.py"
              + "|\\.rspec|phpunit[\\w.-]*\\.xml(?:\\.dist)?|codeception\\.ya?ml|\\.mocharc(?:\\..*)?|\\.nycrc(?:\\..*)?|\\.c8rc(?:\\..*)?"
              + "|(?:jest|vitest|vite|karma|playwright|cypress|ava|wdio|nightwatch|eslint|biome|babel)\\.(?:[\\w-]+\\.)*[cm]?[jt]sx?"
              + "|(?:jest|vitest|cypress|playwright|biome|eslint)\\.(?:[\\w-]+\\.)*json|setuptests\\.\\w+|\\.babelrc(?:\\..*)?|tsconfig\\.(?:spec|test)\\.json"
              + "|\\.eslintrc(?:\\..*)?|deno\\.jsonc?|bunfig\\.toml|bun\\.test\\..*|\\.golangci\\.ya?ml|go\\.work|go\\.env"
              + "|gradle\\.properties|settings\\.gradle(?:\\.kts)?|junit-platform\\.properties|testng[\\w-]*\\.xml|mvnw(?:\\.cmd)?|gradlew(?:\\.bat)?"
              + "|.*\\.runsettings|directory\\.build\\.(?:props|targets)|ctestcustom\\.cmake|ctesttestfile\\.cmake|\\.bazelrc"
              + "|\\.pre-commit-config\\.ya?ml|\\.gitlab-ci\\.ya?ml|\\.travis\\.ya?ml|\\.?appveyor\\.ya?ml|azure-pipelines\\.ya?ml|jenkinsfile"
              + "|(?:[\\w.-]*[_.-])?(?:tests?|checks?|verify|lint|coverage|ci)(?:[_.-][\\w.-]*)?\\.(?:sh|bash|zsh|ps1|bat|cmd)");

  /** Folders whose files all belong to a test runner or to continuous integration. */
  private static final Pattern FOLDERS =
      Pattern.compile(
          "(?i)(?:.*/)?(?:\\.github|\\.gitlab|\\.circleci|\\.buildkite|\\.husky|\\.mvn|\\.cargo|\\.config/nextest|gradle/wrapper|\\.?ci)/.*"
              + "|(?:_?pytest|unittest|buildsrc)/.*");

  private static final Set<String> PACKAGES = Set.of("package.json", "composer.json");

  private static final List<String> OF_PACKAGE =
      List.of(
          ("scripts jest mocha ava c8 nyc vitest tap xo babel eslintConfig cypress workspaces"
                  + " autoload-dev")
              .split(" "));

  /** TOML tables for metadata and dependencies, which do not define checks. */
  private static final Pattern FREE_TABLE =
      Pattern.compile(
          "\\[+\\s*(?:project|dependency-groups|features|tool\\.(?:poetry|uv|setuptools|flit|hatch\\.(?:version|metadata))"
              + "|(?:.*\\.)?(?:dev-|build-)?dependencies)\\s*[.\\]].*");

  /** A key of {@code [package]} that does not affect tests. */
  private static final Pattern FREE_KEY =
      Pattern.compile(
          "(?:name|version|description|authors|license|readme|keywords|repository)\\s*=.*");

  private static final Pattern MAVEN_DEPENDENCY =
      Pattern.compile(
          "<dependency>(?:\\s*<(?:groupId|artifactId|version|scope|type|classifier|optional)>[^<]*</\\w+>)*\\s*</dependency>");

  private static final Pattern GRADLE_DEPENDENCY =
      Pattern.compile(
          "(?m)^\\s*(?:implementation|api|compileOnly|runtimeOnly|annotationProcessor|kapt|ksp"
              + "|test(?:Implementation|CompileOnly|RuntimeOnly))[\\s(]+[\\w.\"':${}+-]+\\)?\\s*$");

  private static final Pattern CMAKE_TEST =
      Pattern.compile("(?i).*(?:enable_testing|add_test|discover_tests|set_tests_properties).*");

  /** Can end the process of a Go package's tests before they run. */
  private static final Pattern TEST_MAIN = Pattern.compile("\\s*func\\s+TestMain\\s*\\(.*");

  private static final Pattern TEST_PROGRAM =
      Pattern.compile("(?i)(?:run[_-]?)?tests?\\.(?:[cm]?[jt]s|py|rb|pl|php)");

  private static final Pattern SCRIPT =
      Pattern.compile("(?i).*\\.(?:sh|bash|zsh|ps1|bat|cmd|mk)|.*(?:test|check|verify|lint)[^/]*");

  private static final Pattern BREAK = Pattern.compile("[\\s;&|()<>\"'`=]+");

  /** Takes the existing files that the command lines run as programs. */
  static CheckDefinitions of(List<String> lines, Predicate<String> exists) {
    Set<String> programs = new HashSet<>();
    for (String line : lines) {
      for (String word : BREAK.split(line)) {
        String path = word.startsWith("./") ? word.substring(2) : word;
        if (exists.test(path) && (word.startsWith("./") || SCRIPT.matches(path))) {
          programs.add(path);
        }
      }
    }
    return new CheckDefinitions(programs);
  }

  /** Whether a path is that of a test file or a test program. */
  static boolean isTest(String path) {
    return PathKind.of(path) == PathKind.TEST || TEST_PROGRAM.matches(PathKind.name(path));
  }

  /**
   * Returns the part of a file that defines checks; empty if there is none.
   *
   * @param text empty if the file does not exist
   */
  String in(String path, String text) {
    String name = PathKind.name(path);
    if (programs.contains(path) || NAMES.matches(name) || FOLDERS.matches(path)) {
      return text;
    }
    return switch (name) {
      case "package.json", "composer.json" -> json(text).map(ObjectNode::toString).orElse(text);
      case "pyproject.toml", "Cargo.toml" -> tables(text);
      case "pom.xml" ->
          MAVEN_DEPENDENCY.matcher(text).replaceAll("").replaceAll("\\s+", " ").strip();
      case "build.gradle", "build.gradle.kts" ->
          GRADLE_DEPENDENCY.matcher(text).replaceAll("").replaceAll("\\s+", " ").strip();
      case "CMakeLists.txt" -> lines(text, CMAKE_TEST);
      default -> name.endsWith("_test.go") ? lines(text, TEST_MAIN) : "";
    };
  }

  private static String lines(String text, Pattern pattern) {
    return text.lines().filter(pattern::matches).collect(Collectors.joining("\n"));
  }

  private static String tables(String toml) {
    StringBuilder kept = new StringBuilder();
    boolean free = false;
    for (String line : toml.lines().map(String::strip).toList()) {
      free = line.startsWith("[") ? FREE_TABLE.matches(line) : free;
      if (!free && !line.isEmpty() && !FREE_KEY.matches(line)) {
        kept.append(line).append('\n');
      }
    }
    return kept.toString();
  }

  private static Optional<ObjectNode> json(String text) {
    return whole(text).map(root -> root.retain(OF_PACKAGE));
  }

  private static Optional<ObjectNode> whole(String text) {
    try {
      return Optional.of(WireMapper.get().readTree(text))
          .filter(ObjectNode.class::isInstance)
          .map(ObjectNode.class::cast);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the current text of a package file with its original checks; empty if they cannot be
   * restored.
   */
  static Optional<String> restored(String path, String before, String now) {
    Optional<ObjectNode> old = json(before.isEmpty() ? "{}" : before);
    return PACKAGES.contains(PathKind.name(path)) && old.isPresent()
        ? whole(now)
            .map(root -> root.remove(OF_PACKAGE).<ObjectNode>setAll(old.get()).toPrettyString())
        : Optional.empty();
  }
}
