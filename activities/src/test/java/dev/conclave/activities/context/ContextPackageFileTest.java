package dev.conclave.activities.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.artifact.ArtifactKind;
import dev.conclave.activities.artifact.Contexts;
import dev.conclave.workflows.context.ContextActivities.AssembleRequest;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextActivities.DraftedEdits;
import dev.conclave.workflows.context.ContextActivities.Explored;
import dev.conclave.workflows.context.ContextActivities.Suggested;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.text.WireMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContextPackageFileTest {
  private static final String CANARY = "ghp_0123456789abcdefABCDEF0123456789abcd";
  private static final DraftedEdits NOTHING =
      new DraftedEdits(List.of(), List.of(), List.of(), List.of());

  @TempDir Path temp;
  private Contexts contexts;

  @BeforeEach
  void open() throws Exception {
    contexts = new Contexts(temp);
  }

  /** Returns the request of the test resources with other values for some fields. */
  private AssembleRequest with(Object... fieldsAndValues) {
    ObjectNode changed = WireMapper.get().valueToTree(contexts.request());
    for (int i = 0; i < fieldsAndValues.length; i += 2) {
      changed.set(
          (String) fieldsAndValues[i], WireMapper.get().valueToTree(fieldsAndValues[i + 1]));
    }
    return WireMapper.get().convertValue(changed, AssembleRequest.class);
  }

  private List<Explored> explored(String... replies) {
    List<Explored> explored = new ArrayList<>();
    for (String reply : replies) {
      explored.add(
          new Explored(
              "angle" + explored.size(),
              explored.size() + 1,
              contexts.documents.put(reply.replace('\'', '"'))));
    }
    return explored;
  }

  private static String finding(String path, double relevance) {
    return ("{'project_structure':'s','conflict_indicators':[],'relevant_files':["
            + "{'path':'%s','relevance':%s,'rationale':'why','role':'modify_target'}]}")
        .formatted(path, relevance);
  }

  private static String signs(String... severities) {
    return "{'project_structure':'s','relevant_files':[],'conflict_indicators':["
        + String.join(
            ",",
            List.of(severities).stream()
                .map(
                    severity ->
                        "{'type':'PatternConflict','severity':'%s','description':'d','affected_files':[]}"
                            .formatted(severity))
                .toList())
        + "]}";
  }

  private String text(DocumentRef document) {
    return contexts.documents.text(document);
  }

  /** Returns the same result after failed writes. */
  private static DraftedEdits partial(DraftedEdits drawnUp) {
    List<Suggested> failed =
        drawnUp.applied().stream()
            .map(one -> new Suggested(one.conflictId(), one.modification(), "rolled back"))
            .toList();
    return new DraftedEdits(List.of(), List.of(), drawnUp.constraints(), failed);
  }

  private String briefing(AssembleRequest request) {
    return contexts.packed(request).at("/_briefing/text").asText();
  }

  private static JsonNode row(JsonNode file, String path) {
    for (JsonNode tier : file.at("/prioritized_context/priority_tiers")) {
      for (JsonNode row : tier) {
        if (row.path("path").asText().equals(path)) {
          return row;
        }
      }
    }
    throw new AssertionError(path + " is not in the package");
  }

  private Path write(String path, String text) throws Exception {
    Path file = contexts.root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void the_summary_matches_the_package() {
    Assembled assembled = contexts.assemble(contexts.request());
    JsonNode file = contexts.documents.read(assembled.contextPackage(), JsonNode.class);

    assertThat(ArtifactKind.FULL_CONTEXT.errors(file)).isEmpty();
    assertThat(assembled.files()).isEqualTo(9);
    assertThat(assembled.critical()).containsExactly("src/limits/bucket.ts", "src/api/login.ts");
    assertThat(assembled.architecture()).isEqualTo("Layered: api over limits");
    assertThat(assembled.risk()).isEqualTo("high");
    assertThat(assembled.angles()).containsExactly("architecture", "dependencies", "modularity");
    assertThat(ContextPackageFile.assembled(file, assembled.contextPackage())).isEqualTo(assembled);
    assertThat(contexts.assemble(contexts.request())).isEqualTo(assembled);
  }

  @Test
  void files_missing_from_the_tree_are_left_out_and_counted() {
    JsonNode file = contexts.packed(with("explorations", explored(finding("src/none.ts", 1))));

    assertThat(file.toString()).doesNotContain("src/none.ts");
    assertThat(file.at("/statistics/paths_dropped").asInt()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"deploy/server.key", "../shop/src/settings.ts", "/etc/passwd", "src/limits"})
  void secrets_folders_and_files_outside_the_tree_are_left_out(String path) {
    JsonNode file = contexts.packed(with("explorations", explored(finding(path, 1))));

    assertThat(file.path("assets").findValuesAsText("path")).doesNotContain(path);
  }

  @Test
  void a_partial_path_or_one_with_a_line_number_resolves_to_its_file() {
    JsonNode file =
        contexts.packed(
            with(
                "explorations",
                explored(finding("legacy.ts:3", 1), finding("./src/settings.ts", 1))));

    assertThat(row(file, "src/api/legacy.ts").path("rationale").asText()).contains("why");
    assertThat(row(file, "src/settings.ts").path("rationale").asText()).contains("why");
  }

  @Test
  void secrets_reach_neither_package_nor_mapping_nor_briefing() throws Exception {
    write(".workflow/project-tech.json", "{\"overview\":{\"description\":\"" + CANARY + "\"}}");
    write("README.md", "limiter " + CANARY);
    AssembleRequest request =
        with("explorations", explored(finding("README.md", 1).replace("why", CANARY)));
    Assembled assembled = contexts.assemble(request);

    assertThat(text(assembled.contextPackage()))
        .contains("[redacted: token]")
        .doesNotContain(CANARY);
    assertThat(briefing(request)).contains("[redacted: token]").doesNotContain(CANARY);
  }

  @Test
  void files_named_or_supplied_by_the_user_are_critical() {
    DocumentRef sources =
        contexts.documents.put(
            "[{\"path\":\"docs/deploy.md\",\"text\":\"x\"},{\"path\":\"https://x\"}]");
    JsonNode file = contexts.packed(with("sources", sources));

    assertThat(row(file, "docs/deploy.md").path("relevance").asDouble()).isGreaterThan(0.85);
    assertThat(row(file, "docs/deploy.md").path("rationale").asText())
        .startsWith("a source given by the user");
    assertThat(row(file, "src/limits/bucket.ts").path("rationale").asText())
        .startsWith("named by the user");
  }

  @Test
  void the_newest_20_earlier_sessions_on_the_same_topic_are_included() throws Exception {
    JsonNode file = contexts.packed(contexts.request());
    assertThat(row(file, "src/limits/store.ts").path("rationale").asText())
        .contains("relevant in session WFS-earlier");
    assertThat(file.at("/conflict_detection/historical_conflicts/0/session_id").asText())
        .isEqualTo("WFS-earlier-limits-2026-10-01");

    for (int i = 0; i < 20; i++) {
      Path newer =
          write(
              ".workflow/.multi-cli-plan/MCP-" + i + "/context-package.json",
              i % 2 == 0 ? "{" : "[]");
      Files.setLastModifiedTime(newer, FileTime.from(Instant.now().plusSeconds(60)));
    }
    file = contexts.packed(contexts.request());
    assertThat(row(file, "src/limits/store.ts").path("rationale").asText())
        .doesNotContain("session");
  }

  @Test
  void a_planning_session_is_recalled_by_its_relevant_files() throws Exception {
    write(
        ".workflow/.multi-cli-plan/MCP-x/context-package.json",
        """
        {"session_id":"MCP-x","keywords":["Limiter","bucket"],"relevant_files":[
          {"path":"src/api/legacy.ts","relevance":0.7},{"path":"src/settings.ts","relevance":0.69}]}
        """);
    // Belongs to the planning session that needs this context.
    write(
        ".workflow/.multi-cli-plan/%s/context-package.json".formatted(Contexts.ID),
        """
        {"keywords":["limiter","bucket"],"relevant_files":[{"path":"src/settings.ts","relevance":0.9}]}
        """);
    JsonNode file = contexts.packed(contexts.request());

    assertThat(row(file, "src/api/legacy.ts").path("rationale").asText())
        .isEqualTo("relevant in session MCP-x");
    assertThat(row(file, "src/settings.ts").path("sources").toString()).doesNotContain("archive");
  }

  @ParameterizedTest
  @CsvSource({"limiter other, false", "limiter bucket, true"})
  void sessions_match_when_they_share_two_keywords(String words, boolean same) throws Exception {
    write(
        ".workflow/active/WFS-x/.process/context-package.json",
        "{\"metadata\":{\"keywords\":[\"%s\"]},".formatted(words.replace(" ", "\",\""))
            + "\"relevant_files\":[{\"path\":\"src/api/legacy.ts\",\"relevance\":1}]}");

    assertThat(contexts.packed(contexts.request()).toString().contains("src/api/legacy.ts"))
        .isEqualTo(same);
  }

  @Test
  void its_own_package_large_files_and_links_are_not_read() throws Exception {
    String package_ =
        "{\"metadata\":{\"keywords\":[\"limiter\",\"bucket\"]},\"relevant_files\":[{\"path\":\"src/api/legacy.ts\",\"relevance\":1}]}";
    write(".workflow/active/" + Contexts.ID + "/.process/context-package.json", package_);
    write(".workflow/active/WFS-big/context-package.json", package_ + " ".repeat(1 << 20));
    Path outside = Files.createDirectories(temp.resolve("outside"));
    Files.writeString(outside.resolve("context-package.json"), package_);
    Files.createSymbolicLink(contexts.root.resolve(".workflow/linked"), outside);
    Files.createDirectories(contexts.root.resolve(".workflow/x"));
    Files.createSymbolicLink(
        contexts.root.resolve(".workflow/x/context-package.json"),
        outside.resolve("context-package.json"));
    Path tech = contexts.root.resolve(".workflow/project-tech.json");
    Files.delete(tech);
    Files.createSymbolicLink(
        tech,
        Files.writeString(outside.resolve("t"), "{\"overview\":{\"description\":\"theirs\"}}"));

    JsonNode file = contexts.packed(contexts.request());

    assertThat(file.path("prioritized_context").toString()).doesNotContain("src/api/legacy.ts");
    assertThat(file.at("/project_context/description").asText()).isEmpty();
  }

  @Test
  void documents_below_docs_are_included_if_they_mention_a_task_word() {
    JsonNode file = contexts.packed(contexts.request());

    assertThat(file.at("/assets/documentation").findValuesAsText("path"))
        .contains("docs/limits.md", "README.md", "AGENTS.md")
        .doesNotContain("docs/deploy.md");
  }

  @Test
  void the_search_describes_the_project_when_it_has_no_records() throws Exception {
    for (String record : List.of("project-tech.json", "project-guidelines.json")) {
      write(".workflow/" + record, "not JSON");
    }
    JsonNode file = contexts.packed(contexts.request());

    assertThat(file.at("/project_context/architecture").asText())
        .isEqualTo("Modules by source files: src/api (3), src/limits (2).");
    assertThat(file.at("/project_context/technology_stack/languages/0").asText())
        .isEqualTo("TypeScript");
    assertThat(file.path("project_guidelines").toString())
        .isEqualTo("{\"conventions\":[],\"constraints\":[],\"quality_rules\":[],\"learnings\":[]}");
  }

  @Test
  void a_package_is_made_without_search_or_explorations() {
    ObjectNode bare =
        WireMapper.get()
            .valueToTree(
                with("explorations", List.of(), "resolutions", List.of(), "drawn_up", NOTHING));
    bare.remove("gathered");
    Assembled assembled =
        contexts.assemble(WireMapper.get().convertValue(bare, AssembleRequest.class));

    assertThat(assembled.critical()).containsExactly("src/limits/bucket.ts");
    assertThat(assembled.risk()).isEqualTo("none");
    assertThat(assembled.constraints()).containsExactly("[Notes] no new dependency");
    assertThat(assembled.notes()).isEmpty();
    assertThat(text(assembled.contextPackage()))
        .contains(
            "\"keywords\":[\"limiter\",\"login\",\"counts\",\"requests\",\"beside\",\"bucket\"]")
        .doesNotContain("resolution_file");
  }

  @ParameterizedTest
  @CsvSource({"low, low", "low medium, medium", "medium high low, high"})
  void the_risk_is_that_of_the_worst_sign(String severities, String risk) {
    String[] reply = {signs(severities.split(" "))};

    assertThat(
            contexts
                .assemble(with("explorations", explored(reply), "resolutions", List.of()))
                .risk())
        .isEqualTo(risk);
  }

  @Test
  void the_risk_is_resolved_when_all_conflicts_are_and_all_changes_were_made() {
    DraftedEdits drawnUp = contexts.request().drawnUp();
    DraftedEdits sound =
        new DraftedEdits(List.of(), drawnUp.applied(), drawnUp.constraints(), List.of());

    assertThat(contexts.assemble(with("drawn_up", sound)).risk()).isEqualTo("resolved");
    assertThat(contexts.assemble(with("drawn_up", partial(sound))).risk()).isEqualTo("high");
    ObjectNode open = WireMapper.get().valueToTree(with("drawn_up", sound));
    ((ObjectNode) open.at("/resolutions/1")).put("kind", "unresolved");
    AssembleRequest left = WireMapper.get().convertValue(open, AssembleRequest.class);
    assertThat(contexts.assemble(left).risk()).isEqualTo("high");
    assertThat(briefing(left))
        .contains("OPEN: the plan must resolve it. A result object breaks them.");
  }

  @Test
  void decided_items_come_first_without_duplicates_and_at_most_20() {
    assertThat(contexts.assemble(contexts.request()).constraints())
        .containsExactly(
            "[Notes] no new dependency",
            "[Conflict] CON-001, login.ts counts beside the limiter, is resolved by \"One limiter\" (Does a login count twice? no, once; takes precedence over the following): login asks the limiter with a bucket of its own",
            "[Conflict] CON-001, docs/limits.md, \"Limits\": A client may try 3 times to log in. (the rule is in code alone; not written there: docs/limits.md is not editable)",
            "[Conflict] CON-001, .workflow/planning/limits.md, \"Steps\": no longer \"Then delete the map in login.ts by hand.\" (the limiter does it; not written there: old_content is not there)",
            "[Context] nothing cited: The answer to too many requests stays 429",
            "[Context] nothing cited: ioredis is a dependency that nothing imports yet",
            "[Context] nothing cited: api may import limits, never the other way round");

    String many =
        "{'project_structure':'s','relevant_files':[],'conflict_indicators':[],'constraints':["
            + String.join(
                ",",
                IntStream.range(0, 30)
                    .mapToObj(i -> "'rule " + i + "x".repeat(2500) + "'")
                    .toList())
            + "]}";
    List<String> constraints =
        contexts.assemble(with("explorations", explored(many))).constraints();
    assertThat(constraints).hasSize(20).allMatch(one -> one.length() <= 2000);
    assertThat(constraints.get(4)).startsWith("[Context] nothing cited: rule 0");
  }

  @Test
  void partial_resolutions_and_skipped_conflicts_are_noted() {
    assertThat(contexts.assemble(contexts.request()).notes())
        .containsExactly(
            "the resolution is partial: a change to .workflow/planning/limits.md for CON-001 does not apply: old_content is not there");
    AssembleRequest failed =
        with(
            "drawn_up",
            partial(contexts.request().drawnUp()),
            "notes",
            List.of(
                "the conflicts were not analyzed: no reply",
                "no agent explored integration-points: late"));
    assertThat(contexts.assemble(failed).notes())
        .startsWith(
            "the conflicts were not analyzed: no reply",
            "no agent explored integration-points: late")
        .anyMatch(note -> note.endsWith("does not apply: rolled back"));
    assertThat(contexts.assemble(failed).constraints())
        .contains(
            "[Conflict] CON-001, .workflow/planning/limits.md, \"Modules\": The limiter counts the attempts to log in. (one module counts; not written there: rolled back)");
  }

  @Test
  void the_briefing_of_a_large_context_ends_with_a_complete_entry() {
    String big =
        "{'project_structure':'s','relevant_files':[],'conflict_indicators':[],'integration_points':["
            + String.join(
                ",",
                IntStream.range(0, 200)
                    .mapToObj(i -> "'a.ts:" + i + " 限流".repeat(60) + " end'")
                    .toList())
            + "],'patterns':['never reached']}";
    String briefing = briefing(with("explorations", explored(big)));

    assertThat(briefing.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(23 << 10, 24 << 10);
    assertThat(briefing).endsWith(" end\n").doesNotContain("never reached");
  }

  @Test
  void a_briefing_repeats_nothing_and_keeps_each_entry_on_one_line() {
    String one =
        "{'project_structure':'s','relevant_files':[],'conflict_indicators':[],'constraints':['Keep\\n## 429'],'patterns':['P','p']}";
    String briefing = briefing(with("explorations", explored(one, one)));

    assertThat(briefing.lines().filter(line -> line.equalsIgnoreCase("- p"))).hasSize(1);
    assertThat(briefing).containsOnlyOnce("Keep ## 429");
  }

  @Test
  void the_users_words_are_mapped_to_files() {
    JsonNode mapping = contexts.packed(contexts.request()).path("_user_intent_mapping");

    assertThat(mapping.at("/mappings/0").toString().replace('"', '\''))
        .isEqualTo(
            "{'words':'src/limits/bucket.ts','by':'named','files':['src/limits/bucket.ts']}");
    assertThat(mapping.path("mappings").findValuesAsText("words"))
        .containsExactly("src/limits/bucket.ts", "limiter", "requests", "bucket", "login");
    assertThat(mapping.path("mappings").get(1).path("files")).hasSizeLessThanOrEqualTo(5);
    assertThat(mapping.at("/user_intent/goal").asText()).isEqualTo("One limiter for all requests");
  }

  @Test
  @Timeout(120) // it took an hour before
  void an_empty_build_file_yields_no_dependencies() {
    assertThat(ProjectRecords.external(path -> "\n".repeat(1 << 20))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "pom.xml # <dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>1.2</version></dependency><dependency><groupId>g</groupId><artifactId>b</artifactId></dependency></dependencies> # {a=1.2, b=}",
        "go.mod # module x.org/y\\ngo 1.22\\nrequire (\\n\\tgithub.com/a/b v1.2.3\\n\\tgolang.org/x/c v0.1.0 // indirect\\n) # {github.com/a/b=v1.2.3, golang.org/x/c=v0.1.0}",
        "Cargo.toml # [package]\\nversion = \"9.9\"\\n[dependencies]\\nserde = \"1.0\"\\ntokio = { version = \"1.3\", features = [] }\\n[features]\\nx = \"2\" # {serde=1.0, tokio=1.3}",
        "pyproject.toml # [project]\\nversion = \"1\"\\ndependencies = [\\n  \"flask[async]>=3.0\",\\n  'click',\\n]\\n[tool.x]\\nopts = [\"-q\"] # {flask=>=3.0, click=}",
        "package.json # {\"version\":\"1\",\"dependencies\":{\"a\":\"^1\"},\"devDependencies\":{\"@x/b\":\"2\"},\"scripts\":{\"t\":\"3\"}} # {a=^1, @x/b=2}"
      })
  void build_files_yield_dependencies_with_versions(String name, String text, String expected) {
    assertThat(
            ProjectRecords.external(
                    path -> path.equals(name) ? text.replace("\\n", "\n").replace("\\t", "\t") : "")
                .stream()
                .map(one -> one.json())
                .map(one -> Map.entry(one.path("name").asText(), one.path("version").asText()))
                .map(Object::toString)
                .toList())
        .hasToString(expected.replace('{', '[').replace('}', ']'));
  }
}
