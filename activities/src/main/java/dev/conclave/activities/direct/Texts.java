package dev.conclave.activities.direct;

import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.SourceFile;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.activities.search.source.SourceTree;
import dev.conclave.activities.search.symbols.Layers;
import dev.conclave.activities.search.symbols.SourceParser;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The texts of a tree's files, each file read once. */
final class Texts {
  private final SourceTree tree;
  private final Runnable step;
  private final Map<String, String> read = new HashMap<>();
  private final Map<String, Layers> layers = new HashMap<>();

  /**
   * The texts of a tree.
   *
   * @param step run before each is looked at; what it throws ends the work
   */
  Texts(SourceTree tree, Runnable step) {
    this.tree = tree;
    this.step = step;
  }

  /** A file's text; empty when it cannot be read. */
  String text(IndexedFile file) {
    step.run();
    return read.computeIfAbsent(file.path(), path -> content(file));
  }

  /** The lines of a file; none when it cannot be read. */
  List<String> lines(IndexedFile file) {
    return split(text(file));
  }

  /** The lines of a file without what its comments and strings say. */
  List<String> code(IndexedFile file) {
    return split(layers(file).code());
  }

  /** The lines of a file without what its comments say. */
  List<String> uncommented(IndexedFile file) {
    return split(layers(file).uncommented());
  }

  /** The lines of a file's comments; what is no comment is blank. */
  List<String> comments(IndexedFile file) {
    return split(layers(file).comments());
  }

  private Layers layers(IndexedFile file) {
    String text = text(file);
    return layers.computeIfAbsent(file.path(), path -> SourceParser.layers(path, text));
  }

  private static List<String> split(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("\n", -1));
  }

  private String content(IndexedFile file) {
    try {
      return SourceText.of(tree.read(new SourceFile(file.path(), file.id(), 0))).orElse("");
    } catch (IOException e) {
      return ""; // gone meanwhile: nothing is said of it
    }
  }
}
