package dev.conclave.activities.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.conclave.activities.search.index.QueryTerms;
import dev.conclave.workflows.api.ContextMap;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.SearchActivities.GatherRequest;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.config.SearchConfiguration.Ace;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.secret.SecretFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextGathererTest {
  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
  private static final String KEY = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5";

  @TempDir Path folder;
  private Repository repository;

  @BeforeEach
  void a_gateway() {
    repository = Gateway.write(Repository.in(folder.resolve("r")));
  }

  @Test
  void four_queries_are_run_and_recorded_with_backend_and_time() throws IOException {
    ContextPackage context = gather("Let the TokenBucket refill by fractions").context();

    assertThat(context.keywords()).startsWith("TokenBucket", "refill");
    assertThat(context.aceResults()).hasSize(4);
    assertThat(context.aceResults())
        .allSatisfy(
            result -> {
              assertThat(result.backend()).isEqualTo("lucene");
              assertThat(result.result()).contains("files in").contains("ms");
              assertThat(result.timestamp()).isEqualTo(Instant.EPOCH);
            });
    assertThat(context.relevantFiles().get(0).path()).isEqualTo("src/limits/token_bucket.py");
    assertThat(context.relevantFiles().get(0).relevance()).isEqualTo(1.0);
    assertThat(context.relevantFiles().get(0).symbols()).contains("TokenBucket");
    assertThat(context.existingImplementations()).contains("src/limits/token_bucket.py:4 defines");
  }

  @Test
  void patterns_cite_an_example() throws IOException {
    ContextPackage context = gather("refill").context();

    assertThat(context.detectedPatterns())
        .contains(
            new ContextPackage.Pattern("pyproject", "build-system", "pyproject.toml"),
            new ContextPackage.Pattern("Flask", "framework", "pyproject.toml:3"),
            new ContextPackage.Pattern("pytest", "test-framework", "pyproject.toml:5"));
    assertThat(context.architectureInsights())
        .contains("Most imported:", "src/limits/token_bucket.py (1 files)");
    assertThat(context.workspace().languages()).containsEntry("Python", 6);
  }

  @Test
  void words_added_by_a_human_are_searched_too() throws IOException {
    GatherRequest request = request("Improve it", List.of("look at the member prices, 会员折扣"));
    ContextPackage context = gather(Optional.empty(), request).context();

    assertThat(context.relevantFiles().get(0).path()).isEqualTo("src/折扣/member prices.py");
  }

  @Test
  void the_map_lists_signatures_usages_tests_and_commits() throws IOException {
    ContextMap map = gather("Let the bucket refill by fractions").context().map().orElseThrow();

    ContextMap.Entry bucket = map.entries().get(0);
    assertThat(bucket.path()).isEqualTo("src/limits/token_bucket.py");
    assertThat(bucket.symbols())
        .extracting(p -> p.from() + "-" + p.to() + " " + p.signature())
        .contains("4-12 class TokenBucket", "7-9 def refill(self, now)");
    assertThat(bucket.symbols())
        .filteredOn(p -> p.signature().equals("class TokenBucket"))
        .singleElement()
        .satisfies(
            type -> {
              assertThat(type.namedBy()).containsExactly("src/gateway.py");
              assertThat(type.count()).isEqualTo(2);
              assertThat(type.function()).isFalse();
            });
    assertThat(bucket.symbols().get(0).signature()).isEqualTo("def refill(self, now)");
    assertThat(bucket.symbols())
        .as("no body is shown for words that a name shares with the task")
        .noneMatch(ContextMap.Place::function);
    assertThat(bucket.tests()).containsExactly("tests/test_token_bucket.py");
    assertThat(bucket.commits()).containsExactly("Token bucket");
    assertThat(map.workspace())
        .contains("Python 6", "pytest (pyproject.toml)", "Tests: tests/", "src/limits");
    assertThat(map.toString()).doesNotContain("TODO", "refilled by time");
  }

  @Test
  void files_and_symbols_named_by_a_human_come_first_then_their_later_words() throws IOException {
    repository
        .write("src/limits/retry_later.py", "def retry_later():\n    pass\n")
        .commit("Retries");
    String task = "Let the token bucket refill by fractions; see src/limits/policy.py";

    ContextMap map =
        gather(Optional.empty(), request(task, List.of("as retry_later does; mind the 会员折扣")))
            .context()
            .map()
            .orElseThrow();

    assertThat(map.entries().subList(0, 2))
        .extracting(ContextMap.Entry::path, ContextMap.Entry::source)
        .containsExactly(
            tuple("src/limits/policy.py", ContextMap.EntrySource.NAMED),
            tuple("src/limits/retry_later.py", ContextMap.EntrySource.SAID));
    assertThat(map.entries())
        .filteredOn(entry -> entry.source() == ContextMap.EntrySource.SAID)
        .extracting(ContextMap.Entry::path)
        .contains("src/折扣/member prices.py");
    assertThat(map.entries().get(1).symbols().get(0))
        .returns(true, ContextMap.Place::function)
        .satisfies(one -> assertThat(one.weight()).isGreaterThan(100));
  }

  @Test
  void members_of_a_named_type_come_before_definitions_that_share_words_with_the_task()
      throws IOException {
    repository
        .write(
            "src/ranges.py",
            """
            class number_range:
                def __eq__(self, other):
                    return self.items == other.items

                def __hash__(self):
                    return hash(self.items)


            def equal_elements_with_the_same_start(one, range, step):
                return one, range, step
            """)
        .commit("Ranges");

    ContextMap map =
        gather("number_range: equal elements with the same start and step, whatever one range is")
            .context()
            .map()
            .orElseThrow();

    assertThat(map.entries().get(0).symbols())
        .extracting(ContextMap.Place::signature, ContextMap.Place::function)
        .startsWith(tuple("class number_range", false))
        .endsWith(tuple("def equal_elements_with_the_same_start(one, range, step)", false))
        .contains(tuple("def __eq__(self, other)", true), tuple("def __hash__(self)", true));
  }

  @Test
  void the_map_has_callees_of_a_named_function_and_readers_of_what_it_sets() throws IOException {
    repository
        .write(
            "web/realip.go",
            "package web\n\nfunc RealIP(r *Request) {\n\tr.RemoteAddr = realIP(r)\n}\n\n"
                + "func realIP(r *Request) string {\n\treturn r.Get(\"X\")\n}\n")
        .write(
            "web/logger.go",
            "package web\n\nfunc Log() {\n\tprint(r.RemoteAddr, RequestID(r))\n}\n")
        .write("web/limit.go", "package web\n\nfunc RateLimit(r *Request) {\n\trealIP(r)\n}\n")
        .write("web/names.go", "package web\n\nfunc LongName(r string) {}\n")
        .write("web/request_id.go", "package web\n\nfunc RequestID(r *Request) {}\n")
        .commit("Addresses");

    List<ContextMap.Entry> entries =
        gather("Make the address safe for users of RealIP").context().map().orElseThrow().entries();

    assertThat(entries.get(0).why())
        .contains("beside it limit.go, logger.go, names.go, request_id.go");
    assertThat(entries.get(0).symbols())
        .filteredOn(ContextMap.Place::function)
        .extracting(ContextMap.Place::signature)
        .containsExactlyInAnyOrder("func RealIP(r *Request)", "func realIP(r *Request) string");
    assertThat(entries.get(1))
        .returns("web/logger.go", ContextMap.Entry::path)
        .returns("names RemoteAddr, which RealIP sets", ContextMap.Entry::why);
    assertThat(entries)
        .as("of one shape: what the same file uses, then what names the same")
        .filteredOn(entry -> entry.why().equals("code like that of realip.go"))
        .extracting(ContextMap.Entry::path)
        .containsExactly("web/request_id.go", "web/limit.go");
  }

  @Test
  void paths_of_the_tree_are_recognised_in_text_whatever_their_characters() {
    Set<String> tree =
        Set.of(
            "app/(shop)/[slug]/page.tsx", "docs/my notes.md", "src/折扣.py", "a.py", "src/a.py", "x");
    assertThat(
            ContextGatherer.filesNamed(
                "Fix app/(shop)/[slug]/page.tsx:12, \"docs/my notes.md\", 请看src/折扣.py。Not aa.py,"
                    + " a.pyc, x-y or b/x; but ./src/a.py, /home/me/repo/a.py and x.",
                tree::contains))
        .containsExactly(
            "app/(shop)/[slug]/page.tsx", "docs/my notes.md", "src/折扣.py", "x", "src/a.py", "a.py");
    assertThat(ContextGatherer.filesNamed("./".repeat(8_000), tree::contains)).isEmpty();
  }

  @Test
  void commands_come_from_the_files_that_define_them() {
    assertThat(
            ProjectFacts.commands(
                "package.json",
                "{\"scripts\":{\"test\":\"vitest\",\"test:watch\":\"x\",\"lint\":\"x\",\"start\":\"x\"}}"))
        .containsExactly("npm run lint (package.json)", "npm run test (package.json)");
    assertThat(
            ProjectFacts.commands("Makefile", "CC := gcc\ntest: build\n\tgo test\nbuild:\n\tgo\n"))
        .containsExactly("make build (Makefile)", "make test (Makefile)");
    assertThat(ProjectFacts.commands("go.mod", "module x"))
        .containsExactly("go build ./..., go test ./... (go.mod)");
    assertThat(ProjectFacts.commands("package.json", "{{ template }}")).isEmpty();
  }

  @Test
  void the_index_answers_when_ace_fails_and_it_is_recorded_once() throws IOException {
    Ace broken = new Ace(List.of("no-such-ace-server"), Optional.empty(), Map.of(), 5);
    ContextGatherer.Gathered gathered =
        gather(Optional.of(broken), request("token bucket", List.of()));

    assertThat(gathered.backend()).isEqualTo("lucene");
    assertThat(gathered.notes()).hasSize(1);
    assertThat(gathered.notes().get(0)).startsWith("ACE failed (").contains("no-such-ace-server");
    assertThat(gathered.context().aceResults()).hasSize(5);
    assertThat(gathered.context().aceResults().get(0).backend()).isEqualTo("ace");
    assertThat(gathered.context().relevantFiles()).isNotEmpty();
  }

  @Test
  void a_secret_in_the_task_does_not_reach_the_package() throws IOException {
    ContextPackage context = gather("Rotate the token " + KEY + " of the bucket").context();

    assertThat(context.toString()).doesNotContain(KEY);
  }

  @Test
  void an_empty_tree_gives_an_empty_package() throws IOException {
    repository = Repository.in(folder.resolve("empty"));
    ContextPackage context = gather("anything").context();

    assertThat(context.relevantFiles()).isEmpty();
    assertThat(context.detectedPatterns()).isEmpty();
    assertThat(context.workspace().files()).isZero();
    assertThat(context.map().orElseThrow().entries()).isEmpty();
  }

  @Test
  void keywords_are_identifiers_then_nouns_in_english_and_chinese() {
    assertThat(QueryTerms.keywords("Please add retries to HttpClient when the upstream times out"))
        .startsWith("HttpClient", "retries", "upstream")
        .doesNotContain("please", "add", "the");
    assertThat(QueryTerms.keywords("为支付接口添加限流"))
        .contains("支付", "payment", "限流", "limiter")
        .doesNotContain("添加", "为");
  }

  private ContextGatherer.Gathered gather(String task) throws IOException {
    return gather(Optional.empty(), request(task, List.of()));
  }

  private ContextGatherer.Gathered gather(Optional<Ace> ace, GatherRequest request)
      throws IOException {
    DataFolder data = new DataFolder(folder.resolve("data"));
    try (CodeSearch search =
        CodeSearch.ofFolder(repository.root(), data, words -> {}, text -> text)) {
      return new ContextGatherer(ace, new SecretFilter()::redact, CLOCK).gather(request, search);
    }
  }

  private GatherRequest request(String task, List<String> words) {
    Workspace workspace =
        new Workspace(
            "h",
            "host",
            "key",
            repository.root().toString(),
            Optional.empty(),
            "",
            true,
            Optional.empty());
    return new GatherRequest("MCP-x-2026-01-01", task, words, workspace, "");
  }
}
