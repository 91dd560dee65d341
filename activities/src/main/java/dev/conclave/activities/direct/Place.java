package dev.conclave.activities.direct;

import dev.conclave.activities.search.history.Commit;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.symbols.Symbol;
import java.util.List;
import java.util.Optional;

/**
 * A likely place of the change, and what the tree and its history show of it.
 *
 * @param symbol that the task concerns; empty when it is the file as a whole
 * @param line where that stands, from 1
 * @param why the search named it
 * @param commits that changed it, newest first
 * @param together files that often changed in the same commits
 * @param todos marks in the file that somebody left
 */
record Place(
    IndexedFile file,
    Optional<Symbol> symbol,
    int line,
    String why,
    Usage usage,
    List<Commit> commits,
    List<CoChange> together,
    List<Mark> todos) {

  String path() {
    return file.path();
  }

  /** Of the symbol; the file's stem when there is none. */
  String name() {
    return symbol.map(Symbol::name).orElse(file.stem());
  }

  /** What the cited line is to the place. */
  String role() {
    return symbol.isPresent() ? "defines `" + name() + "`" : "a likely place in `" + name() + "`";
  }

  List<Use> users() {
    return usage.sources();
  }

  /** Those of the users that a change may have to reach: no examples, benchmarks and the like. */
  List<Use> adaptable() {
    return users().stream().filter(use -> PathKind.of(use.path()) == PathKind.SOURCE).toList();
  }

  List<Use> tests() {
    return usage.tests();
  }

  List<Use> guards() {
    return usage.guards();
  }

  /** Whether a test is known to hold it. */
  boolean isGuarded() {
    return symbol.isPresent() ? !guards().isEmpty() : !tests().isEmpty();
  }

  /** A file that concerns another, and the line that shows it. */
  record Use(String path, int line, How how) {}

  /** What the line of a use shows. */
  enum How {
    /** It says the symbol's name. */
    NAMES,
    /** It imports the file. */
    IMPORTS,
    /** Nothing: the files are called alike. */
    CALLED_ALIKE
  }

  /** How often a file changed along. */
  record CoChange(String path, int times) {}

  /** A line that somebody marked as unfinished. */
  record Mark(int line, String text) {}
}
