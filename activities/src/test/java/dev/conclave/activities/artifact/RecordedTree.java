package dev.conclave.activities.artifact;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The recorded tree of the session in the test resources. */
record RecordedTree(Path root) implements SourceView {

  @Override
  public List<String> lines(String path, int from, int to) {
    Path file = root.resolve(path);
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    try {
      List<String> all = Files.readAllLines(file);
      return from > all.size() ? List.of() : all.subList(from - 1, Math.min(to, all.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<Use> uses(String path) {
    return path.endsWith("ApiFilters.java")
        ? List.of(new Use("src/main/java/shop/auth/TokenCheck.java", Relationship.IMPORTS))
        : List.of();
  }
}
