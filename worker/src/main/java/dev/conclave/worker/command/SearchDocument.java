package dev.conclave.worker.command;

import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.activities.search.source.Symbol;
import java.util.List;
import java.util.Optional;

/**
 * What {@code search --json} prints.
 *
 * @param repo absolute path of the folder
 * @param backend that answered
 * @param notes what went otherwise than usual
 * @param results best first
 */
record SearchDocument(
    String query,
    String repo,
    String backend,
    long durationMs,
    List<String> notes,
    List<Result> results) {

  /**
   * A file.
   *
   * @param score the best file's is 1
   * @param why in short
   * @param explanation of the score; only with {@code --explain}
   */
  record Result(
      String path,
      double score,
      String language,
      List<Symbol> symbols,
      List<RankedFile.BestLine> lines,
      String why,
      Optional<RankedFile.Explanation> explanation) {}
}
