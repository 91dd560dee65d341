package dev.conclave.activities.context;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import dev.conclave.activities.artifact.ContextFiles;
import dev.conclave.activities.artifact.JsonFields;
import dev.conclave.activities.artifact.TreeSource;
import dev.conclave.activities.context.ContextPackageFile.Findings.FoundFile;
import dev.conclave.activities.context.ContextPackageFile.Findings.Sign;
import dev.conclave.activities.context.FileRanking.PackedFile;
import dev.conclave.activities.context.FileRanking.Source;
import dev.conclave.activities.context.FileRanking.Tier;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.search.ContextGatherer;
import dev.conclave.activities.search.index.QueryTerms;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
import dev.conclave.workflows.api.ContextMap;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.context.ContextActivities.AssembleRequest;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextActivities.Explored;
import dev.conclave.workflows.context.ContextActivities.Gathering;
import dev.conclave.workflows.context.ContextActivities.Intent;
import dev.conclave.workflows.context.ContextActivities.Suggested;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.context.Resolution;
import dev.conclave.workflows.context.Resolution.ResolutionKind;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Puts the package of a full context together from what the user wants, earlier sessions,
 * documents, explorations and the plain search; see docs/context.md. One package, one thread.
 */
final class ContextPackageFile {
  private static final int MOST_CONSTRAINTS = 20;
  private static final int MOST_CRITICAL = 5;
  private static final int MOST_MODULES = 20;
  private static final int MOST_DOCUMENTS = 200;
  private static final int MOST_OF_A_WORD = 5;
  private static final int LONGEST_SENTENCE = 400;
  private static final int LONGEST_CONSTRAINT = 2_000;

  /** What tells people and agents of a project. */
  private static final Pattern DOCUMENT =
      Pattern.compile("(?:README[^/]*|CLAUDE\\.md|AGENTS\\.md|docs/.*\\.(?:md|mdx|rst|adoc|txt))");

  private static final String RATIONALE =
      "0.4 path + 0.3 keyword density + 0.2 structure + 0.1 dependency, raised by explorations and by the user's own words; of equal files by source: user intent, archive, docs, exploration, code";

  private static final List<String> RISKS = List.of("none", "low", "medium", "high");

  /** What an exploration found, as far as a package tells it. */
  record Findings(
      String projectStructure,
      List<FoundFile> relevantFiles,
      List<String> patterns,
      List<String> dependencies,
      List<String> integrationPoints,
      List<String> constraints,
      List<Sign> conflictIndicators) {
    record FoundFile(
        String path, double relevance, String rationale, String role, List<String> keySymbols) {}

    record Sign(String type, String severity, String description, List<String> affectedFiles) {}
  }

  private final AssembleRequest request;
  private final Gathering gathering;
  private final TreeFiles tree;
  private final TreeSource source;
  private final DocumentStore documents;
  private final SecretFilter secrets;
  private final ContextPackage search;
  private final Map<String, Findings> explorations = new LinkedHashMap<>();
  private final List<String> named;
  private final List<String> keywords;
  private final ProjectRecords records;
  private final FileRanking ranking;
  private final List<PackedFile> files;
  private final Map<String, Set<String>> imports;

  ContextPackageFile(
      AssembleRequest request, TreeFiles tree, DocumentStore documents, SecretFilter secrets) {
    this.request = request;
    this.gathering = request.gathering();
    this.tree = tree;
    source = TreeSource.of(tree);
    this.documents = documents;
    this.secrets = secrets;
    search =
        request
            .gathered()
            .flatMap(it -> documents.find(it.context(), ContextPackage.class))
            .orElseGet(this::withoutSearch);
    TreeFacts facts = TreeFacts.of(tree);
    for (Explored one : request.explorations()) {
      Findings found = documents.read(one.document(), Findings.class);
      List<FoundFile> spelled =
          found.relevantFiles().stream().map(file -> spelled(file, facts)).toList();
      explorations.put(
          one.angle(),
          new Findings(
              found.projectStructure(),
              spelled,
              found.patterns(),
              found.dependencies(),
              found.integrationPoints(),
              found.constraints(),
              found.conflictIndicators()));
    }
    named = ContextGatherer.filesNamed(words(), tree::exists);
    keywords = keywords();
    records = new ProjectRecords(gathering, keywords);
    List<String> shown =
        tree.list().stream()
            .filter(file -> !file.isLink() && !secrets.neverSend(file.path()))
            .map(TreeFile::path)
            .toList();
    ranking = new FileRanking(shown, source::text, keywords);
    mention();
    files = ranking.best();
    imports = ranking.importsAmong(files);
  }

  private ContextPackage withoutSearch() {
    String task = secrets.redact(gathering.task()).replaceAll(SecretFilter.MARK, " ");
    return WireMapper.get()
        .convertValue(
            Map.of("keywords", QueryTerms.keywords(task), "workspace", Map.of()),
            ContextPackage.class);
  }

  /** The same with its path as the tree spells it. */
  private static FoundFile spelled(FoundFile file, TreeFacts facts) {
    String cited = file.path().replaceFirst(":\\d.*", "");
    return new FoundFile(
        TreeFacts.inside(cited).map(facts::path).orElse(cited),
        file.relevance(),
        file.rationale(),
        file.role(),
        file.keySymbols());
  }

  /** What the user says, in the user's own words. */
  private String words() {
    Intent intent = request.intent();
    List<String> words = new ArrayList<>(intent.keyConstraints());
    words.addAll(0, List.of(gathering.task(), intent.goal(), intent.scope()));
    return String.join("\n", words);
  }

  private static final Pattern WITH_FOLDERS = Pattern.compile("\\S+/\\S+");

  /** Those of the search without folders and endings of named files, which would fit any there. */
  private List<String> keywords() {
    Set<String> places = new HashSet<>();
    for (String path : named) {
      places.addAll(List.of(path.replace(PathKind.stem(PathKind.name(path)), "").split("[/.]")));
    }
    places.removeAll(QueryTerms.keywords(WITH_FOLDERS.matcher(words()).replaceAll(" ")));
    return search.keywords().stream().filter(word -> !places.contains(word)).toList();
  }

  /** Tells the ranking what each source names, in the order of their priority. */
  private void mention() {
    named.forEach(path -> ranking.mention(path, Source.USER_INTENT, 1, "the user names it"));
    search.map().map(ContextMap::entries).orElse(List.of()).stream()
        .filter(entry -> entry.source() == ContextMap.EntrySource.NAMED)
        .map(ContextMap.Entry::path)
        .filter(path -> !named.contains(path))
        .forEach(
            path ->
                ranking.mention(
                    path, Source.USER_INTENT, 1, "it defines a symbol that the user names"));
    request.sources().flatMap(it -> documents.find(it, JsonNode.class)).stream()
        .flatMap(sources -> sources.findValuesAsText("path").stream())
        .filter(tree::exists)
        .forEach(
            path -> ranking.mention(path, Source.USER_INTENT, 1, "the user gave it to read first"));
    records
        .mattered()
        .forEach(
            (path, session) ->
                ranking.mention(path, Source.ARCHIVE, 1, "it mattered in session " + session));
    tree.list().stream()
        .map(TreeFile::path)
        .filter(path -> DOCUMENT.matcher(path).matches())
        .limit(MOST_DOCUMENTS)
        .filter(path -> !path.contains("/") || ranking.isAbout(path))
        .forEach(path -> ranking.mention(path, Source.DOCS, 0, "a document of the project"));
    each(Findings::relevantFiles)
        .forEach(
            file ->
                ranking.mention(
                    file.path(), Source.EXPLORATION, file.relevance(), file.rationale()));
    search
        .relevantFiles()
        .forEach(
            file -> ranking.mention(file.path(), Source.CODE, file.relevance(), file.rationale()));
  }

  Assembled assembled() {
    List<String> constraints = constraints();
    String briefing =
        new ContextBriefing(explorations, secrets::redact, new HashSet<>())
            .of(files, request.resolutions(), constraints);
    JsonFields file =
        file()
            .at("_briefing/text", briefing)
            .at("_briefing/constraints", constraints)
            .with("_user_intent_mapping", intentMapping());
    JsonNode clean = SecretFilter.inTexts(file.json(), secrets::redact);
    return assembled(clean, documents.put(clean.toString()));
  }

  /** What a package says of itself, be it of now or of an earlier session. */
  static Assembled assembled(JsonNode file, DocumentRef contextPackage) {
    JsonNode architecture = file.at("/project_context/architecture");
    return new Assembled(
        contextPackage,
        bounded(file.at("/exploration_results/angles"), LONGEST_SENTENCE),
        file.at("/statistics/total_files").asInt(),
        file.at("/prioritized_context/priority_tiers/critical")
            .valueStream()
            .map(one -> one.path("path").asText())
            .limit(MOST_CRITICAL)
            .toList(),
        Cut.shown(architecture.path("style").asText(architecture.asText()), LONGEST_SENTENCE),
        file.at("/conflict_detection/risk_level").asText("none"),
        bounded(file.at("/_briefing/constraints"), LONGEST_CONSTRAINT),
        bounded(file.path("notes"), LONGEST_SENTENCE));
  }

  /** As much as a history holds: a file may have been changed by hand. */
  private static List<String> bounded(JsonNode texts, int longest) {
    return texts
        .valueStream()
        .map(text -> Cut.shown(text.asText(), longest))
        .limit(MOST_CONSTRAINTS)
        .toList();
  }

  /** How conflicts are resolved and what that leaves to a plan, then what explorers found. */
  private List<String> constraints() {
    List<String> said = new ArrayList<>();
    for (Resolution one : request.resolutions()) {
      if (one.kind() != ResolutionKind.UNRESOLVED && !resolved(one).isEmpty()) {
        said.add(
            "[Conflict] %s, %s, is resolved %s"
                .formatted(one.conflict().id(), one.conflict().brief(), resolved(one)));
      }
    }
    request.drawnUp().constraints().forEach(one -> said.add(one.sentence()));
    request.drawnUp().failed().forEach(one -> said.add(one.sentence()));
    all(Findings::constraints).forEach(one -> said.add("[Context] " + one));
    return said.stream()
        .map(one -> Cut.shown(ContextBriefing.line(secrets.redact(one)), LONGEST_CONSTRAINT))
        .distinct()
        .limit(MOST_CONSTRAINTS)
        .toList();
  }

  /** How, where it is cut with what the human said; empty when the human said nothing of it. */
  private static String resolved(Resolution one) {
    String said = one.said();
    return one.strategy()
        .map(
            chosen ->
                "by \"%s\"%s: %s"
                    .formatted(
                        chosen.name(),
                        said.isEmpty()
                            ? ""
                            : " (" + said + "; this holds where what follows differs)",
                        chosen.approach()))
        .orElse(said.isEmpty() ? "" : "by the human: " + said);
  }

  private <T> Stream<T> each(Function<Findings, List<T>> field) {
    return explorations.values().stream().flatMap(found -> field.apply(found).stream());
  }

  /** What all angles say of a field, one after the other, without what was said before. */
  private List<String> all(Function<Findings, List<String>> field) {
    Set<String> once = new HashSet<>();
    return each(field)
        .map(ContextBriefing::line)
        .filter(text -> once.add(text.toLowerCase(Locale.ROOT)))
        .toList();
  }

  /** What is missing or partial. */
  private List<String> notes() {
    List<String> notes = new ArrayList<>(request.notes());
    for (Resolution one : request.resolutions()) {
      one.remark()
          .ifPresent(
              said -> notes.add("%s, its clarifier: %s".formatted(one.conflict().id(), said)));
    }
    for (Suggested one : request.drawnUp().failed()) {
      notes.add(
          "the resolution is partial: a change of %s for %s does not apply: %s"
              .formatted(one.modification().file(), one.conflictId(), one.why()));
    }
    return notes;
  }

  /** The package field by field; see docs/artifacts.md. */
  private JsonFields file() {
    JsonFields file =
        new JsonFields()
            .at("metadata/task_description", gathering.task())
            .at("metadata/session_id", gathering.session())
            .at("metadata/timestamp", request.at())
            .at("metadata/keywords", keywords)
            .at("metadata/complexity", request.angles().complexity())
            .at("metadata/tech_stack", techStack())
            .at("metadata/head", gathering.head())
            .with("project_context", projectContext())
            .with("project_guidelines", records.guidelines());
    for (String kind : List.of("documentation", "source_code", "config", "tests")) {
      file.at("assets/" + kind, rows(one -> kind(one.path()).equals(kind)));
    }
    file.at("dependencies/internal", internal())
        .at("dependencies/external", ProjectRecords.external(source::text))
        .with("brainstorm_artifacts", records.brainstorming());
    file.with("conflict_detection", conflicts())
        .with("exploration_results", findings())
        .at("prioritized_context/user_intent", request.intent());
    for (Tier tier : Tier.values()) {
      String place = "prioritized_context/priority_tiers/" + Words.of(tier);
      file.at(place, rows(one -> one.tier() == tier));
    }
    return file.at("prioritized_context/dependency_order", FileRanking.order(imports))
        .at("prioritized_context/sorting_rationale", RATIONALE)
        .at("statistics/total_files", files.size())
        .at("statistics/paths_dropped", ranking.dropped())
        .with("notes", notes());
  }

  private JsonFields techStack() {
    Map<String, List<String>> patterns =
        search.detectedPatterns().stream()
            .collect(
                groupingBy(
                    ContextPackage.Pattern::kind, mapping(ContextPackage.Pattern::name, toList())));
    return new JsonFields()
        .with(
            "languages",
            search.workspace().languages().keySet().stream()
                .filter(Predicate.not(Language.NO_CODE::contains))
                .toList())
        .with("frameworks", patterns.getOrDefault("framework", List.of()))
        .with("build", patterns.getOrDefault("build-system", List.of()))
        .with("testing", patterns.getOrDefault("test-framework", List.of()));
  }

  /** The project's own overview; what it does not say is said by the search. */
  private JsonFields projectContext() {
    JsonNode overview = records.overview();
    JsonFields context =
        new JsonFields()
            .with("description", "")
            .with("technology_stack", techStack())
            .with("architecture", search.architectureInsights())
            .with("key_components", List.of());
    for (Map.Entry<String, JsonNode> field : context.json().properties()) {
      field.setValue(Optional.ofNullable(overview.get(field.getKey())).orElse(field.getValue()));
    }
    return context;
  }

  private static String kind(String path) {
    return switch (PathKind.of(path)) {
      case TEST -> "tests";
      case DOCUMENTATION -> "documentation";
      default -> Language.of(path).isCode() ? "source_code" : "config";
    };
  }

  private record FileRow(String path, double relevance, String rationale) {}

  private List<FileRow> rows(Predicate<PackedFile> which) {
    return files.stream()
        .filter(which)
        .map(file -> new FileRow(file.path(), file.relevance(), file.rationale()))
        .toList();
  }

  private record Import(String from, String to, String type) {}

  private List<Import> internal() {
    List<Import> internal = new ArrayList<>();
    imports.forEach(
        (from, targets) -> targets.forEach(to -> internal.add(new Import(from, to, "imports"))));
    return internal;
  }

  private JsonFields conflicts() {
    List<Sign> signs = each(Findings::conflictIndicators).toList();
    Set<String> modules = new TreeSet<>();
    signs.forEach(sign -> sign.affectedFiles().forEach(path -> modules.add(folder(path))));
    List<String> ways = new ArrayList<>();
    for (Resolution one : request.resolutions()) {
      String way = one.strategy().map(Strategy::approach).orElse(one.sentence());
      ways.add(one.conflict().id() + ": " + way);
      one.conflict().affectedFiles().forEach(path -> modules.add(folder(path)));
    }
    Optional<String> resolved =
        request.resolutions().stream().findAny().map(any -> path(ContextFiles.RESOLUTION));
    return new JsonFields()
        .with("risk_level", risk(signs))
        .with("risk_factors", signs.stream().collect(groupingBy(Sign::type)))
        .with("affected_modules", modules.stream().limit(MOST_MODULES).toList())
        .with("mitigation_strategy", String.join("; ", ways))
        .with("historical_conflicts", records.historicalConflicts())
        .with("resolution_file", resolved);
  }

  private static String folder(String path) {
    return path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : ".";
  }

  private String risk(List<Sign> signs) {
    boolean settled =
        request.drawnUp().failed().isEmpty()
            && !request.resolutions().isEmpty()
            && request.resolutions().stream()
                .noneMatch(one -> one.kind() == ResolutionKind.UNRESOLVED);
    return settled
        ? "resolved"
        : signs.stream()
            .map(sign -> sign.severity().toLowerCase(Locale.ROOT))
            .max(Comparator.comparingInt(RISKS::indexOf))
            .orElse("none");
  }

  private String path(String file) {
    return ContextFiles.path(gathering.workspace(), gathering.session(), file);
  }

  private JsonFields findings() {
    List<FileRow> critical =
        rows(file -> file.is(Source.EXPLORATION) && file.tier() == Tier.CRITICAL);
    return new JsonFields()
        .with("manifest_path", path(ContextFiles.MANIFEST))
        .with("exploration_count", explorations.size())
        .with("angles", explorations.keySet())
        .each("explorations", request.explorations(), this::listed)
        .at("aggregated_insights/critical_files", critical)
        .at("aggregated_insights/patterns", all(Findings::patterns))
        .at("aggregated_insights/integration_points", all(Findings::integrationPoints))
        .at("aggregated_insights/constraints", all(Findings::constraints));
  }

  private JsonFields listed(Explored one) {
    return ContextFiles.listed(
        gathering.workspace(), gathering.session(), one.angle(), one.index());
  }

  private record Mapped(String words, String by, List<String> files) {}

  /** The user's words, each with the files that it names or that were found for it. */
  private JsonFields intentMapping() {
    List<Mapped> mapped = new ArrayList<>();
    named.forEach(path -> mapped.add(new Mapped(path, "named", List.of(path))));
    List<String> unmapped = new ArrayList<>();
    for (String keyword : keywords) {
      List<String> stems = FileRanking.stems(keyword);
      List<String> found =
          files.stream()
              .map(PackedFile::path)
              .filter(path -> ranking.says(path, stems))
              .limit(MOST_OF_A_WORD)
              .toList();
      if (found.isEmpty()) {
        unmapped.add(keyword);
      } else {
        mapped.add(new Mapped(keyword, "found", found));
      }
    }
    return new JsonFields()
        .with("session_id", gathering.session())
        .with("task_description", gathering.task())
        .with("timestamp", request.at())
        .with("user_intent", request.intent())
        .with("mappings", mapped)
        .with("unmapped", unmapped);
  }
}
