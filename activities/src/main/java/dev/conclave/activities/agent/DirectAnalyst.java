package dev.conclave.activities.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.search.CodeSearch;
import dev.conclave.activities.search.History;
import dev.conclave.activities.search.OpenSearch;
import dev.conclave.activities.search.SearchScope;
import dev.conclave.activities.search.SearchScopes;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.QueryTerms;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.SourceFile;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.activities.search.source.SourceTree;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.ContextMap;
import dev.conclave.workflows.api.ContextMap.Entry;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.temporal.WireMapper;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The analyst that needs no model and no network. It reports what the context map, the Git history
 * and the tests show, and names the places to start from; see docs/agents.md. The same tree and
 * task always give the same analysis. It never votes. Thread-safe.
 */
public final class DirectAnalyst {
  /** Its perspective. */
  public static final String PERSPECTIVE = "direct-analysis";

  private static final String CONTEXT = "context";
  private static final int MOST_STARTS = 5;
  private static final int MOST_PER_FILE = 2;
  private static final int MOST_COMMITS = 3;

  /** A definition that weighs less than this share of the weightiest is no place to start from. */
  private static final double LEAST_WEIGHT = 0.4;

  /** Cosine of a commit's message and the task, below which they share words by chance. */
  private static final double LEAST_SIMILARITY = 0.3;

  private final CodeSearch search;
  private final SearchScopes scopes;
  private final DocumentStore documents;

  /** An analyst over the trees of this host. */
  public DirectAnalyst(CodeSearch search, SearchScopes scopes, DocumentStore documents) {
    this.search = search;
    this.scopes = scopes;
    this.documents = documents;
  }

  /**
   * Analyzes what the request is about.
   *
   * @param step run before each file is read; what it throws ends the analysis
   * @throws ApplicationFailure non-retryable when the session has no context package: without one
   *     there is nothing to say
   */
  public Analysis analyze(AskRequest request, Runnable step) {
    DocumentRef document = request.documents().get(CONTEXT);
    if (document == null) {
      throw ApplicationFailure.newNonRetryableFailure(
          "the direct analyst needs a context package, and none was gathered", "no-context");
    }
    try (SearchScope scope = scopes.open(request.workspace(), request.tree())) {
      step.run();
      return analyze(search, request.task(), scope, context(document), step);
    } catch (IOException e) {
      throw new UncheckedIOException("the direct analyst cannot read the tree: " + e, e);
    }
  }

  private ContextPackage context(DocumentRef document) {
    try {
      return WireMapper.get().readValue(documents.text(document), ContextPackage.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("document " + document.digest() + " is no context", e);
    }
  }

  static Analysis analyze(
      CodeSearch search, String task, SearchScope scope, ContextPackage context, Runnable step)
      throws IOException {
    try (OpenSearch open = search.open(scope)) {
      Reading reading = new Reading(open, scope.tree(), step);
      ContextMap map = context.map().orElse(new ContextMap("", List.of()));
      DirectFindings facts =
          new DirectFindings(
              reading.starts(map.entries(), context.relevantFiles()),
              reading.commits(task),
              map.workspace()
                  .lines()
                  .filter(line -> line.startsWith(DirectFindings.COMMANDS))
                  .map(
                      line ->
                          line.substring(DirectFindings.COMMANDS.length()).replaceFirst("\\.$", ""))
                  .filter(commands -> commands.endsWith(")"))
                  .findFirst());
      return facts.analysis();
    }
  }

  /** What is read off one tree. */
  private static final class Reading {
    private final OpenSearch open;
    private final SourceTree tree;
    private final Runnable step;
    private final Map<String, IndexedFile> files = new TreeMap<>();
    private final Map<String, List<String>> lines = new HashMap<>();

    Reading(OpenSearch open, SourceTree tree, Runnable step) {
      this.open = open;
      this.tree = tree;
      this.step = step;
      open.files().forEach(file -> files.put(file.path(), file));
    }

    /** The weightiest definitions of source files; without any, the first files of the map. */
    List<DirectFindings.Start> starts(
        List<Entry> entries, List<ContextPackage.RelevantFile> relevant) {
      List<Entry> there = entries.stream().filter(e -> files.containsKey(e.path())).toList();
      List<DirectFindings.Start> all =
          there.stream()
              .filter(entry -> PathKind.of(entry.path()) == PathKind.SOURCE)
              .flatMap(
                  entry -> {
                    Set<String> overloads = new HashSet<>();
                    return entry.symbols().stream()
                        .flatMap(place -> definition(entry, place).stream())
                        .filter(start -> overloads.add(start.name()))
                        .limit(MOST_PER_FILE);
                  })
              .sorted(Comparator.comparingDouble(DirectFindings.Start::weight).reversed())
              .toList();
      return all.isEmpty()
          ? there.stream().limit(MOST_STARTS).map(entry -> file(entry, relevant)).toList()
          : all.stream()
              .filter(start -> start.weight() >= all.get(0).weight() * LEAST_WEIGHT)
              .limit(MOST_STARTS)
              .toList();
    }

    private Optional<DirectFindings.Start> definition(Entry entry, ContextMap.Place place) {
      return symbols(entry.path())
          .filter(symbol -> place.from() <= symbol.line() && symbol.line() <= place.to())
          .filter(symbol -> place.signature().contains(symbol.name()))
          .findFirst()
          .map(
              symbol ->
                  new DirectFindings.Start(
                      new CodeLocation(
                          entry.path(), symbol.line(), "defines `" + symbol.name() + "`"),
                      symbol.name(),
                      place.weight(),
                      place.namedBy(),
                      place.count(),
                      entry.tests().stream()
                          .flatMap(test -> naming(test, symbol.name()).stream())
                          .findFirst()));
    }

    private static DirectFindings.Start file(
        Entry entry, List<ContextPackage.RelevantFile> relevant) {
      int line =
          relevant.stream()
              .filter(file -> file.path().equals(entry.path()))
              .flatMap(file -> file.lines().stream())
              .findFirst()
              .orElse(1);
      CodeLocation place =
          new CodeLocation(entry.path(), line, "found for the task: " + entry.why());
      return new DirectFindings.Start(place, "", 0, List.of(), 0, Optional.empty());
    }

    private Stream<Symbol> symbols(String path) {
      return Optional.ofNullable(files.get(path)).stream().flatMap(file -> file.symbols().stream());
    }

    /** The first line of a test that says a name. */
    private Optional<CodeLocation> naming(String test, String name) {
      Pattern word = Pattern.compile("(?<![\\w$])" + Pattern.quote(name) + "(?![\\w$])");
      List<String> text = lines(test);
      for (int i = 0; i < text.size(); i++) {
        if (word.matcher(text.get(i)).find()) {
          return Optional.of(new CodeLocation(test, i + 1, "names `" + name + "`"));
        }
      }
      return Optional.empty();
    }

    private List<String> lines(String path) {
      return lines.computeIfAbsent(
          path,
          p -> {
            step.run();
            IndexedFile file = files.get(p);
            try {
              return file == null
                  ? List.of()
                  : SourceText.of(tree.read(new SourceFile(p, file.id(), 0))).stream()
                      .flatMap(String::lines)
                      .toList();
            } catch (IOException gone) {
              return List.of();
            }
          });
    }

    /** The commits whose messages are most like the task, with their code files of today. */
    List<DirectFindings.Touched> commits(String task) {
      List<DirectFindings.Touched> commits = new ArrayList<>();
      for (History.Neighbour near :
          open.history().neighbours(QueryTerms.of(task).terms(), MOST_COMMITS)) {
        List<String> there =
            near.files().stream()
                .filter(path -> symbols(path).findAny().isPresent())
                .sorted(Comparator.comparing(path -> PathKind.of(path)))
                .toList();
        if (near.similarity() >= LEAST_SIMILARITY && !there.isEmpty()) {
          commits.add(new DirectFindings.Touched(near.commit().subject(), there));
        }
      }
      return commits;
    }
  }
}
