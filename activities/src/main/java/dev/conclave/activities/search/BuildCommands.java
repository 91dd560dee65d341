package dev.conclave.activities.search;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands by which a project is built, tested and linted, as files of its root tell them. */
final class BuildCommands {
  private static final String STEP =
      "((?:build|compile|test|check|lint|typecheck|type-check|vet|format|fmt)[\\w:-]*)";

  /** A script of a JSON file, unlike the version of a dependency. */
  private static final String SCRIPT =
      "\"(?![\\w:-]*:watch)" + STEP + "\"\\s*:\\s*\"(?![\\^~<>=*\\d])";

  /**
   * By file and by what stands in it: the command, {@code $1} being what the pattern's group found.
   */
  static final Map<String, Map<String, String>> TOLD =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("package.json", Map.of(SCRIPT, "npm run $1")),
              Map.entry("composer.json", Map.of(SCRIPT, "composer $1")),
              Map.entry("Makefile", Map.of("(?m)^\\.?" + STEP + ":(?!=)", "make $1")),
              Map.entry(
                  "pyproject.toml",
                  Map.of(
                      "\\[tool\\.(tox|pytest|mypy)\\b", "$1", "\\[tool\\.(ruff)\\b", "$1 check")),
              Map.entry("pom.xml", Map.of("", "mvn verify")),
              Map.entry("mvnw", Map.of("", "./mvnw verify")),
              Map.entry("gradlew", Map.of("", "./gradlew build")),
              Map.entry("Cargo.toml", Map.of("", "cargo build, cargo test")),
              Map.entry("go.mod", Map.of("", "go build ./..., go test ./...")),
              Map.entry("Rakefile", Map.of("", "bundle exec rake")),
              Map.entry(".rspec", Map.of("", "bundle exec rspec")),
              Map.entry("phpunit.xml.dist", Map.of("", "vendor/bin/phpunit")),
              Map.entry("CMakeLists.txt", Map.of("", "cmake -B build && cmake --build build")),
              Map.entry("tox.ini", Map.of("", "tox")),
              Map.entry("noxfile.py", Map.of("", "nox")),
              Map.entry(".pre-commit-config.yaml", Map.of("", "pre-commit run --all-files"))));

  private BuildCommands() {}

  /** The commands that a file of {@link #TOLD} tells, as {@code command (file)}. */
  static Set<String> in(String path, String text) {
    Set<String> commands = new TreeSet<>();
    TOLD.getOrDefault(path, Map.of())
        .forEach(
            (sign, command) -> {
              Matcher matcher = Pattern.compile(sign).matcher(text);
              for (boolean found = matcher.find();
                  found;
                  found = !sign.isEmpty() && matcher.find()) {
                String step = matcher.groupCount() > 0 ? matcher.group(1) : "";
                commands.add(command.replace("$1", step) + " (" + path + ")");
              }
            });
    return commands;
  }
}
