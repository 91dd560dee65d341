package dev.conclave.activities.search.context;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.workflows.wire.WireMapper;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The commands by which a project is built, tested and linted, each with the file that says so. */
final class BuildCommands {
  private static final Pattern STEP =
      Pattern.compile(
          "(?:build|compile|test|tests|check|lint|typecheck|type-check|vet|format|fmt)");
  private static final Pattern TARGET = Pattern.compile("(?m)^(\\.?[\\w-]+):(?!=)");

  /** What a tool's own file tells without being read. */
  private static final Map<String, String> USUAL =
      Map.ofEntries(
          Map.entry("pom.xml", "mvn verify"),
          Map.entry("mvnw", "./mvnw verify"),
          Map.entry("gradlew", "./gradlew build"),
          Map.entry("Cargo.toml", "cargo build, cargo test"),
          Map.entry("go.mod", "go build ./..., go test ./..."),
          Map.entry("Rakefile", "bundle exec rake"),
          Map.entry(".rspec", "bundle exec rspec"),
          Map.entry("phpunit.xml.dist", "vendor/bin/phpunit"),
          Map.entry(
              "CMakeLists.txt", "cmake -B build && cmake --build build, ctest --test-dir build"),
          Map.entry("tox.ini", "tox"),
          Map.entry("noxfile.py", "nox"),
          Map.entry(".pre-commit-config.yaml", "pre-commit run --all-files"));

  /** What a line of a Python project's file tells. */
  private static final Map<String, String> PYTHON =
      Map.of(
          "[tool.tox", "tox",
          "[tool.pytest", "pytest",
          "[tool.ruff", "ruff check",
          "[tool.mypy", "mypy");

  private BuildCommands() {}

  /** The files of a project's root that may say something. */
  static List<String> telling(Set<String> paths) {
    return Stream.concat(
            Stream.of("package.json", "composer.json", "Makefile", "pyproject.toml"),
            USUAL.keySet().stream().sorted())
        .filter(paths::contains)
        .toList();
  }

  /** The commands that one of them tells, as {@code command (file)}. */
  static List<String> in(String path, String text) {
    Set<String> commands = new TreeSet<>();
    switch (path) {
      case "package.json" -> scripts(text, "npm run ", commands);
      case "composer.json" -> scripts(text, "composer ", commands);
      case "Makefile" -> {
        Matcher target = TARGET.matcher(text);
        while (target.find()) {
          if (STEP.matcher(target.group(1)).matches()) {
            commands.add("make " + target.group(1));
          }
        }
      }
      case "pyproject.toml" ->
          PYTHON.forEach(
              (line, command) -> {
                if (text.contains(line)) {
                  commands.add(command);
                }
              });
      default -> commands.add(USUAL.getOrDefault(path, ""));
    }
    return commands.stream()
        .filter(command -> !command.isEmpty())
        .map(command -> command + " (" + path + ")")
        .toList();
  }

  private static void scripts(String json, String runner, Set<String> commands) {
    try {
      WireMapper.get()
          .readTree(json)
          .path("scripts")
          .fieldNames()
          .forEachRemaining(
              name -> {
                if (STEP.matcher(name).lookingAt() && !name.contains(":watch")) {
                  commands.add(runner + name);
                }
              });
    } catch (JsonProcessingException e) {
      commands.clear(); // a template, not JSON
    }
  }
}
