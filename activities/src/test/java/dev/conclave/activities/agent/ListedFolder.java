package dev.conclave.activities.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Calls work in one folder; what is in it after a call and was not before counts as changed. */
final class ListedFolder {
  private final Path folder;
  private final String prompt;
  final List<String> events = new ArrayList<>();

  ListedFolder(Path folder, String prompt) {
    this.folder = folder;
    this.prompt = prompt;
  }

  String prompt() {
    return prompt;
  }

  WorkingFolder open() {
    List<String> before = files();
    events.add("open");
    return new WorkingFolder() {
      @Override
      public Path path() {
        return folder;
      }

      @Override
      public List<String> changedPaths() {
        return files().stream().filter(file -> !before.contains(file)).toList();
      }

      @Override
      public void discard() {
        events.add("discard");
      }

      @Override
      public void detach() {
        events.add("detach");
      }

      @Override
      public void close() {
        events.add("close");
      }
    };
  }

  private List<String> files() {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(file -> folder.relativize(file).toString()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
