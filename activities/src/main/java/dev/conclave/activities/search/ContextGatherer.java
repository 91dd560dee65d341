package dev.conclave.activities.search;

import dev.conclave.activities.git.Git;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.activities.search.source.SourceFile;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.ContextPackage.QueryResult;
import dev.conclave.workflows.api.ContextPackage.RelevantFile;
import dev.conclave.workflows.api.SearchActivities.ContextRequest;
import dev.conclave.workflows.config.SearchConfiguration.Ace;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.Words;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Asks four queries about a task, of the configured MCP server first and of our own index anyway,
 * and packs what was found. Thread-safe.
 */
public final class ContextGatherer {
  private static final int DEPTH = 60;
  private static final int FILES_A_QUERY = 20;
  private static final int RESULT_TEXT = 4000;
  private static final int MOST_FILES = 50;
  private static final int MOST_IMPLEMENTATIONS = 6;
  private static final double NEGLIGIBLE = 0.05;

  /** What is asked of a tree, with how much it counts; the first is the task itself. */
  private static final Map<String, Double> QUERIES = new LinkedHashMap<>();

  static {
    QUERIES.put("existing implementations", 1.0);
    QUERIES.put("architecture and module structure", 0.3);
    QUERIES.put("patterns and conventions", 0.25);
    QUERIES.put("integration points", 0.3);
  }

  private final CodeSearch search;
  private final Optional<Ace> ace;
  private final UnaryOperator<String> secretFilter;
  private final Clock clock;

  /**
   * A gatherer.
   *
   * @param ace the MCP server to ask first; absent by default, for it uploads source
   * @param secretFilter takes secrets out of every text of the package
   */
  public ContextGatherer(
      CodeSearch search, Optional<Ace> ace, UnaryOperator<String> secretFilter, Clock clock) {
    this.search = search;
    this.ace = ace;
    this.secretFilter = secretFilter;
    this.clock = clock;
  }

  /** What a search brought: the package, who answered, and what failed on the way. */
  public record Gathered(ContextPackage context, String backend, List<String> notes) {}

  /**
   * Gathers context.
   *
   * @throws IOException when the tree cannot be read
   */
  public Gathered gather(ContextRequest request, SearchScope scope) throws IOException {
    // The mark of what was taken out is no word of the task.
    String task =
        secretFilter
            .apply(
                Stream.concat(Stream.of(request.task()), request.words().stream())
                    .collect(Collectors.joining("\n")))
            .replaceAll(SecretFilter.MARK, " ");
    List<String> keywords = Keywords.of(task);
    try (OpenSearch open = search.open(scope);
        Answers answers = new Answers(open, request.workspace().path())) {
      for (Map.Entry<String, Double> query : QUERIES.entrySet()) {
        boolean first = answers.results.isEmpty();
        String words = keywords.isEmpty() ? task : String.join(" ", keywords);
        answers.ask(query.getKey(), first ? task : words + ": " + query.getKey(), query.getValue());
      }
      List<IndexedFile> files = open.files();
      Map<String, IndexedFile> byPath = new HashMap<>();
      files.forEach(file -> byPath.put(file.path(), file));
      ProjectFacts facts =
          new ProjectFacts(
              files,
              path -> {
                IndexedFile file = byPath.get(path);
                return file == null ? "" : text(scope, file);
              });
      List<RelevantFile> relevant = answers.best();
      Optional<String> head = request.workspace().head();
      ContextPackage context =
          new ContextPackage(
              secretFilter.apply(request.task()),
              request.session(),
              keywords,
              answers.results,
              relevant,
              facts.patterns(),
              facts.architecture(),
              secretFilter.apply(answers.implementations()),
              new ContextPackage.Overview(
                  head,
                  head.isPresent()
                      && scope.git().isPresent()
                      && GitTrees.differs(new Git(), scope.git().get(), head.get(), request.tree()),
                  facts.languages(),
                  files.size()),
              Optional.of(
                  new ContextMapper(open, scope, facts, secretFilter)
                      .draw(request.task(), String.join("\n", request.words()), relevant)));
      List<String> notes = new ArrayList<>(answers.aceFailures);
      notes.addAll(open.notes());
      return new Gathered(context, answers.backend, notes);
    }
  }

  /** The text of a file of a tree; empty when it is gone since it was indexed. */
  static String text(SearchScope scope, IndexedFile file) {
    try {
      return SourceText.of(scope.tree().read(new SourceFile(file.path(), file.id(), 0))).orElse("");
    } catch (IOException gone) {
      return "";
    }
  }

  /** The answers to the queries of one request, brought together to one list of files. */
  private final class Answers implements AutoCloseable {
    private final OpenSearch open;
    private final String root;
    private final Optional<AceClient> client = ace.map(AceClient::new);
    private final List<QueryResult> results = new ArrayList<>();
    private final List<String> aceFailures = new ArrayList<>();
    private final Map<String, Double> scores = new HashMap<>();
    private final Map<String, Set<String>> reasons = new HashMap<>();

    /** In the order of the first query, which is the task itself. */
    private final Map<String, RankedFile> ranked = new LinkedHashMap<>();

    private String backend;

    Answers(OpenSearch open, String root) {
      this.open = open;
      this.root = root;
      this.backend = open.backend();
    }

    void ask(String title, String query, double weight) throws IOException {
      askAce(title, query, weight);
      long start = System.nanoTime();
      List<RankedFile> found = open.rank(query, DEPTH);
      for (RankedFile file : found) {
        scores.merge(file.path(), weight * file.score(), Double::sum);
        ranked.putIfAbsent(file.path(), file);
        Set<String> why = reasons.computeIfAbsent(file.path(), p -> new LinkedHashSet<>());
        if (why.isEmpty()) {
          file.explanation().factors().stream().limit(2).forEach(share -> why.add(share.because()));
        }
      }
      String result =
          String.format(
              Locale.ROOT,
              "%d files in %d ms%s",
              found.size(),
              (System.nanoTime() - start) / 1_000_000,
              found.isEmpty() ? "" : "; best: " + found.get(0).path());
      record(query, open.backend(), result, found.stream().map(RankedFile::path).toList());
    }

    /**
     * The server has read the files that it names, so its first counts as ours. After one failure
     * it is not asked again: each would cost its whole time limit.
     */
    private void askAce(String title, String query, double weight) {
      if (client.isEmpty() || !aceFailures.isEmpty()) {
        return;
      }
      AceClient.Reply reply = client.get().ask(root, query);
      if (reply.failed()) {
        String why = "ACE failed after " + reply.took().toMillis() + " ms: " + reply.text();
        aceFailures.add(Cut.shown(secretFilter.apply(why), 500));
        record(query, "ace", why, List.of());
        return;
      }
      List<String> files =
          Keywords.files(
              reply.text(),
              open.files().stream().map(IndexedFile::path).collect(Collectors.toSet()));
      double place = 0;
      for (String file : files) {
        scores.merge(file, weight / (1 + 0.15 * place++), Double::sum);
        reasons.computeIfAbsent(file, p -> new LinkedHashSet<>()).add("named by ACE for " + title);
      }
      backend = "ace";
      record(query, "ace", reply.text(), files);
    }

    private void record(String query, String by, String result, List<String> files) {
      results.add(
          new QueryResult(
              Cut.shown(secretFilter.apply(query), RESULT_TEXT),
              by,
              Cut.shown(secretFilter.apply(result), RESULT_TEXT),
              files.subList(0, Math.min(FILES_A_QUERY, files.size())),
              clock.instant()));
    }

    List<RelevantFile> best() {
      double greatest = scores.values().stream().mapToDouble(Double::doubleValue).max().orElse(1);
      return scores.entrySet().stream()
          .filter(entry -> entry.getValue() / greatest >= NEGLIGIBLE)
          .sorted(
              Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                  .thenComparing(Map.Entry.comparingByKey()))
          .limit(MOST_FILES)
          .map(entry -> file(entry.getKey(), entry.getValue() / greatest))
          .toList();
    }

    private RelevantFile file(String path, double relevance) {
      Optional<RankedFile> known = Optional.ofNullable(ranked.get(path));
      return new RelevantFile(
          path,
          Math.round(relevance * 1000) / 1000.0,
          secretFilter.apply(
              reasons.getOrDefault(path, Set.of()).stream()
                  .limit(3)
                  .collect(Collectors.joining("; "))),
          known.stream()
              .flatMap(file -> file.symbols().stream())
              .map(Symbol::name)
              .distinct()
              .toList(),
          known.stream().flatMap(file -> file.lines().stream()).map(line -> line.line()).toList());
    }

    /** What is there already that is named like the task. */
    String implementations() {
      String text =
          ranked.values().stream()
              .filter(file -> !file.symbols().isEmpty())
              .limit(MOST_IMPLEMENTATIONS)
              .map(
                  file ->
                      file.path()
                          + ":"
                          + file.symbols().get(0).line()
                          + " defines "
                          + file.symbols().stream()
                              .limit(4)
                              .map(symbol -> Words.of(symbol.kind()) + " " + symbol.name())
                              .collect(Collectors.joining(", ")))
              .collect(Collectors.joining("\n"));
      return text.isEmpty() ? "Nothing in the tree is named like the task." : text;
    }

    @Override
    public void close() {
      client.ifPresent(AceClient::close);
    }
  }
}
