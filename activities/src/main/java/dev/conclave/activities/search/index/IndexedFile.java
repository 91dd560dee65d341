package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.Symbol;
import java.util.List;

/** A file as stored in the index, besides its terms; imports are as written. */
public record IndexedFile(
    String path, Language language, List<Symbol> symbols, List<String> imports) {

  /** Returns a file for which only the imports matter. */
  public static IndexedFile importing(String path, List<String> imports) {
    return new IndexedFile(path, Language.of(path), List.of(), imports);
  }

  public PathKind kind() {
    return PathKind.of(path);
  }

  public String directory() {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  public String stem() {
    return PathKind.stem(PathKind.name(path));
  }
}
