package dev.conclave.activities.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.artifact.ContextFiles;
import dev.conclave.activities.artifact.JsonFields;
import dev.conclave.activities.context.FileRanking.PackedFile;
import dev.conclave.activities.context.FileRanking.Source;
import dev.conclave.activities.context.FileRanking.Tier;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.search.ContextGatherer;
import dev.conclave.activities.search.index.QueryTerms;
import dev.conclave.activities.search.source.Eligibility;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
import dev.conclave.workflows.api.ContextMap;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.context.ContextActivities.AssembleRequest;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextActivities.Explored;
import dev.conclave.workflows.context.ContextActivities.Gathering;
import dev.conclave.workflows.context.ContextActivities.Intent;
import dev.conclave.workflows.context.ContextActivities.Suggested;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.context.Resolution.ResolutionKind;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

  /** What tells people and agents of a project. */
  private static final Pattern DOCUMENT =
      Pattern.compile("(?:README[^/]*|CLAUDE\\.md|AGENTS\\.md|docs/.*\\.(?:md|mdx|rst|adoc|txt))");

  private static final List<String> RISKS = List.of("none", "low", "medium", "high");

  private final AssembleRequest request;
  private final Gathering gathering;
  private final TreeFiles tree;
  private final DocumentStore documents;
  private final SecretFilter secrets;
  private final ProjectRecords records;
  private final Optional<ContextPackage> search;
  private final Map<String, JsonNode> explorations = new LinkedHashMap<>();
  private final List<String> named;
  private final List<String> keywords;
  private final FileRanking ranking;
  private final List<PackedFile> files;
  private final Map<String, Set<String>> imports;
  private int dropped;

  ContextPackageFile(
      AssembleRequest request, TreeFiles tree, DocumentStore documents, SecretFilter secrets) {
    this.request = request;
    this.gathering = request.gathering();
    this.tree = tree;
    this.documents = documents;
    this.secrets = secrets;
    search = request.gathered().flatMap(it -> documents.find(it.context(), ContextPackage.class));
    TreeFacts facts = TreeFacts.of(tree);
    for (Explored one : request.explorations()) {
      JsonNode found = documents.read(one.document(), JsonNode.class);
      found.path("relevant_files").forEach(file -> spell((ObjectNode) file, facts));
      explorations.put(one.angle(), found);
    }
    named = ContextGatherer.filesNamed(words(), tree::exists);
    String task = secrets.redact(gathering.task()).replaceAll(SecretFilter.MARK, " ");
    keywords =
        telling(search.map(ContextPackage::keywords).orElseGet(() -> QueryTerms.keywords(task)));
    records = new ProjectRecords(gathering, keywords);
    List<String> shown =
        tree.list().stream()
            .filter(file -> !file.isLink() && !secrets.neverSend(file.path()))
            .map(TreeFile::path)
            .toList();
    ranking = new FileRanking(shown, this::text, keywords);
    mention();
    files = ranking.best();
    imports = ranking.importsAmong(files);
  }

  /** Spells the path of a file as the tree does. */
  private static void spell(ObjectNode file, TreeFacts facts) {
    String cited = file.path("path").asText().replaceFirst(":\\d.*", "");
    file.put("path", TreeFacts.inside(cited).map(facts::path).orElse(cited));
  }

  private String text(String path) {
    return tree.find(path)
        .filter(file -> file.size() <= Eligibility.MAX_BYTES)
        .flatMap(file -> SourceText.of(tree.bytes(file)))
        .orElse("");
  }

  /** What the user says, in the user's own words. */
  private String words() {
    Intent intent = request.intent();
    return Stream.concat(
            Stream.of(gathering.task(), intent.goal(), intent.scope()),
            intent.keyConstraints().stream())
        .collect(Collectors.joining("\n"));
  }

  /** The keywords without folders and endings of named files, which would fit any file there. */
  private List<String> telling(List<String> all) {
    Set<String> places = new TreeSet<>();
    for (String path : named) {
      places.addAll(List.of(path.replace(PathKind.stem(PathKind.name(path)), "").split("[/.]")));
    }
    Set<String> said = Set.copyOf(QueryTerms.keywords(words().replaceAll("\\S+/\\S+", " ")));
    return all.stream().filter(word -> !places.contains(word) || said.contains(word)).toList();
  }

  /** Tells the ranking what each source names, in the order of their priority. */
  private void mention() {
    named.forEach(path -> mention(path, Source.USER_INTENT, 1, "the user names it"));
    request.sources().flatMap(given -> documents.find(given, JsonNode.class)).stream()
        .flatMap(ContextBriefing::items)
        .map(source -> source.path("path").asText())
        .filter(tree::exists)
        .forEach(path -> mention(path, Source.USER_INTENT, 1, "the user gave it to read first"));
    search.flatMap(ContextPackage::map).map(ContextMap::entries).orElse(List.of()).stream()
        .filter(entry -> entry.source() == ContextMap.EntrySource.NAMED)
        .forEach(entry -> mention(entry.path(), Source.USER_INTENT, 1, "the user names it"));
    records
        .mattered()
        .forEach(
            (path, session) ->
                mention(path, Source.ARCHIVE, 1, "it mattered in session " + session));
    tree.list().stream()
        .map(TreeFile::path)
        .filter(path -> DOCUMENT.matcher(path).matches())
        .limit(MOST_DOCUMENTS)
        .filter(path -> !path.contains("/") || ranking.isAbout(path))
        .forEach(path -> mention(path, Source.DOCS, 0, "a document of the project"));
    explorations.values().stream()
        .flatMap(found -> ContextBriefing.items(found.path("relevant_files")))
        .forEach(
            file ->
                mention(
                    file.path("path").asText(),
                    Source.EXPLORATION,
                    file.path("relevance").asDouble(),
                    file.path("rationale").asText()));
    search.map(ContextPackage::relevantFiles).orElse(List.of()).stream()
        .forEach(file -> mention(file.path(), Source.CODE, file.relevance(), file.rationale()));
  }

  private void mention(String path, Source source, double relevance, String why) {
    dropped += ranking.mention(path, source, relevance, why) ? 0 : 1;
  }

  Assembled assembled() {
    List<String> constraints = constraints();
    String briefing =
        ContextBriefing.of(
            explorations, files, request.resolutions(), constraints, secrets::redact);
    ObjectNode file =
        (ObjectNode)
            SecretFilter.inTexts(
                file()
                    .with(
                        "_briefing",
                        new JsonFields().with("text", briefing).with("constraints", constraints))
                    .with("_user_intent_mapping", mapping())
                    .json(),
                secrets::redact);
    return assembled(file, documents.put(file.toString()));
  }

  /** What a package says of itself, be it of now or of an earlier session. */
  static Assembled assembled(JsonNode file, DocumentRef contextPackage) {
    JsonNode architecture = file.at("/project_context/architecture");
    return new Assembled(
        contextPackage,
        bounded(file.path("exploration_results").path("angles")),
        file.path("statistics").path("total_files").asInt(),
        ContextBriefing.items(file.at("/prioritized_context/priority_tiers/critical"))
            .map(one -> one.path("path").asText())
            .limit(MOST_CRITICAL)
            .toList(),
        Cut.shown(architecture.path("style").asText(architecture.asText()), LONGEST_SENTENCE),
        file.path("conflict_detection").path("risk_level").asText("none"),
        bounded(file.path("_briefing").path("constraints")),
        bounded(file.path("notes")));
  }

  /** As much as a history holds: a file may have been changed by hand. */
  private static List<String> bounded(JsonNode texts) {
    return ContextBriefing.texts(texts).stream()
        .map(text -> Cut.shown(text, LONGEST_SENTENCE))
        .limit(MOST_CONSTRAINTS)
        .toList();
  }

  /** How conflicts are resolved and what that leaves to a plan, then what explorers found. */
  private List<String> constraints() {
    return Stream.of(
            request.resolutions().stream().flatMap(one -> ContextBriefing.resolved(one).stream()),
            Stream.concat(
                    request.drawnUp().constraints().stream(), request.drawnUp().failed().stream())
                .map(Suggested::sentence),
            ContextBriefing.all(explorations, "constraints").stream()
                .map(one -> "[Context] " + one))
        .flatMap(any -> any)
        .map(one -> Cut.shown(ContextBriefing.line(secrets.redact(one)), LONGEST_SENTENCE))
        .distinct()
        .limit(MOST_CONSTRAINTS)
        .toList();
  }

  /** What is missing or partial. */
  private List<String> notes() {
    List<String> notes = new ArrayList<>(request.notes());
    request.drawnUp().failed().stream()
        .map(
            one ->
                "the resolution is partial: a change of %s for %s does not apply: %s"
                    .formatted(one.modification().file(), one.conflictId(), one.why()))
        .forEach(notes::add);
    request.angles().names().stream()
        .filter(angle -> !explorations.containsKey(angle))
        .map("nobody explored "::concat)
        .filter(note -> notes.stream().noneMatch(said -> said.startsWith(note)))
        .forEach(notes::add);
    return notes;
  }

  private JsonFields file() {
    return new JsonFields()
        .with(
            "metadata",
            new JsonFields()
                .with("task_description", gathering.task())
                .with("session_id", gathering.session())
                .with("timestamp", request.at())
                .with("keywords", keywords)
                .with("complexity", request.angles().complexity())
                .with("tech_stack", techStack())
                .with("head", gathering.head()))
        .with("project_context", projectContext())
        .with("project_guidelines", records.guidelines())
        .with("assets", assets())
        .with(
            "dependencies",
            new JsonFields()
                .with("internal", internal())
                .with("external", ProjectRecords.external(this::text)))
        .with("brainstorm_artifacts", records.brainstorming())
        .with("conflict_detection", conflictDetection())
        .with("exploration_results", explorationResults())
        .with("prioritized_context", prioritized())
        .with(
            "statistics",
            new JsonFields().with("total_files", files.size()).with("paths_dropped", dropped))
        .with("notes", notes());
  }

  private JsonFields techStack() {
    return new JsonFields()
        .with("languages", search.map(it -> it.workspace().languages().keySet()).orElse(Set.of()))
        .with("frameworks", patterns("framework"))
        .with("build", patterns("build-system"))
        .with("testing", patterns("test-framework"));
  }

  private List<String> patterns(String kind) {
    return search.map(ContextPackage::detectedPatterns).orElse(List.of()).stream()
        .filter(pattern -> pattern.kind().equals(kind))
        .map(ContextPackage.Pattern::name)
        .toList();
  }

  /** The project's own overview; what it does not say is said by the search. */
  private JsonFields projectContext() {
    JsonNode overview = records.overview();
    JsonFields found =
        new JsonFields()
            .with("description", "")
            .with("technology_stack", techStack())
            .with("architecture", search.map(ContextPackage::architectureInsights).orElse(""))
            .with("key_components", List.of());
    List.copyOf(found.json().properties()).stream()
        .map(Map.Entry::getKey)
        .filter(overview::hasNonNull)
        .forEach(field -> found.with(field, overview.path(field)));
    return found;
  }

  private JsonFields assets() {
    JsonFields assets = new JsonFields();
    for (String kind : List.of("documentation", "source_code", "config", "tests")) {
      assets.with(kind, rows(file -> kind(file.path()).equals(kind)));
    }
    return assets;
  }

  private static String kind(String path) {
    return switch (PathKind.of(path)) {
      case TEST -> "tests";
      case DOCUMENTATION -> "documentation";
      default -> Language.of(path).isCode() ? "source_code" : "config";
    };
  }

  private List<JsonFields> rows(Predicate<PackedFile> which) {
    return files.stream()
        .filter(which)
        .map(
            file ->
                new JsonFields()
                    .with("path", file.path())
                    .with("relevance", file.relevance())
                    .with("rationale", file.rationale()))
        .toList();
  }

  private List<JsonFields> internal() {
    return imports.entrySet().stream()
        .flatMap(one -> one.getValue().stream().map(to -> Map.entry(one.getKey(), to)))
        .map(
            one ->
                new JsonFields()
                    .with("from", one.getKey())
                    .with("to", one.getValue())
                    .with("type", "imports"))
        .toList();
  }

  private JsonFields conflictDetection() {
    Map<String, List<JsonNode>> factors = new LinkedHashMap<>();
    Set<String> modules = new TreeSet<>();
    for (JsonNode sign : signs()) {
      factors
          .computeIfAbsent(sign.path("type").asText("other"), any -> new ArrayList<>())
          .add(sign);
      ContextBriefing.texts(sign.path("affected_files")).forEach(file -> modules.add(module(file)));
    }
    request.resolutions().stream()
        .flatMap(one -> one.conflict().affectedFiles().stream())
        .forEach(file -> modules.add(module(file)));
    return new JsonFields()
        .with("risk_level", risk())
        .with("risk_factors", factors)
        .with("affected_modules", modules.stream().limit(MOST_MODULES).toList())
        .with("mitigation_strategy", mitigation())
        .with("historical_conflicts", records.historicalConflicts())
        .with(
            "resolution_file",
            Optional.of(ContextFiles.RESOLUTION)
                .filter(any -> !request.resolutions().isEmpty())
                .map(this::path));
  }

  private List<JsonNode> signs() {
    return explorations.values().stream()
        .flatMap(found -> ContextBriefing.items(found.path("conflict_indicators")))
        .toList();
  }

  /** The folder of a file. */
  private static String module(String file) {
    return file.contains("/") ? file.substring(0, file.lastIndexOf('/')) : ".";
  }

  private String risk() {
    boolean settled =
        request.drawnUp().failed().isEmpty()
            && !request.resolutions().isEmpty()
            && request.resolutions().stream()
                .noneMatch(one -> one.kind() == ResolutionKind.UNRESOLVED);
    return settled
        ? "resolved"
        : signs().stream()
            .map(sign -> sign.path("severity").asText("low").toLowerCase(Locale.ROOT))
            .filter(RISKS::contains)
            .max(Comparator.comparingInt(RISKS::indexOf))
            .orElse("none");
  }

  private String mitigation() {
    return request.resolutions().stream()
        .map(
            one ->
                one.conflict().id()
                    + ": "
                    + one.strategy().map(Strategy::approach).orElse(one.sentence()))
        .collect(Collectors.joining("; "));
  }

  private String path(String file) {
    return ContextFiles.path(gathering.workspace(), gathering.session(), file);
  }

  private JsonFields explorationResults() {
    return new JsonFields()
        .with("manifest_path", path(ContextFiles.MANIFEST))
        .with("exploration_count", explorations.size())
        .with("angles", explorations.keySet())
        .each(
            "explorations",
            request.explorations(),
            one ->
                ContextFiles.listed(
                    gathering.workspace(), gathering.session(), one.angle(), one.index()))
        .with(
            "aggregated_insights",
            new JsonFields()
                .with(
                    "critical_files",
                    rows(file -> file.is(Source.EXPLORATION) && file.tier() == Tier.CRITICAL))
                .with("patterns", ContextBriefing.all(explorations, "patterns"))
                .with("integration_points", ContextBriefing.all(explorations, "integration_points"))
                .with("constraints", ContextBriefing.all(explorations, "constraints")));
  }

  private JsonFields prioritized() {
    JsonFields tiers = new JsonFields();
    for (Tier tier : Tier.values()) {
      tiers.with(Words.of(tier), rows(file -> file.tier() == tier));
    }
    return new JsonFields()
        .with("user_intent", request.intent())
        .with("priority_tiers", tiers)
        .with("dependency_order", FileRanking.order(imports))
        .with(
            "sorting_rationale",
            "0.4 path + 0.3 keyword density + 0.2 structure + 0.1 dependency, raised by explorations and by the user's own words; of equal files by source: user intent, archive, docs, exploration, code");
  }

  /** The user's words, each with the files that it names or that were found for it. */
  private JsonFields mapping() {
    Map<String, Set<String>> mapped = new LinkedHashMap<>();
    named.forEach(path -> mapped.put(path, Set.of(path)));
    for (String keyword : keywords) {
      List<String> stems = FileRanking.stems(keyword);
      files.stream()
          .map(PackedFile::path)
          .filter(path -> ranking.says(path, stems))
          .limit(MOST_OF_A_WORD)
          .forEach(path -> mapped.computeIfAbsent(keyword, w -> new LinkedHashSet<>()).add(path));
    }
    return new JsonFields()
        .with("session_id", gathering.session())
        .with("task_description", gathering.task())
        .with("timestamp", request.at())
        .with("user_intent", request.intent())
        .each(
            "mappings",
            List.copyOf(mapped.entrySet()),
            one ->
                new JsonFields()
                    .with("words", one.getKey())
                    .with("by", named.contains(one.getKey()) ? "named" : "found")
                    .with("files", one.getValue()))
        .with("unmapped", keywords.stream().filter(word -> !mapped.containsKey(word)).toList());
  }
}
