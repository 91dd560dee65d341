package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.search.CodeSearch;
import dev.conclave.activities.search.ContextGatherer;
import dev.conclave.activities.search.Gateway;
import dev.conclave.activities.search.Repository;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.SearchActivities.GatherRequest;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.model.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectAnalystTest {
  private static final Pattern ENGLISH = Pattern.compile("[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}");

  private static final String REFILL = "Let TokenBucket refill by fractions";
  private static final Pattern CITED = Pattern.compile(" \\[([^\\[\\]]+):(\\d+)]$");

  @TempDir Path folder;
  private Repository repository;

  @BeforeEach
  void a_gateway() {
    repository = Gateway.write(Repository.in(folder.resolve("r")));
  }

  @Test
  void it_lists_definitions_usages_tests_similar_commits_and_commands() throws IOException {
    assertThat(analyze(REFILL).findings())
        .contains(
            "`TokenBucket` is defined here; mentioned in src/gateway.py and 1 more. [src/limits/token_bucket.py:4]",
            "tests/test_token_bucket.py mentions `TokenBucket`. [tests/test_token_bucket.py:1]",
            "The commit “Token bucket” uses words of the task and changed"
                + " src/limits/policy.py, src/limits/token_bucket.py, tests/test_token_bucket.py."
                + " [src/limits/policy.py:1]",
            "Commands named in the project's files: pytest (pyproject.toml). [pyproject.toml:1]");
  }

  @Test
  void its_single_approach_says_where_to_start_and_has_no_tasks() throws IOException {
    Analysis analysis = analyze(REFILL);

    assertThat(analysis.implementationApproaches()).hasSize(1);
    Approach approach = analysis.implementationApproaches().get(0);
    assertThat(approach.name()).startsWith("Start from TokenBucket (src/limits/token_bucket.py:4)");
    assertThat(approach.affectedFiles())
        .first()
        .isEqualTo(new CodeLocation("src/limits/token_bucket.py", 4, "defines `TokenBucket`"));
    assertThat(approach.description())
        .contains("tests/test_token_bucket.py", "pytest (pyproject.toml)");
    assertThat(approach.tasks()).isEmpty();
    assertThat(approach.effort()).isEqualTo(Level.UNKNOWN);
    assertThat(approach.risk()).isEqualTo(Level.UNKNOWN);
  }

  @Test
  void every_finding_cites_an_existing_line() throws IOException {
    for (String task : List.of(REFILL, "Extend the gateway", "会员折扣")) {
      Analysis analysis = analyze(task);
      List<CodeLocation> places = new ArrayList<>(analysis.codeLocations());
      for (String finding : analysis.findings()) {
        Matcher cited = CITED.matcher(finding);
        assertThat(cited.find()).as(finding).isTrue();
        places.add(new CodeLocation(cited.group(1), Integer.parseInt(cited.group(2)), ""));
      }
      analysis.implementationApproaches().forEach(a -> places.addAll(a.affectedFiles()));
      assertThat(places).isNotEmpty();
      for (CodeLocation place : places) {
        List<String> lines = Files.readAllLines(repository.root().resolve(place.file()));
        assertThat(place.line()).as(place.toString()).isBetween(1, lines.size());
      }
    }
  }

  @Test
  void it_is_degraded_and_gives_no_feasibility() throws IOException {
    Analysis analysis = analyze(REFILL);

    assertThat(analysis.tool()).isEqualTo("direct");
    assertThat(analysis.degraded()).isTrue();
    assertThat(analysis.statedFeasibility()).isEmpty();
    assertThat(analysis.technicalConcerns()).first().asString().startsWith("No model was asked");
  }

  @Test
  void a_chinese_session_gets_its_words_in_chinese() throws IOException {
    JsonNode chinese = DirectAnalyst.inChinese(analyze(REFILL)).zh().orElseThrow();

    assertThat(chinese.path("findings")).isNotEmpty();
    assertThat(chinese.path("findings").path(0).asText()).contains("在此定义");
    assertThat(chinese.at("/implementation_approaches/0/name").asText()).startsWith("从 ");
    assertThat(ENGLISH.matcher(chinese.toString()).results().map(MatchResult::group)).isEmpty();
  }

  @Test
  void without_a_definition_it_starts_from_files() throws IOException {
    Repository prose = Repository.in(folder.resolve("prose"));
    prose.write("guide.md", "# Guide\n\nHow xylophones are tuned.\n").commit("Guide");
    repository = prose;

    Analysis analysis = analyze("Explain xylophones");

    assertThat(analysis.findings()).first().asString().startsWith("`guide.md`: matches the task");
    assertThat(analysis.implementationApproaches())
        .extracting(Approach::name)
        .containsExactly("Start from guide.md:1");
  }

  @Test
  void it_proposes_nothing_without_a_match() throws IOException {
    Analysis analysis = analyze("xylophone quux");

    assertThat(analysis.implementationApproaches()).isEmpty();
    assertThat(analysis.findings()).first().asString().startsWith("Nothing in the tree matches");
  }

  private Analysis analyze(String task) throws IOException {
    Workspace workspace =
        new Workspace(
            "h",
            "host",
            "k",
            repository.root().toString(),
            Optional.empty(),
            "",
            true,
            Optional.empty());
    DataFolder data = new DataFolder(folder.resolve("data"));
    try (CodeSearch search =
        CodeSearch.ofFolder(repository.root(), data, words -> {}, text -> text)) {
      ContextPackage context =
          new ContextGatherer(Optional.empty(), t -> t, Clock.systemUTC())
              .gather(new GatherRequest("S", task, List.of(), workspace, ""), search)
              .context();
      return DirectAnalyst.analyze(task, search, context);
    }
  }
}
