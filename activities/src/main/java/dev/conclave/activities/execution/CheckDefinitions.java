package dev.conclave.activities.execution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Pattern;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.workflows.text.WireMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
          "(?i)(?:gnu|bsd)?makefile(?:\\.am|\\.in)?|.*\\.mk|justfile|rakefile|.*\\.rake|taskfile\\.ya?ml|noxfile\\.py|tox\\.(?:ini|toml)"
              + "|\\.?pytest\\.(?:ini|toml)|setup\\.cfg|\\.coveragerc|conftest\\.py|(?:site|user)customize\\.py|.*\\.pth"
              // A file of this name in the working folder is imported instead of the runner.
              + "|(?:_?pytest|unittest|doctest|coverage|tox|nox|nose)\\.py"
              + "|\\.rspec|phpunit[\\w.-]*\\.xml(?:\\.dist)?|codeception\\.ya?ml|\\.mocharc(?:\\..*)?|\\.nycrc(?:\\..*)?|\\.c8rc(?:\\..*)?"
              + "|(?:jest|vitest|vite|karma|playwright|cypress|ava|wdio|nightwatch|eslint|biome|babel)\\.(?:[\\w-]+\\.)*[cm]?[jt]sx?"
              + "|(?:jest|vitest|cypress|playwright|biome|eslint)\\.(?:[\\w-]+\\.)*json|setuptests\\.\\w+|\\.babelrc(?:\\..*)?|tsconfig\\.(?:spec|test)\\.json"
              + "|\\.eslintrc(?:\\..*)?|\\.npmrc|\\.yarnrc(?:\\.ya?ml)?|\\.pnpmfile\\.c?js|deno\\.jsonc?|bunfig\\.toml|bun\\.test\\..*|\\.golangci\\.ya?ml|go\\.work|go\\.env"
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

  private static final List<String> DEPENDENCIES =
      List.of(
          ("dependencies devDependencies optionalDependencies peerDependencies overrides"
                  + " resolutions")
              .split(" "));

  /** A dependency on code of the repository, which could replace a test runner. */
  private static final Pattern LOCAL =
      Pattern.compile("(?i)(?:file|link|portal):.*|(?:\\.{0,2}|~)/.*");

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

  private static final Pattern GRADLE = Pattern.compile(".*\\.gradle(?:\\.kts)?");

  private static final Pattern GRADLE_DEPENDENCY =
      Pattern.compile(
          "(?m)^\\s*(?:implementation|api|compileOnly|runtimeOnly|annotationProcessor|kapt|ksp"
              + "|test(?:Implementation|CompileOnly|RuntimeOnly))[\\s(]+[\\w.\"':${}+-]+\\)?\\s*$");

  private static final Pattern CMAKE_TEST =
      Pattern.compile("(?i).*(?:enable_testing|add_test|discover_tests|set_tests_properties).*");

  /** Can end the process of a Go package's tests before they run. */
  private static final Pattern TEST_MAIN =
      Pattern.compile(".*\\bfunc\\s+(?:TestMain|init)\\s*\\(.*");

  /** A line without statements, or the blob id of an empty file. */
  private static final Pattern NO_CODE = Pattern.compile("\\s*(?:#.*|\"\"\"[^\"]*\"\"\"|\\w*)\\s*");

  private static final Pattern TEST_PROGRAM =
      Pattern.compile("(?i)(?:run[_-]?)?tests?\\.(?:[cm]?[jt]s|py|rb|pl|php)");

  private static final Pattern SCRIPT =
      Pattern.compile(
          "(?i:.*\\.(?:sh|bash|zsh|ps1|bat|cmd|mk))"
              + "|(?:(?:.*[^A-Za-z])?(?:run)?(?i:tests?|checks?|verify|lint)"
              + "|.*[a-z](?:Tests?|Checks?|Verify|Lint))(?:[^a-z/][^/]*)?");

  private static final Pattern INTERPRETER =
      Pattern.compile("(?:.*/)?(?:python[\\d.]*|node|ruby|perl|php|sh|bash)");

  private static final Pattern COMMANDS = Pattern.compile("[;&|()\\n]+");
  private static final Pattern WORDS = Pattern.compile("[\\s<>\"'`=]+");

  /** Takes the existing files that the command lines run as programs, also after a {@code cd}. */
  static CheckDefinitions of(List<String> lines, Predicate<String> exists) {
    Set<String> programs = new HashSet<>();
    for (String line : lines) {
      String folder = "";
      for (String command : COMMANDS.split(line)) {
        boolean interpreted = false;
        String before = "";
        for (String word : WORDS.split(command)) {
          boolean module = before.equals("-m");
          String path =
              module
                  ? word.replace('.', '/') + ".py"
                  : word.startsWith("./") ? word.substring(2) : word;
          List<String> found = Stream.of(path, folder + path).filter(exists).toList();
          if (interpreted || module || word.startsWith("./") || SCRIPT.matches(path)) {
            programs.addAll(found);
          }
          folder = before.equals("cd") ? folder + (path.endsWith("/") ? path : path + "/") : folder;
          // The first file is the program; modules and code have none.
          interpreted =
              INTERPRETER.matches(word)
                  || (interpreted && found.isEmpty() && !word.equals("-m") && !word.equals("-c"));
          before = word;
        }
      }
    }
    return new CheckDefinitions(programs);
  }

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
          MAVEN_DEPENDENCY
              .matcher(text)
              .replaceAll("")
              .replaceAll("\\s+", " ")
              .replace("> <", "><")
              .replace("<dependencies></dependencies>", "")
              .strip();
      case "__init__.py" ->
          // Runs before the tests of its folder.
          isTest(path) && !text.lines().allMatch(NO_CODE::matches) ? text : "";
      case "CMakeLists.txt" -> lines(text, CMAKE_TEST);
      default ->
          GRADLE.matches(name)
              ? GRADLE_DEPENDENCY.matcher(text).replaceAll("").replaceAll("\\s+", " ").strip()
              : name.endsWith("_test.go") ? lines(text, TEST_MAIN) : "";
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
    return whole(text)
        .map(
            root -> {
              ObjectNode kept = root.deepCopy().retain(OF_PACKAGE);
              for (String field : DEPENDENCIES) {
                local(root, field)
                    .forEach(name -> kept.set(field + " " + name, root.path(field).path(name)));
              }
              return kept;
            });
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
    Optional<ObjectNode> old = whole(before.isEmpty() ? "{}" : before);
    return PACKAGES.contains(PathKind.name(path)) && old.isPresent()
        ? whole(now).map(root -> restored(old.get(), root).toPrettyString())
        : Optional.empty();
  }

  private static ObjectNode restored(ObjectNode before, ObjectNode now) {
    ObjectNode made = now.deepCopy().remove(OF_PACKAGE);
    made.setAll(before.deepCopy().retain(OF_PACKAGE));
    for (String field : DEPENDENCIES) {
      Set<String> names = new HashSet<>(local(before, field));
      names.addAll(local(now, field));
      if (!names.isEmpty()) {
        ObjectNode all =
            made.get(field) instanceof ObjectNode there ? there : made.putObject(field);
        all.remove(names);
        names.stream()
            .filter(before.path(field)::has)
            .forEach(name -> all.set(name, before.path(field).path(name)));
      }
    }
    return made;
  }

  private static List<String> local(ObjectNode root, String field) {
    List<String> names = new ArrayList<>();
    root.path(field)
        .fields()
        .forEachRemaining(
            one -> {
              if (LOCAL.matches(one.getValue().asText())) {
                names.add(one.getKey());
              }
            });
    return names;
  }
}
