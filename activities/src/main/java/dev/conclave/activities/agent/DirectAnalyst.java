package dev.conclave.activities.agent;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.search.CodeSearch;
import dev.conclave.activities.search.index.History;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.QueryTerms;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.ContextMap;
import dev.conclave.workflows.api.ContextMap.Entry;
import dev.conclave.workflows.api.ContextMap.EntrySource;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.AnalysisBuilder;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.ApproachBuilder;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The built-in analyst, which needs no model and no network. It reports what the context map, Git
 * history and tests show, and where to start; see docs/agents.md. Deterministic for a tree and
 * task. Never votes. Thread-safe.
 */
public record DirectAnalyst(SecretFilter secrets, GitTrees trees, DocumentStore documents) {
  private static final String COMMANDS = "Commands: ";
  private static final int MOST_STARTS = 5;
  private static final int MOST_PER_FILE = 2;
  private static final int MOST_COMMITS = 3;
  private static final int MOST_FILES = 3;
  private static final int LONGEST_SUBJECT = 80;

  private static final double LEAST_WEIGHT = 0.4;

  /** Minimum cosine similarity of commit message and task; lower values are chance. */
  private static final double LEAST_SIMILARITY = 0.3;

  /**
   * A place to start from: a definition or a whole file.
   *
   * @param name of the definition; empty for a file
   * @param found one sentence about it
   * @param test the line of a test that names it
   */
  private record Start(
      CodeLocation place, String name, String found, double weight, @Nullable CodeLocation test) {

    Stream<CodeLocation> places() {
      return Stream.of(place, test).filter(Objects::nonNull);
    }
  }

  /**
   * Analyzes a request's task.
   *
   * @throws ApplicationFailure non-retryable when the session has no context package
   */
  public Analysis analyze(AskRequest request) {
    DocumentRef document = request.documents().get("context");
    if (document == null) {
      throw ApplicationFailure.newNonRetryableFailure(
          "the built-in analyst needs a context package, but gathering failed", "no-context");
    }
    try (CodeSearch search =
        CodeSearch.ofTree(
            trees, request.workspace(), request.tree(), words -> {}, secrets::redact)) {
      ContextPackage context = documents.read(document, ContextPackage.class);
      Analysis analysis = analyze(request.task(), search, context);
      return request.languages().contains(Language.ZH.tag()) ? inChinese(analysis) : analysis;
    } catch (IOException e) {
      throw new UncheckedIOException("the built-in analyst cannot read the tree: " + e, e);
    }
  }

  static Analysis inChinese(Analysis analysis) {
    ObjectNode said = WireMapper.get().createObjectNode();
    said.set("findings", WireMapper.get().valueToTree(analysis.findings()));
    said.set(
        "implementation_approaches",
        WireMapper.get().valueToTree(analysis.implementationApproaches()));
    said.set("technical_concerns", WireMapper.get().valueToTree(analysis.technicalConcerns()));
    said.set("code_locations", WireMapper.get().valueToTree(analysis.codeLocations()));
    return analysis.withZh(Optional.of(WireMapper.mapTexts(said, DirectAnalyst::chinese)));
  }

  /** Translates a sentence, without its citation if it has one. */
  private static String chinese(String text) {
    int cited = text.lastIndexOf(". [");
    String clause = cited < 0 ? text : text.substring(0, cited);
    String translated = Language.ZH.console(clause);
    return cited < 0 || translated.equals(clause)
        ? Language.ZH.console(text)
        : translated + "。" + text.substring(cited + 1);
  }

  static Analysis analyze(String task, CodeSearch search, ContextPackage context)
      throws IOException {
    Map<String, IndexedFile> files =
        search.files().stream().collect(Collectors.toMap(IndexedFile::path, Function.identity()));
    ContextMap map = context.map().orElse(new ContextMap("", List.of()));
    List<Start> starts = starts(map.entries(), files, search);
    String commands =
        map.workspace()
            .lines()
            .filter(line -> line.startsWith(COMMANDS))
            .map(line -> line.substring(COMMANDS.length()).replaceFirst("\\.$", ""))
            .filter(told -> told.endsWith(")"))
            .findFirst()
            .orElse("");
    List<String> findings = new ArrayList<>();
    if (starts.isEmpty()) {
      findings.add(
          "Nothing in the tree matches the words of the task; name a file, a symbol or a word"
              + " that the code uses.");
    }
    for (Start start : starts) {
      findings.add(cite(start.found, start.place));
      if (start.test != null) {
        findings.add(cite(start.test.file() + " mentions `" + start.name + "`.", start.test));
      }
    }
    findings.addAll(commits(task, search, files));
    if (!commands.isEmpty()) {
      String file = commands.substring(commands.indexOf('(') + 1, commands.indexOf(')'));
      String told = "Commands named in the project's files: " + commands + ".";
      findings.add(cite(told, new CodeLocation(file, 1, "")));
    }
    List<CodeLocation> places = starts.stream().flatMap(Start::places).toList();
    return AnalysisBuilder.builder()
        .tool(AgentStatus.DIRECT)
        .perspective("direct-analysis")
        .feasibilityScore(0.5)
        .findings(findings)
        .implementationApproaches(
            starts.isEmpty() ? List.of() : List.of(approach(starts, commands)))
        .technicalConcerns(
            List.of("No model was asked. This does not replace an agent that reads the code."))
        .codeLocations(places)
        .parseNotes(List.of(Analysis.FEASIBILITY_UNSAID))
        .degraded(true)
        .build();
  }

  /** Returns the source definitions with the highest weight, else the first files of the map. */
  private static List<Start> starts(
      List<Entry> entries, Map<String, IndexedFile> files, CodeSearch search) {
    List<Entry> there = entries.stream().filter(e -> files.containsKey(e.path())).toList();
    List<Start> all = new ArrayList<>();
    for (Entry entry : there) {
      Set<String> overloads = new HashSet<>();
      if (PathKind.of(entry.path()) == PathKind.SOURCE) {
        entry.symbols().stream()
            .flatMap(place -> definition(entry, place, files, search).stream())
            .filter(start -> overloads.add(start.name))
            .limit(MOST_PER_FILE)
            .forEach(all::add);
      }
    }
    all.sort(Comparator.comparingDouble(Start::weight).reversed());
    return all.isEmpty()
        ? there.stream()
            .filter(entry -> entry.source() != EntrySource.BUILDS)
            .limit(MOST_STARTS)
            .map(DirectAnalyst::file)
            .toList()
        : all.stream()
            .filter(start -> start.weight >= all.get(0).weight * LEAST_WEIGHT)
            .limit(MOST_STARTS)
            .toList();
  }

  private static Optional<Start> definition(
      Entry entry, ContextMap.Place place, Map<String, IndexedFile> files, CodeSearch search) {
    String users = String.join(", ", place.namedBy());
    int more = place.count() - place.namedBy().size();
    String named =
        users.isEmpty()
            ? ""
            : "; mentioned in " + users + (more > 0 ? " and " + more + " more" : "");
    return symbols(files, entry.path())
        .filter(symbol -> place.from() <= symbol.line() && symbol.line() <= place.to())
        .filter(symbol -> place.signature().contains(symbol.name()))
        .findFirst()
        .map(
            symbol ->
                new Start(
                    new CodeLocation(
                        entry.path(), symbol.line(), "defines `" + symbol.name() + "`"),
                    symbol.name(),
                    "`" + symbol.name() + "` is defined here" + named + ".",
                    place.weight(),
                    entry.tests().stream()
                        .flatMap(test -> Optional.ofNullable(files.get(test)).stream())
                        .flatMap(test -> naming(test, symbol.name(), search).stream())
                        .findFirst()
                        .orElse(null)));
  }

  private static Start file(Entry entry) {
    String why = "matches the task: " + entry.why();
    CodeLocation place = new CodeLocation(entry.path(), 1, why);
    return new Start(place, "", "`" + entry.path() + "`: " + why + ".", 0, null);
  }

  private static Stream<Symbol> symbols(Map<String, IndexedFile> files, String path) {
    return Optional.ofNullable(files.get(path)).stream().flatMap(file -> file.symbols().stream());
  }

  private static Optional<CodeLocation> naming(IndexedFile test, String name, CodeSearch search) {
    Pattern word = Pattern.compile("(?<![\\w$])" + Pattern.quote(name) + "(?![\\w$])");
    List<String> lines = search.text(test.path()).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (word.matcher(lines.get(i)).find()) {
        return Optional.of(new CodeLocation(test.path(), i + 1, "mentions `" + name + "`"));
      }
    }
    return Optional.empty();
  }

  /** Returns the commits most similar to the task, with their code files that still exist. */
  private static List<String> commits(
      String task, CodeSearch search, Map<String, IndexedFile> files) {
    List<String> found = new ArrayList<>();
    for (History.Neighbour near :
        search.history().neighbours(QueryTerms.of(task).terms(), MOST_COMMITS)) {
      List<String> there =
          near.files().stream()
              .filter(path -> symbols(files, path).findAny().isPresent())
              .sorted(Comparator.comparing(path -> PathKind.of(path)))
              .toList();
      if (near.similarity() >= LEAST_SIMILARITY && !there.isEmpty()) {
        int more = there.size() - MOST_FILES;
        found.add(
            cite(
                "The commit “%s” uses words of the task and changed %s%s."
                    .formatted(
                        Cut.shorten(near.commit().subject(), LONGEST_SUBJECT),
                        there.stream().limit(MOST_FILES).collect(Collectors.joining(", ")),
                        more > 0 ? " and " + more + " more" : ""),
                new CodeLocation(there.get(0), 1, "")));
      }
    }
    return found;
  }

  private static Approach approach(List<Start> starts, String commands) {
    Start first = starts.get(0);
    String place = first.place.file() + ":" + first.place.line();
    int more = starts.size() - 1;
    String name =
        "Start from "
            + (first.name.isEmpty() ? place : first.name + " (" + place + ")")
            + (more > 0 ? " and " + Words.counted(more, "more place") : "");
    String tests =
        starts.stream()
            .flatMap(start -> start.places().skip(1))
            .map(CodeLocation::file)
            .distinct()
            .collect(Collectors.joining(", "));
    return ApproachBuilder.builder()
        .name(name)
        .description(
            "Read these places first."
                + (tests.isEmpty() ? "" : " Related tests: " + tests + ".")
                + (commands.isEmpty() ? "" : " Commands: " + commands + "."))
        .pros(List.of("Every place exists in the code."))
        .cons(
            List.of("The places were found by words and names; what must change there is unknown."))
        .effort(Level.UNKNOWN)
        .risk(Level.UNKNOWN)
        .affectedFiles(starts.stream().map(Start::place).toList())
        .maintainability(Solution.NOT_ASSESSED)
        .performanceImpact(Solution.NOT_ASSESSED)
        .build();
  }

  private static String cite(String text, CodeLocation place) {
    return text + " [" + place.file() + ":" + place.line() + "]";
  }
}
