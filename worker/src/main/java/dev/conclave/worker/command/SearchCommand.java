package dev.conclave.worker.command;

import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.search.CodeSearch;
import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.worker.command.LocalCommand.JsonOutput;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.Words;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code conclave search}: the files of a repository that a question concerns, best first. */
@Command(
    name = "search",
    description = "Rank the files of a repository by a question; needs no server.",
    footer = {
      "",
      "The index is kept in the data folder, never in the repository.",
      "",
      "Examples:",
      "  conclave search \"where is the request rate limited\"",
      "  conclave search RateLimiter --repo ../shop --format paths --limit 5",
      "",
      "Exit codes: 0 searched (also when nothing was found), 1 failed, 2 usage."
    })
public final class SearchCommand implements Callable<Integer> {
  private static final int MOST = 1000;

  private enum Format {
    TABLE,
    JSON,
    PATHS
  }

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--repo",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "The folder to search (default: the current one).")
  private Path repo = Path.of(".");

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "At most so many files, 1-" + MOST + " (default: ${DEFAULT-VALUE}).")
  private int limit = 20;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, json, or paths: one path a line, best first (default: table).")
  private String format = "table";

  @Option(
      names = "--json",
      description = "Print one JSON document on standard output; the same as --format json.")
  private boolean json;

  @Option(names = "--explain", description = "Say what each score is made of.")
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
      description = "What to look for, in words, names or both; English or Chinese.")
  private List<String> words = List.of();

  private final DataFolder data;

  /** A search that keeps its indexes in the user's data folder. */
  public SearchCommand() {
    this(DataFolder.of(System.getenv(), DataFolder.home(System.getenv())));
  }

  SearchCommand(Path data) {
    this(new DataFolder(data));
  }

  private SearchCommand(DataFolder data) {
    this.data = data;
  }

  @Override
  public Integer call() {
    String query = query();
    if (limit < 1 || limit > MOST) {
      throw usage("--limit takes 1 to " + MOST + ", not " + limit);
    }
    Format printed =
        json
            ? Format.JSON
            : Words.parse(Format.class, format)
                .orElseThrow(
                    () -> usage("not a format: \"" + format + "\"; take table, json or paths"));
    if (!Files.isDirectory(repo)) {
      throw usage("--repo: not a folder: " + repo + unspelled() + "; name an existing one");
    }
    PrintWriter err = spec.commandLine().getErr();
    long start = System.nanoTime();
    Consumer<String> progress =
        words -> {
          err.println("conclave: " + words + " …");
          err.flush();
        };
    try (CodeSearch search = open(progress)) {
      List<RankedFile> files = search.rank(query, limit);
      long millis = (System.nanoTime() - start) / 1_000_000;
      search.notes().forEach(note -> err.println("conclave: " + note));
      if (files.isEmpty()) {
        err.println("conclave: nothing found; try other words, or names as the code writes them");
      }
      PrintWriter out = spec.commandLine().getOut();
      switch (printed) {
        case TABLE -> SearchDocument.printTable(out, files, explain);
        case JSON ->
            new JsonOutput()
                .print(out, SearchDocument.of(query, repo, search, millis, files, explain));
        case PATHS -> files.forEach(file -> out.println(file.path()));
      }
      out.flush();
      err.flush();
      return ExitCodes.DONE;
    } catch (IOException | UncheckedIOException | GitFailed | ApplicationFailure e) {
      String why =
          e instanceof ApplicationFailure refused
              ? refused.getOriginalMessage()
              : String.valueOf(e.getMessage());
      err.println("conclave: the search failed: " + why);
      err.flush();
      return ExitCodes.FAILED;
    }
  }

  private String query() {
    String typed = String.join(" ", words).strip();
    if (!queryFile.isEmpty() && !typed.isEmpty()) {
      throw usage("give a query or --query-file, not both");
    }
    String query = queryFile.isEmpty() ? typed : read();
    if (query.isBlank()) {
      throw usage("the query is empty; say what to look for, for example: \"rate limiting\"");
    }
    return query;
  }

  private String read() {
    try {
      byte[] bytes =
          queryFile.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(queryFile));
      return new String(bytes, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw usage("--query-file: cannot read " + queryFile + "; name a readable text file");
    }
  }

  private CodeSearch open(Consumer<String> progress) throws IOException {
    data.create(); // an index holds what the files say: only its owner may read it
    return CodeSearch.ofFolder(repo, data, progress, new SecretFilter()::redact);
  }

  /** Java cannot start in, or be told of, a folder whose path it cannot spell. */
  private String unspelled() {
    return repo.toAbsolutePath().toString().indexOf('\uFFFD') >= 0
        ? " (its path is no UTF-8: rename that folder, or link to it)"
        : "";
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
