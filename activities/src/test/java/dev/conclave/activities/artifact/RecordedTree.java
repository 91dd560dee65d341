package dev.conclave.activities.artifact;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The recorded tree of the session in the test resources. */
record RecordedTree(Path root) implements SourceView {

  @Override
  public List<String> lines(String path, int from, int to) {
    if (path.indexOf('\0') >= 0) {
      return List.of();
    }
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
  public List<Use> uses(Set<String> paths) {
    String filters = "src/main/java/shop/api/ApiFilters.java";
    return paths.contains(filters)
        ? List.of(new Use(filters, "src/main/java/shop/auth/TokenCheck.java", Relationship.IMPORTS))
        : List.of();
  }
}
