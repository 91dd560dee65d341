package dev.conclave.activities.agent;

import dev.conclave.activities.workspace.CallPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A working folder that reports every entry created during a call. */
final class ListedFolder implements CallPlace {
  private final Path folder;
  private final List<String> events;
  private final List<String> before;

  /** Records the operations in events. */
  ListedFolder(Path folder, List<String> events) {
    this.folder = folder;
    this.events = events;
    this.before = files();
    events.add("open");
  }

  @Override
  public Path path() {
    return folder;
  }

  @Override
  public List<String> changedPaths() {
    return files().stream().filter(file -> !before.contains(file)).toList();
  }

  @Override
  public void detach() {
    events.add("detach");
  }

  @Override
  public void close() {
    events.add("close");
  }

  private List<String> files() {
    try (Stream<Path> files = Files.walk(path())) {
      return files.map(file -> path().relativize(file).toString()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
