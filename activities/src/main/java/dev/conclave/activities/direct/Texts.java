package dev.conclave.activities.direct;

import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.SourceFile;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.activities.search.source.SourceTree;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** The lines of a tree's files, each file read once. */
final class Texts {
  private static final Pattern IMPORT =
      Pattern.compile("^\\s*(?:import|from|use|using|require|#include|package|//|#|\\*)\\b?");

  private final SourceTree tree;
  private final Runnable step;
  private final Map<String, List<String>> read = new HashMap<>();

  /**
   * The texts of a tree.
   *
   * @param step run before each is looked at; what it throws ends the work
   */
  Texts(SourceTree tree, Runnable step) {
    this.tree = tree;
    this.step = step;
  }

  /** The lines of a file; none when it cannot be read. */
  List<String> lines(IndexedFile file) {
    step.run();
    return read.computeIfAbsent(file.path(), path -> readLines(file));
  }

  /**
   * The first line, from 1, that calls something by its name or reaches into it. A line that only
   * imports does neither.
   */
  OptionalInt firstCall(IndexedFile file, String name) {
    Pattern call =
        Pattern.compile("(?<![\\w$])" + Pattern.quote(name) + "\\s*(?:[(<{]|\\.\\s*\\w|::)");
    List<String> lines = lines(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.contains(name) && call.matcher(line).find() && !IMPORT.matcher(line).find()) {
        return OptionalInt.of(i + 1);
      }
    }
    return OptionalInt.empty();
  }

  /** The first line, from 1, in which a name stands as a word of its own. */
  OptionalInt firstMention(IndexedFile file, String name) {
    Pattern word = Pattern.compile("(?<![\\w$])" + Pattern.quote(name) + "(?![\\w$])");
    List<String> lines = lines(file);
    int inImport = 0;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.contains(name) && word.matcher(line).find()) {
        if (!line.stripLeading().startsWith("import ")) {
          return OptionalInt.of(i + 1);
        }
        inImport = inImport == 0 ? i + 1 : inImport;
      }
    }
    return inImport == 0 ? OptionalInt.empty() : OptionalInt.of(inImport);
  }

  private List<String> readLines(IndexedFile file) {
    try {
      return SourceText.of(tree.read(new SourceFile(file.path(), file.id(), 0)))
          .map(text -> List.of(text.split("\n", -1)))
          .orElse(List.of());
    } catch (IOException e) {
      return List.of(); // gone meanwhile: nothing is said of it
    }
  }
}
