package dev.conclave.activities.search;

import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.ContextPackage.QueryResult;
import dev.conclave.workflows.api.ContextRequest;
import dev.conclave.workflows.config.SearchConfiguration.Ace;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.Cut;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Asks four queries about a task, of the configured MCP server first and of our own index anyway,
 * and packs what was found. Thread-safe.
 */
public final class ContextGatherer {
  private static final int DEPTH = 60;
  private static final int FILES_A_QUERY = 20;
  private static final int RESULT_TEXT = 4000;

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
            .apply(String.join("\n", concat(request.task(), request.words())))
            .replaceAll(SecretFilter.MARK, " ");
    List<String> keywords = Keywords.of(task);
    try (OpenSearch open = search.open(scope);
        Answers answers = new Answers(open, request.workspace().path())) {
      for (Facet facet : Facet.values()) {
        answers.ask(facet, facet.query(task, keywords));
      }
      List<IndexedFile> files = open.files();
      ContextPackage context =
          new ContextPackage(
              secretFilter.apply(request.task()),
              request.session(),
              keywords,
              answers.results,
              answers.relevance.best().stream().map(this::filtered).toList(),
              new PatternDetector(files, scope.tree()).detect(),
              Insights.architecture(files),
              secretFilter.apply(Insights.implementations(answers.implementations)),
              WorkspaceOverview.of(request, scope, files),
              Optional.of(
                  new ContextMapper(open, scope.tree(), secretFilter)
                      .draw(
                          request.task(),
                          String.join("\n", request.words()),
                          answers.relevance.best())));
      return new Gathered(context, answers.backend, answers.notes(open));
    }
  }

  private ContextPackage.RelevantFile filtered(ContextPackage.RelevantFile file) {
    return new ContextPackage.RelevantFile(
        file.path(),
        file.relevance(),
        secretFilter.apply(file.rationale()),
        file.symbols(),
        file.lines());
  }

  private static List<String> concat(String first, List<String> rest) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(rest);
    return all;
  }

  /** The answers to the queries of one request. */
  private final class Answers implements AutoCloseable {
    private final OpenSearch open;
    private final String root;
    private final Optional<AceClient> client = ace.map(AceClient::new);
    private final Relevance relevance = new Relevance();
    private final List<QueryResult> results = new ArrayList<>();
    private final List<String> aceFailures = new ArrayList<>();
    private List<RankedFile> implementations = List.of();
    private String backend;

    Answers(OpenSearch open, String root) {
      this.open = open;
      this.root = root;
      this.backend = open.backend();
    }

    void ask(Facet facet, String query) throws IOException {
      askAce(facet, query);
      long start = System.nanoTime();
      List<RankedFile> ranked = open.rank(query, DEPTH);
      relevance.add(facet, ranked);
      if (facet == Facet.IMPLEMENTATIONS) {
        implementations = ranked;
      }
      String result =
          String.format(
              Locale.ROOT,
              "%d files in %d ms%s",
              ranked.size(),
              (System.nanoTime() - start) / 1_000_000,
              ranked.isEmpty() ? "" : "; best: " + ranked.get(0).path());
      record(query, open.backend(), result, ranked.stream().map(RankedFile::path).toList());
    }

    /** After one failure the server is not asked again: each would cost its whole time limit. */
    private void askAce(Facet facet, String query) {
      if (client.isEmpty() || !aceFailures.isEmpty()) {
        return;
      }
      AceReply reply = client.get().ask(root, query);
      if (reply instanceof AceReply.Answered answered) {
        Set<String> known =
            open.files().stream().map(IndexedFile::path).collect(Collectors.toSet());
        List<String> files = MentionedFiles.in(answered.text(), known);
        relevance.addNamed(facet, files);
        backend = "ace";
        record(query, "ace", answered.text(), files);
      } else if (reply instanceof AceReply.Failed failed) {
        String why = "ACE failed after " + failed.took().toMillis() + " ms: " + failed.reason();
        aceFailures.add(Cut.shown(secretFilter.apply(why), 500));
        record(query, "ace", why, List.of());
      }
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

    List<String> notes(OpenSearch opened) {
      List<String> notes = new ArrayList<>(aceFailures);
      notes.addAll(opened.notes());
      return List.copyOf(notes);
    }

    @Override
    public void close() {
      client.ifPresent(AceClient::close);
    }
  }
}
