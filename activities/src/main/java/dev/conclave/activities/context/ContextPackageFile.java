package dev.conclave.activities.context;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import dev.conclave.activities.artifact.ContextFiles;
import dev.conclave.activities.artifact.JsonFields;
import dev.conclave.activities.artifact.TreeSource;
import dev.conclave.activities.context.Explorations.Findings;
import dev.conclave.activities.context.FileRanking.PackedFile;
import dev.conclave.activities.context.FileRanking.Source;
import dev.conclave.activities.context.FileRanking.Tier;
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
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Assembles the package of a full context from the user's intent, earlier sessions, documents,
 * explorations and the plain search; see docs/context.md. One instance per package; not
 * thread-safe.
 */
final class ContextPackageFile {
  private static final int MOST_CRITICAL = 5;
  private static final int MOST_DOCUMENTS = 200;
  private static final int MOST_OF_A_WORD = 5;
  private static final int LONGEST_SENTENCE = 400;

  private static final Pattern DOCUMENT =
      Pattern.compile("(?:README[^/]*|CLAUDE\\.md|AGENTS\\.md|docs/.*\\.(?:md|mdx|rst|adoc|txt))");

  private static final String RATIONALE =
      "0.4 path + 0.3 keyword density + 0.2 structure + 0.1 dependency, raised by explorations and by the user's own words; ties ordered by source: user intent, archive, docs, exploration, code";

  private final AssembleRequest request;
  private final Gathering gathering;
  private final TreeFiles tree;
  private final TreeSource source;
  private final DocumentStore documents;
  private final SecretFilter secrets;
  private final ContextPackage search;
  private final Explorations explorations;
  private final ContextConflicts conflicts;
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
    explorations = Explorations.read(request.explorations(), documents, tree);
    conflicts = new ContextConflicts(request, explorations);
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

  private String words() {
    Intent intent = request.intent();
    List<String> words = new ArrayList<>(intent.keyConstraints());
    words.addAll(0, List.of(gathering.task(), intent.goal(), intent.scope()));
    return String.join("\n", words);
  }

  private static final Pattern WITH_FOLDERS = Pattern.compile("\\S+/\\S+");

  /**
   * Returns the search's keywords without the folders and extensions of named files, which would
   * match every file in those folders.
   */
  private List<String> keywords() {
    Set<String> places = new HashSet<>();
    for (String path : named) {
      places.addAll(List.of(path.replace(PathKind.stem(PathKind.name(path)), "").split("[/.]")));
    }
    places.removeAll(QueryTerms.keywords(WITH_FOLDERS.matcher(words()).replaceAll(" ")));
    return search.keywords().stream().filter(word -> !places.contains(word)).toList();
  }

  private void mention() {
    named.forEach(path -> ranking.mention(path, Source.USER_INTENT, 1, "named by the user"));
    search.map().map(ContextMap::entries).orElse(List.of()).stream()
        .filter(entry -> entry.source() == ContextMap.EntrySource.NAMED)
        .map(ContextMap.Entry::path)
        .filter(path -> !named.contains(path))
        .forEach(
            path ->
                ranking.mention(path, Source.USER_INTENT, 1, "defines a symbol named by the user"));
    request.sources().flatMap(it -> documents.find(it, JsonNode.class)).stream()
        .flatMap(sources -> sources.findValuesAsText("path").stream())
        .filter(tree::exists)
        .forEach(
            path -> ranking.mention(path, Source.USER_INTENT, 1, "a source given by the user"));
    records
        .relevantFiles()
        .forEach(
            (path, session) ->
                ranking.mention(path, Source.ARCHIVE, 1, "relevant in session " + session));
    tree.list().stream()
        .map(TreeFile::path)
        .filter(path -> DOCUMENT.matcher(path).matches())
        .limit(MOST_DOCUMENTS)
        .filter(path -> !path.contains("/") || ranking.isAbout(path))
        .forEach(path -> ranking.mention(path, Source.DOCS, 0, "project documentation"));
    explorations
        .each(Findings::relevantFiles)
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
    List<String> constraints = conflicts.constraints(secrets::redact);
    String briefing =
        new ContextBriefing(explorations, secrets::redact, new HashSet<>())
            .of(files, request.intent(), request.resolutions(), constraints);
    JsonFields file =
        file()
            .at("_briefing/text", briefing)
            .at("_briefing/constraints", constraints)
            .at("_briefing/decided", conflicts.decided(secrets::redact))
            .with("_user_intent_mapping", intentMapping());
    JsonNode clean = WireMapper.mapTexts(file.json(), secrets::redact);
    return assembled(clean, documents.put(clean.toString()));
  }

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
        Cut.shorten(architecture.path("style").asText(architecture.asText()), LONGEST_SENTENCE),
        file.at("/conflict_detection/risk_level").asText("none"),
        bounded(file.at("/_briefing/constraints"), ContextConflicts.LONGEST_CONSTRAINT),
        bounded(file.at("/_briefing/decided"), ContextConflicts.LONGEST_CONSTRAINT),
        bounded(file.path("notes"), LONGEST_SENTENCE));
  }

  /** Limits texts to what history may hold: a user may have edited the file. */
  private static List<String> bounded(JsonNode texts, int longest) {
    return texts
        .valueStream()
        .map(text -> Cut.shorten(text.asText(), longest))
        .limit(ContextConflicts.MOST_CONSTRAINTS)
        .toList();
  }

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
    file.with("conflict_detection", conflicts.render(records.historicalConflicts()))
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
        .with("notes", conflicts.notes());
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

  private String path(String file) {
    return ContextFiles.path(gathering.workspace(), gathering.session(), file);
  }

  private JsonFields findings() {
    List<FileRow> critical =
        rows(file -> file.is(Source.EXPLORATION) && file.tier() == Tier.CRITICAL);
    return new JsonFields()
        .with("manifest_path", path(ContextFiles.MANIFEST))
        .with("exploration_count", explorations.byAngle().size())
        .with("angles", explorations.byAngle().keySet())
        .each("explorations", request.explorations(), this::listed)
        .at("aggregated_insights/critical_files", critical)
        .at("aggregated_insights/patterns", explorations.all(Findings::patterns))
        .at("aggregated_insights/integration_points", explorations.all(Findings::integrationPoints))
        .at("aggregated_insights/constraints", explorations.all(Findings::constraints));
  }

  private JsonFields listed(Explored one) {
    return ContextFiles.listed(
        gathering.workspace(), gathering.session(), one.angle(), one.index());
  }

  private record Mapped(String words, String by, List<String> files) {}

  private JsonFields intentMapping() {
    List<Mapped> mapped = new ArrayList<>();
    named.forEach(path -> mapped.add(new Mapped(path, "named", List.of(path))));
    List<String> unmapped = new ArrayList<>();
    for (String keyword : keywords) {
      List<String> stems = FileRanking.stems(keyword);
      List<String> found =
          files.stream()
              .map(PackedFile::path)
              .filter(path -> ranking.containsAll(path, stems))
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
