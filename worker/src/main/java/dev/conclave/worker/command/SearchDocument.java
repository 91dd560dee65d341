package dev.conclave.worker.command;

import dev.conclave.activities.search.CodeSearch;
import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.workflows.temporal.Invisible;
import dev.conclave.workflows.temporal.Words;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

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

  /** The document of a search; with what each score is made of when it is to explain. */
  static SearchDocument of(
      String query,
      Path repo,
      CodeSearch search,
      long millis,
      List<RankedFile> files,
      boolean explain) {
    return new SearchDocument(
        query,
        repo.toAbsolutePath().normalize().toString(),
        search.backend(),
        millis,
        search.notes(),
        files.stream()
            .map(
                file ->
                    new Result(
                        file.path(),
                        Math.round(file.score() * 1e4) / 1e4,
                        file.language().title(),
                        file.symbols(),
                        file.lines(),
                        why(file),
                        explain ? Optional.of(file.explanation()) : Optional.empty()))
            .toList());
  }

  /** The same for people. */
  static void printTable(PrintWriter out, List<RankedFile> files, boolean explain) {
    int rank = 0;
    for (RankedFile file : files) {
      out.printf(Locale.ROOT, "%3d  %.3f  %s%n", ++rank, file.score(), place(file));
      if (!file.symbols().isEmpty()) {
        out.println("            " + symbols(file));
      }
      for (RankedFile.BestLine line : file.lines().subList(0, Math.min(2, file.lines().size()))) {
        out.printf(Locale.ROOT, "            %d: %s%n", line.line(), printable(line.text()));
      }
      if (explain) {
        explain(out, file);
      } else {
        out.println("            " + why(file));
      }
    }
  }

  private static void explain(PrintWriter out, RankedFile file) {
    for (RankedFile.Share share : file.explanation().factors()) {
      out.printf(
          Locale.ROOT,
          "            %-10s %.3f = %.3f × %.2f  %s%n",
          share.factor().key(),
          share.points(),
          share.value(),
          share.weight(),
          printable(share.because()));
    }
    if (file.explanation().damping() != 1) {
      out.printf(
          Locale.ROOT,
          "            damped     × %.2f  %s%n",
          file.explanation().damping(),
          file.explanation().kind());
    }
  }

  private static String place(RankedFile file) {
    String path = printable(file.path());
    return file.lines().isEmpty() ? path : path + ":" + file.lines().get(0).line();
  }

  private static String symbols(RankedFile file) {
    return file.symbols().stream()
        .limit(4)
        .map(s -> "%s %s:%d".formatted(Words.of(s.kind()), s.name(), s.line()))
        .collect(Collectors.joining(", "));
  }

  private static String why(RankedFile file) {
    return printable(file.explanation().why());
  }

  /** Text of a repository must not steer the terminal. */
  private static String printable(String text) {
    return Invisible.removed(text.replaceAll("\\p{Cntrl}", " "));
  }
}
