package dev.conclave.activities.search;

import dev.conclave.activities.git.Git;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.QueryTerms;
import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.activities.search.index.Terms;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.ContextPackage.QueryResult;
import dev.conclave.workflows.api.ContextPackage.RelevantFile;
import dev.conclave.workflows.api.SearchActivities.GatherRequest;
import dev.conclave.workflows.config.SearchConfiguration.Ace;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.nio.file.Path;
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
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Gathers context for a task with four queries, each sent to ACE (if configured) and to the index.
 *
 * @param secretFilter removes secrets from all texts of the package
 */
public record ContextGatherer(Optional<Ace> ace, UnaryOperator<String> secretFilter, Clock clock) {
  private static final int DEPTH = 60;
  private static final int FILES_PER_QUERY = 20;
  private static final int RESULT_TEXT = 4000;
  private static final int MOST_FILES = 50;
  private static final int MOST_IMPLEMENTATIONS = 6;
  private static final double NEGLIGIBLE = 0.05;

  private static final int LONGEST_PATH = 300;

  /** Queries with their weights; the first one is replaced by the task itself. */
  private static final List<Map.Entry<String, Double>> QUERIES =
      List.of(
          Map.entry("existing implementations", 1.0),
          Map.entry("architecture and module structure", 0.3),
          Map.entry("patterns and conventions", 0.25),
          Map.entry("integration points", 0.3));

  /** The context, the backend that answered, and notes about failures. */
  public record Gathered(ContextPackage context, String backend, List<String> notes) {}

  public Gathered gather(GatherRequest request, CodeSearch search) throws IOException {
    // The redaction mark must not become a search term.
    String task =
        Stream.concat(Stream.of(request.task()), request.words().stream())
            .collect(Collectors.collectingAndThen(Collectors.joining("\n"), secretFilter))
            .replaceAll(SecretFilter.MARK, " ");
    List<String> keywords = QueryTerms.keywords(task);
    String words = keywords.isEmpty() ? task : String.join(" ", keywords);
    try (Answers answers = new Answers(search, request.workspace().path())) {
      for (Map.Entry<String, Double> query : QUERIES) {
        boolean first = answers.results.isEmpty();
        answers.ask(query.getKey(), first ? task : words + ": " + query.getKey(), query.getValue());
      }
      ProjectFacts facts = new ProjectFacts(search.files(), search::text);
      List<RelevantFile> relevant = answers.best();
      Optional<String> head = request.workspace().head();
      Path root = Path.of(request.workspace().path());
      boolean dirty =
          head.isPresent() && GitTrees.differs(new Git(), root, head.get(), request.tree());
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
              new ContextPackage.Overview(head, dirty, facts.languages(), search.files().size()),
              Optional.of(
                  new ContextMapper(search, facts, secretFilter)
                      .draw(request.task(), String.join("\n", request.words()), relevant)));
      List<String> notes = new ArrayList<>(answers.aceFailures);
      notes.addAll(search.notes());
      return new Gathered(context, answers.backend, notes);
    }
  }

  /**
   * Finds the files of a tree that a text names, in order. The longest path at each position
   * counts, whatever its characters. Absolute paths match by their end.
   */
  public static List<String> filesNamed(String text, Predicate<String> inTree) {
    Set<String> found = new LinkedHashSet<>();
    for (int at = 0; at < text.length(); at++) {
      boolean begins = !isGap(text, at) && (at == 0 || !isInside(text, at - 1));
      int end = begins ? Math.min(text.length(), at + LONGEST_PATH) : at;
      while (end > at && !(ends(text, end) && inTree.test(text.substring(at, end)))) {
        end--;
      }
      if (end > at) {
        found.add(text.substring(at, end));
        at = end - 1;
      }
    }
    return List.copyOf(found);
  }

  private static boolean ends(String text, int end) {
    return !isGap(text, end - 1) && !isInside(text, end);
  }

  /** Returns whether no path begins or ends with this character. */
  private static boolean isGap(String text, int at) {
    return text.charAt(at) == '/' || Character.isWhitespace(text.charAt(at));
  }

  /** Returns whether a name continues with this character; a dot only if a word follows. */
  private static boolean isInside(String text, int at) {
    return isWord(text, at)
        || (at < text.length() && text.charAt(at) == '.' && isWord(text, at + 1));
  }

  private static boolean isWord(String text, int at) {
    char here = at < text.length() ? text.charAt(at) : ' ';
    return (Character.isLetterOrDigit(here) && !Terms.isCjk(here)) || "_-@+".indexOf(here) >= 0;
  }

  private final class Answers implements AutoCloseable {
    private final CodeSearch search;
    private final String root;
    private final Optional<AceClient> client = ace.map(AceClient::new);
    private final List<QueryResult> results = new ArrayList<>();
    private final List<String> aceFailures = new ArrayList<>();
    private final Map<String, Double> scores = new HashMap<>();
    private final Map<String, String> reasons = new HashMap<>();

    private final Map<String, RankedFile> ranked = new LinkedHashMap<>();

    private String backend;

    Answers(CodeSearch search, String root) {
      this.search = search;
      this.root = root;
      this.backend = search.backend();
    }

    void ask(String title, String query, double weight) throws IOException {
      askAce(title, query, weight);
      long start = System.nanoTime();
      List<RankedFile> found = search.rank(query, DEPTH);
      for (RankedFile file : found) {
        scores.merge(file.path(), weight * file.score(), Double::sum);
        ranked.putIfAbsent(file.path(), file);
        reasons.putIfAbsent(file.path(), file.explanation().why());
      }
      String result =
          String.format(
              Locale.ROOT,
              "%d files in %d ms%s",
              found.size(),
              (System.nanoTime() - start) / 1_000_000,
              found.isEmpty() ? "" : "; best: " + found.get(0).path());
      record(query, search.backend(), result, found.stream().map(RankedFile::path).toList());
    }

    /** Asks ACE, but not again after a failure, since each costs the whole time-out. */
    private void askAce(String title, String query, double weight) {
      if (client.isEmpty() || !aceFailures.isEmpty()) {
        return;
      }
      AceClient.Reply reply = client.get().ask(root, query);
      if (reply.failed()) {
        String why = "ACE failed (" + reply.took().toMillis() + " ms): " + reply.text();
        aceFailures.add(Cut.shorten(secretFilter.apply(why), 500));
        record(query, "ace", why, List.of());
        return;
      }
      Set<String> paths =
          search.files().stream().map(IndexedFile::path).collect(Collectors.toSet());
      List<String> files = filesNamed(reply.text(), paths::contains);
      double place = 0;
      for (String file : files) {
        scores.merge(file, weight / (1 + 0.15 * place++), Double::sum);
        reasons.putIfAbsent(file, "found by ACE for " + title);
      }
      backend = "ace";
      record(query, "ace", reply.text(), files);
    }

    private void record(String query, String by, String result, List<String> files) {
      results.add(
          new QueryResult(
              Cut.shorten(secretFilter.apply(query), RESULT_TEXT),
              by,
              Cut.shorten(secretFilter.apply(result), RESULT_TEXT),
              files.subList(0, Math.min(FILES_PER_QUERY, files.size())),
              clock.instant()));
    }

    List<RelevantFile> best() {
      double greatest = scores.values().stream().mapToDouble(Double::doubleValue).max().orElse(1);
      return scores.entrySet().stream()
          .filter(entry -> entry.getValue() / greatest >= NEGLIGIBLE)
          .filter(entry -> !PathKind.isAsset(entry.getKey()))
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
          secretFilter.apply(reasons.getOrDefault(path, "")),
          known.map(RankedFile::symbols).orElse(List.of()).stream()
              .map(Symbol::name)
              .distinct()
              .toList(),
          known.map(RankedFile::lines).orElse(List.of()).stream()
              .map(RankedFile.BestLine::line)
              .toList());
    }

    String implementations() {
      String text =
          ranked.values().stream()
              .filter(file -> !file.symbols().isEmpty())
              .limit(MOST_IMPLEMENTATIONS)
              .map(
                  file ->
                      file.path() + ":" + file.symbols().get(0).line() + " defines " + first(file))
              .collect(Collectors.joining("\n"));
      return text.isEmpty() ? "Nothing in the tree matches the task." : text;
    }

    private static String first(RankedFile file) {
      return file.symbols().stream()
          .limit(4)
          .map(symbol -> Words.of(symbol.kind()) + " " + symbol.name())
          .collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
      client.ifPresent(AceClient::close);
    }
  }
}
