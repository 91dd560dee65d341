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

/** The texts of a tree's files, each file read once as long as all of them are not too much. */
final class Texts {
  /** In characters; what comes after it is read again whenever it is asked for. */
  private static final long MOST_KEPT = 32L << 20;

  private final SourceTree tree;
  private final Runnable step;
  private final Map<String, String> read = new HashMap<>();
  private final Map<String, Layers> layers = new HashMap<>();
  private long kept;

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
    String known = read.get(file.path());
    if (known != null) {
      return known;
    }
    String text = content(file);
    if (keeps(text.length())) {
      read.put(file.path(), text);
    }
    return text;
  }

  private boolean keeps(long characters) {
    boolean keeps = kept + characters <= MOST_KEPT;
    kept += keeps ? characters : 0;
    return keeps;
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
    Layers known = layers.get(file.path());
    if (known != null) {
      return known;
    }
    Layers parsed = SourceParser.layers(file.path(), text(file));
    if (keeps(3L * parsed.code().length())) {
      layers.put(file.path(), parsed);
    }
    return parsed;
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
