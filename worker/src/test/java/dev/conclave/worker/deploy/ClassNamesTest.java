package dev.conclave.worker.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Class and package names in scripts, services and pages, which no compiler checks. */
class ClassNamesTest {
  private static final Path ROOT = Path.of(System.getProperty("conclave.root", ".."));
  private static final Pattern NAME = Pattern.compile("\\bdev[./]conclave(?:[./][A-Za-z]\\w*)+");

  /** Foreign, generated or recorded files: a stack trace names classes of its time. */
  private static final Set<String> SKIPPED =
      Set.of(".git", ".workflow", "histories", "node_modules", "target");

  @Test
  void every_class_and_package_named_in_a_file_exists() throws Exception {
    List<Path> sources = sources();
    List<String> there = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (Path file : files()) {
      Matcher name = NAME.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
      while (name.find()) {
        String path = name.group().replaceFirst("\\.java$", "").replace('.', '/');
        boolean found = sources.stream().anyMatch(source -> isIn(source, path));
        (found ? there : missing).add(ROOT.relativize(file) + ": " + name.group());
      }
    }

    assertThat(there)
        .contains(
            "conclave: dev.conclave.client.command.Conclave",
            "deploy/conclave: dev.conclave.client.command.Conclave");
    assertThat(missing).isEmpty();
  }

  private static boolean isIn(Path source, String name) {
    return Files.isDirectory(source.resolve(name))
        || Files.isRegularFile(source.resolve(name + ".java"));
  }

  /** Returns the code and resource folders of every module. */
  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.filter(each -> Files.exists(each.resolve("pom.xml"))).toList()) {
        for (String kind : List.of("main/java", "main/resources", "test/java", "test/resources")) {
          sources.add(module.resolve("src").resolve(kind));
        }
      }
    }
    return sources;
  }

  /** Returns every file of the project except Java code. */
  private static List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return !folder.equals(ROOT) && SKIPPED.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && !file.toString().endsWith(".java")) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }
}
