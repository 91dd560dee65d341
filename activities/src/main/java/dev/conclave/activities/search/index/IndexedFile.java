package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.Symbol;
import java.util.List;

/**
 * What the index keeps of a file beside its terms.
 *
 * @param imports what it takes from elsewhere, as it writes it
 */
public record IndexedFile(
    String path, Language language, List<Symbol> symbols, List<String> imports) {

  /** What the file is for. */
  public PathKind kind() {
    return PathKind.of(path);
  }

  /** The path without the file's name; empty at the root. */
  public String directory() {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  /** The file's name without its extension. */
  public String stem() {
    return PathKind.stem(PathKind.name(path));
  }
}
