package dev.conclave.worker.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.workflows.temporal.Invisible;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The outcome of a search as people and programs read it. */
record SearchResults(
    String query,
    Path repo,
    String backend,
    long millis,
    List<String> notes,
    List<RankedFile> files) {

  void printTable(PrintWriter out, boolean explain) {
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

  void printJson(PrintWriter out, boolean explain) {
    SearchDocument document =
        new SearchDocument(
            query,
            repo.toAbsolutePath().normalize().toString(),
            backend,
            millis,
            notes,
            files.stream().map(file -> result(file, explain)).toList());
    try {
      out.println(WireMapper.get().writerWithDefaultPrettyPrinter().writeValueAsString(document));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("strings and numbers are always JSON", e);
    }
  }

  private static SearchDocument.Result result(RankedFile file, boolean explain) {
    return new SearchDocument.Result(
        file.path(),
        Math.round(file.score() * 1e4) / 1e4,
        file.language().title(),
        file.symbols(),
        file.lines(),
        why(file),
        explain ? Optional.of(file.explanation()) : Optional.empty());
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
        .map(s -> Words.of(s.kind()) + " " + s.name() + ":" + line(s))
        .collect(Collectors.joining(", "));
  }

  private static String line(Symbol symbol) {
    return Integer.toString(symbol.line());
  }

  private static String why(RankedFile file) {
    return file.explanation().factors().stream()
        .limit(2)
        .map(share -> printable(share.because()))
        .collect(Collectors.joining("; "));
  }

  /** Text of a repository must not steer the terminal. */
  private static String printable(String text) {
    return Invisible.removed(text.replaceAll("\\p{Cntrl}", " "));
  }
}
