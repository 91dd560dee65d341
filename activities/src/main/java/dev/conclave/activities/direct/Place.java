package dev.conclave.activities.direct;

import dev.conclave.activities.search.history.Commit;
import dev.conclave.activities.search.index.IndexedFile;
import java.util.List;

/**
 * A likely place of the change, and what the tree and its history show of it.
 *
 * @param name of the symbol that the task concerns; the file's stem when it defines none
 * @param line where that stands, from 1
 * @param why the search named it
 * @param users other source files that import or name it
 * @param tests that import or name it
 * @param guards those of the tests that call it by its name, at that line: to import guards nothing
 * @param commits that changed it, newest first
 * @param together files that often changed in the same commits
 * @param todos marks in the file that somebody left
 */
record Place(
    IndexedFile file,
    String name,
    int line,
    String why,
    List<Use> users,
    List<Use> tests,
    List<Use> guards,
    List<Commit> commits,
    List<CoChange> together,
    List<Mark> todos) {

  String path() {
    return file.path();
  }

  /** A file that uses another, and the line that shows it. */
  record Use(String path, int line) {}

  /** How often a file changed along. */
  record CoChange(String path, int times) {}

  /** A line that somebody marked as unfinished. */
  record Mark(int line, String text) {}
}
