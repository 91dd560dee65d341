package dev.conclave.worker.command;

import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.search.CodeSearch;
import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.worker.HostContext;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.ExitCodes;
import dev.conclave.workflows.text.Words;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code conclave search}: ranks the files of a repository for a query. */
@Command(
    name = "search",
    description = "Rank the files of a repository for a query; needs no server.",
    footer = {
      "",
      "The index is kept in the data folder, never in the repository.",
      "",
      "Examples:",
      "  conclave search \"where is the request rate limited\"",
      "  conclave search RateLimiter --repo ../shop --format paths --limit 5",
      "",
      "Exit codes: 0 found, 1 nothing found or the search failed, 2 usage."
    })
class SearchCommand extends LocalCommand {
  private static final int MOST = 1000;

  private static final String INDENT = " ".repeat(12);

  @Option(
      names = "--repo",
      paramLabel = "DIR",
      description = "The folder to search (default: the current one).")
  private Path repo = Path.of(".");

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Number of files to list, 1-" + MOST + " (default: ${DEFAULT-VALUE}).")
  private int limit = 20;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "table, json, or paths: one path per line, best first (default: table).")
  private String format = "table";

  @Option(
      names = "--json",
      description = "Print one JSON document on standard output; same as --format json.")
  private boolean json;

  @Option(names = "--explain", description = "Show the parts of each score.")
  private boolean explain;

  @Option(
      names = "--query-file",
      paramLabel = "FILE",
      description = "Read the query from a file; - reads standard input.")
  private String queryFile = "";

  @Parameters(
      arity = "0..*",
      paramLabel = "[QUERY]",
      hideParamSyntax = true,
      description = "Words, names or both, in English or Chinese.")
  private List<String> words = List.of();

  record SearchDocument(
      String query,
      String repo,
      String backend,
      long durationMs,
      List<String> notes,
      List<Result> results) {}

  /**
   * A ranked file.
   *
   * @param score 1 for the best file
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

  @Override
  HostContext context() {
    return HostContext.ignoringConfigurationErrors(unread -> {});
  }

  @Override
  int run(HostContext host) throws IOException {
    String query = query();
    if (limit < 1 || limit > MOST) {
      throw usage("--limit takes 1 to " + MOST + ", not " + limit);
    }
    String printed = json ? "json" : format.toLowerCase(Locale.ROOT);
    if (!Set.of("table", "json", "paths").contains(printed)) {
      throw usage("unknown format \"" + format + "\": use table, json or paths");
    }
    if (!Files.isDirectory(repo)) {
      throw usage("--repo: not a folder: " + repo + "; use an existing folder");
    }
    long start = System.nanoTime();
    host.folder().create(); // an index contains source code, so only its owner may read it
    try (CodeSearch search =
        CodeSearch.ofFolder(
            repo,
            host.folder(),
            words -> say("conclave: " + words + " …"),
            new SecretFilter()::redact)) {
      List<RankedFile> files = search.rank(query, limit);
      long millis = (System.nanoTime() - start) / 1_000_000;
      search.notes().forEach(note -> say("conclave: " + note));
      if (files.isEmpty()) {
        say("conclave: nothing found; try other words, or names from the code");
      }
      switch (printed) {
        case "paths" -> files.forEach(file -> out().println(printable(file.path())));
        case "json" ->
            printJson(
                new SearchDocument(
                    query,
                    repo.toAbsolutePath().normalize().toString(),
                    search.backend(),
                    millis,
                    search.notes(),
                    files.stream().map(this::result).toList()));
        default -> printTable(files);
      }
      return files.isEmpty() ? ExitCodes.FAILED : ExitCodes.DONE;
    } catch (IOException | UncheckedIOException | GitFailed | ApplicationFailure e) {
      say(
          "conclave: the search failed: "
              + (e instanceof ApplicationFailure refused
                  ? refused.getOriginalMessage()
                  : e.getMessage()));
      return ExitCodes.FAILED;
    }
  }

  private String query() {
    String query = String.join(" ", words).strip();
    if (!queryFile.isEmpty()) {
      if (!query.isEmpty()) {
        throw usage("use a query or --query-file, not both");
      }
      try {
        query =
            new String(
                queryFile.equals("-")
                    ? System.in.readAllBytes()
                    : Files.readAllBytes(Path.of(queryFile)),
                StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw usage("--query-file: cannot read " + queryFile + "; use a readable text file");
      }
    }
    if (query.isBlank()) {
      throw usage("The query is empty; write for example \"rate limiting\"");
    }
    return query.strip();
  }

  private Result result(RankedFile file) {
    return new Result(
        file.path(),
        Math.round(file.score() * 1e4) / 1e4,
        file.language().title(),
        file.symbols(),
        file.lines(),
        why(file),
        explain ? Optional.of(file.explanation()) : Optional.empty());
  }

  private void printTable(List<RankedFile> files) {
    int rank = 0;
    for (RankedFile file : files) {
      String line = file.lines().isEmpty() ? "" : ":" + file.lines().get(0).line();
      print("%3d  %.3f  %s%s", ++rank, file.score(), file.path(), line);
      if (!file.symbols().isEmpty()) {
        print(
            "%s%s",
            INDENT,
            file.symbols().stream()
                .limit(4)
                .map(s -> "%s %s:%d".formatted(Words.of(s.kind()), s.name(), s.line()))
                .collect(Collectors.joining(", ")));
      }
      file.lines().stream()
          .limit(2)
          .forEach(best -> print("%s%d: %s", INDENT, best.line(), best.text()));
      if (explain) {
        explain(file.explanation());
      } else {
        print("%s%s", INDENT, language.console(why(file)));
      }
    }
  }

  private void explain(RankedFile.Explanation explanation) {
    for (RankedFile.Share share : explanation.factors()) {
      print(
          "%s%-10s %.3f = %.3f × %.2f  %s",
          INDENT,
          share.factor().key(),
          share.points(),
          share.value(),
          share.weight(),
          language.console(share.because()));
    }
    if (explanation.damping() != 1) {
      print(
          "%s%s × %.2f  %s",
          INDENT,
          padded(language.console("damped"), 10),
          explanation.damping(),
          explanation.kind());
    }
  }

  private static String why(RankedFile file) {
    return printable(file.explanation().why());
  }

  private void print(String format, Object... values) {
    out().println(printable(String.format(Locale.ROOT, format, values)));
  }

  private static String printable(String text) {
    return ControlCharacters.removed(text.replaceAll("\\p{Cntrl}", " "));
  }
}
