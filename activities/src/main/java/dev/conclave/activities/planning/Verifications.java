package dev.conclave.activities.planning;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Reports verifications and checks that cannot run here because a file that their program reads is
 * missing.
 */
final class Verifications {
  /**
   * A command, a test for the names of files of which it needs one anywhere, and a label for them.
   */
  private record Program(Pattern command, Predicate<String> reads, String called) {
    static Program of(String row) {
      String[] parts = row.strip().split(" :: ");
      Pattern command =
          Pattern.compile("(?:^|[^\\w./-])((?:\\./)?(?:" + parts[0] + ")[\\w:.@/-]*)");
      return new Program(command, Pattern.compile(parts[1])::matches, parts[2]);
    }
  }

  private static final List<Program> PROGRAMS =
      """
      npx\\s+\\S|(?:npm|yarn|pnpm)\\s+(?:-|test|t\\b|run|ci|install|exec|build|lint|start) :: package\\.json :: package.json
      mvnw?\\s+(?:-|clean|compile|test|verify|package|install) :: pom\\.xml :: pom.xml
      gradlew?\\s+(?:-|:|clean|build|test|check) :: (?:build|settings)\\.gradle(?:\\.kts)? :: build.gradle
      go\\s+(?:test|build|vet|run|generate) :: go\\.(?:mod|work) :: go.mod
      cargo\\s+[a-z] :: Cargo\\.toml :: Cargo.toml
      pytest|tox|nox|python3?\\s+-m\\s+(?:pytest|unittest) :: .*\\.py :: Python file
      dotnet\\s+[a-z] :: .*\\.(?:[a-z]*proj|slnx?) :: .NET project
      (?:bundle|rake|rspec)\\s :: Gemfile|Rakefile|.*\\.gemspec :: Gemfile
      composer\\s+[a-z]|phpunit :: composer\\.json|phpunit\\.xml.* :: composer.json
      (?:cmake|ctest)\\s :: CMakeLists\\.txt :: CMakeLists.txt
      mix\\s+[a-z] :: mix\\.exs :: mix.exs
      sbt\\s :: .*\\.sbt :: build.sbt
      swift\\s+(?:test|build|run) :: Package\\.swift :: Package.swift
      """
          .lines()
          .map(Program::of)
          .toList();

  private Verifications() {}

  /**
   * Returns the errors in a task's verification and checks, given a tree and the files that all
   * tasks create.
   */
  static List<String> errors(PlanTask task, List<PlanTask> all, TreeFacts facts) {
    Stream<Optional<String>> errors =
        Stream.concat(
            Stream.of(error(task, "verification", task.verification(), all, facts)),
            task.checks().stream().map(check -> error(task, "check", check, all, facts)));
    return errors.flatMap(Optional::stream).distinct().toList();
  }

  private static Optional<String> error(
      PlanTask task, String what, String said, List<PlanTask> all, TreeFacts facts) {
    for (Program program : PROGRAMS) {
      Matcher command = program.command().matcher(said);
      if (command.find()
          && !facts.hasFile(program.reads())
          && all.stream().noneMatch(one -> creates(one, program.reads()))) {
        return Optional.of(
            "%s: %s \"%s\" cannot run: the repository has no %s, and no task creates one; use a command of this repository."
                .formatted(task.id(), what, command.group(1).strip(), program.called()));
      }
    }
    return Optional.empty();
  }

  private static boolean creates(PlanTask task, Predicate<String> name) {
    return task.files().stream()
        .filter(file -> file.action().equals(PlanFile.CREATE))
        .map(PlanFile::path)
        .anyMatch(path -> name.test(path.substring(path.lastIndexOf('/') + 1)));
  }
}
