package dev.conclave.client.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import dev.conclave.client.Chromium;
import dev.conclave.client.view.ExplorationView;
import dev.conclave.client.view.FindingReporters;
import dev.conclave.client.view.LedgerView;
import dev.conclave.client.view.Step;
import dev.conclave.client.view.Tone;
import dev.conclave.client.view.Voice;
import dev.conclave.client.web.SessionExport.Format;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.context.Exploration;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.review.ReviewState;
import dev.conclave.workflows.session.AgentCall;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of recorded sessions in a browser that reaches nothing else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SessionPagesTest {
  private static final String ORIGIN = "http://page.test";

  /** Text that would run or load something if taken for HTML, Markdown or a template. */
  private static final String CANARY =
      "\"'><img src=http://canary.test/i onerror=window.hit=1><script>window.hit=1</script>"
          + "<svg onload=window.hit=1></svg><a href=\"javascript:window.hit=1\">a</a>"
          + "[m](javascript:window.hit=1)![m](http://canary.test/m)<b onclick=window.hit=1>b</b>"
          + "{{ 7777 * 7 }}{% include \"layout\" %}</style></title></textarea>";

  /** Height limit of a picture, in pixels. */
  private static final int HIGHEST = 1_100;

  private static final Pattern KEY = Pattern.compile("\\bt\\('([a-z][\\w.-]*\\w)'[,)]");

  private static final Pattern OWN_TEXT = Pattern.compile(">([^<>]+)<");

  private static final Pattern ENGLISH = Pattern.compile("[A-Za-z]{3,}");

  private static final Pattern NAMES =
      Pattern.compile(
          "&\\w+;|Conclave|English|Temporal|HTML|Markdown|Ctrl|Enter|token|conclave resume"
              + "|[\\w./-]+\\.(md|json)|Keep the name .* it|Known; the limit .* week");

  @AutoClose private final Chromium chromium = new Chromium();

  /** A shown page and its requests for files that are not ours. */
  private record Shown(BrowserContext context, Page page, List<String> foreign)
      implements AutoCloseable {
    @Override
    public void close() {
      context.close();
    }
  }

  /** Shows a page with all its parts unfolded. */
  private Shown show(String html, int width, String theme) {
    Shown shown = folded(html, width, theme);
    shown.page().evaluate("document.querySelectorAll('details').forEach(one => one.open = true)");
    return shown;
  }

  private Shown folded(String html, int width, String theme) {
    BrowserContext context =
        chromium
            .browser()
            .newContext(
                new Browser.NewContextOptions()
                    .setViewportSize(width, 900)
                    .setColorScheme(theme.equals("dark") ? ColorScheme.DARK : ColorScheme.LIGHT));
    List<String> foreign = new ArrayList<>();
    Page page = context.newPage();
    page.route("**/*", route -> answer(route, html, foreign));
    page.navigate(ORIGIN + "/s/session");
    return new Shown(context, page, foreign);
  }

  private static void answer(Route route, String html, List<String> foreign) {
    URI address = URI.create(route.request().url());
    if (address.getPath().startsWith("/static/") && address.getHost().equals("page.test")) {
      String name = address.getPath().substring(1);
      String type =
          name.endsWith("css")
              ? "text/css"
              : name.endsWith("js") ? "text/javascript" : "image/svg+xml";
      route.fulfill(
          new Route.FulfillOptions()
              .setContentType(type)
              .setBodyBytes(RecordedSession.resource(name)));
    } else if (address.toString().equals(ORIGIN + "/s/session")) {
      route.fulfill(new Route.FulfillOptions().setContentType("text/html").setBody(html));
    } else {
      if (!address.toString().startsWith(ORIGIN + "/events")) {
        foreign.add(address.toString());
      }
      route.abort();
    }
  }

  @Test
  void a_plan_links_to_its_execution_and_tells_that_it_waits() throws IOException {
    SessionView view = new RecordedSession("execute-delivery", UnaryOperator.identity()).view();
    Pages.Linked linked = new Pages.Linked("execution", "/s/a%2Fexecute", view);

    String html =
        Templates.render("sections/linked", Map.of("linked", List.of(linked)), Locale.ENGLISH);

    assertThat(html)
        .contains(
            "Executed by",
            "<a href=\"/s/a%2Fexecute\">" + view.handle() + "</a>",
            "Waiting for your input",
            view.gate().orElseThrow().shown().title());
  }

  @Test
  void a_delivery_names_its_target_and_who_reviewed_their_own_work() throws IOException {
    RecordedSession session =
        new RecordedSession("execute-delivery", text -> text.equals("ada") ? "cleo" : text);

    assertThat(session.page("en", "light"))
        .containsPattern("<span class=\"mark\">Target</span> (main|master)")
        .contains("cleo reviewed work of its own");
  }

  @Test
  void a_confirmation_tells_who_executes_the_plan_and_where() throws IOException {
    assertThat(new RecordedSession("plan", UnaryOperator.identity()).page("en", "light"))
        .contains("on a branch of its own; your files", "you allow them before they run");
  }

  @Test
  void a_form_offers_only_agents_that_the_session_can_ask() throws IOException {
    Map<String, String> decision = Map.of("confirmation", "decision", "execute", "approve");
    RecordedSession session =
        new RecordedSession("plan", text -> decision.getOrDefault(text, text));

    assertThat(session.page("en", "light"))
        .contains("<option value=\"auto\"")
        .doesNotContain("<option value=\"codex\"", "<option value=\"gemini\"");
  }

  /** What an untouched form sends is what it shows. */
  @Test
  void commands_are_all_selected_until_someone_decides() throws IOException {
    String html =
        new RecordedSession("execute-commands", UnaryOperator.identity()).page("en", "light");

    try (Shown shown = show(html, 1440, "light")) {
      Locator boxes = shown.page().locator("#answer-allow input[type=checkbox]");
      assertThat(boxes.count()).isPositive();
      assertThat(shown.page().locator("#answer-allow input:checked").count())
          .isEqualTo(boxes.count());
    }
    assertThat(html).contains(">not decided yet<").doesNotContain(">not allowed<");
  }

  @ParameterizedTest
  @ValueSource(strings = {"plan", "analyze", "context", "review", "execute"})
  void session_text_is_never_run_loaded_or_used_as_a_template(String kind) throws IOException {
    String html = new RecordedSession(kind, text -> CANARY + text).page("en", "light");

    assertThat(html).contains("&lt;script&gt;window.hit=1", "7777 * 7").doesNotContain("54439");
    try (Shown shown = show(html, 1440, "light")) {
      shown.page().waitForTimeout(200);
      assertThat(shown.page().evaluate("window.hit")).isNull();
      assertThat(shown.foreign()).isEmpty();
      assertThat(
              (List<?>)
                  shown
                      .page()
                      .evaluate(
                          """
                          [...document.querySelectorAll('*')].filter(one =>
                            one.matches('img, iframe, object, embed, base, meta[http-equiv]') ||
                            (one.matches('script') && one.getAttribute('src') !== '/static/page.js') ||
                            [...one.attributes].some(it => it.name.startsWith('on') || it.name === 'style' ||
                              /^\\s*(javascript|data):/i.test(it.value))).map(one => one.outerHTML)
                          """))
          .isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plan", "analyze", "context", "review", "execute"})
  void an_export_is_one_document_that_loads_and_runs_nothing(String kind) throws IOException {
    RecordedSession session = new RecordedSession(kind, text -> CANARY + text);
    String html = session.export(Format.HTML, 0);
    String markdown = new RecordedSession(kind, UnaryOperator.identity()).export(Format.MD, 0);

    assertThat(html)
        .contains("--accent:", "default-src 'none'")
        .doesNotContain("54439", "<dl></dl>");
    try (Shown shown = show(html.replaceFirst("<meta http-equiv[^>]*>", ""), 1440, "light")) {
      assertThat(shown.page().evaluate("window.hit")).isNull();
      assertThat(shown.foreign()).isEmpty();
      assertThat(shown.page().locator("script, img, link, form, a[href^='/']").count()).isZero();
      assertThat(shown.page().locator("h1").evaluate("one => getComputedStyle(one).fontWeight"))
          .isEqualTo("650");
    }
    assertThat(markdown).startsWith("## ").doesNotContain("\u001b");
    if (Set.of("analyze", "execute").contains(kind)) {
      assertThat(markdown).containsPattern("(?m)^---\n\n# ");
    }
  }

  @Test
  void a_single_round_shows_only_its_own_statements() throws IOException {
    RecordedSession session = new RecordedSession("plan", UnaryOperator.identity());

    assertThat(session.export(Format.HTML, 2))
        .contains("id=\"entry-C1\"", "Round 2 ·")
        .doesNotContain("id=\"plan\"", "I was wrong in the last round");
    assertThat(session.export(Format.MD, 2)).contains("## Round 2").doesNotContain("## Round 3");
    assertThatThrownBy(() -> session.export(Format.MD, 4)).hasMessageContaining("no round 4");
  }

  @ParameterizedTest
  @CsvSource({
    "plan, light, en",
    "plan, dark, zh",
    "analyze, light, zh",
    "analyze, dark, en",
    "context, light, en",
    "context, dark, zh",
    "review, light, zh",
    "review, dark, en",
    "execute, light, en",
    "execute, dark, zh",
    "execute-commands, dark, en",
    "execute-task-failure, light, zh",
    "execute-delivery, dark, zh",
    "execute-running, light, en"
  })
  void axe_finds_no_violation_of_wcag_2_2_aa(String kind, String theme, String language)
      throws IOException {
    String html = new RecordedSession(kind, UnaryOperator.identity()).page(language, theme);

    try (Shown shown = show(html, 1280, theme)) {
      List<Rule> violations =
          new AxeBuilder(shown.page())
              .withTags(List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"))
              .analyze()
              .getViolations();
      assertThat(violations)
          .extracting(
              rule ->
                  rule.getId()
                      + ": "
                      + rule.getNodes().stream()
                          .limit(3)
                          .map(node -> node.getHtml() + " " + node.getFailureSummary())
                          .toList())
          .isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "plan, 360",
    "plan, 1024",
    "analyze, 360",
    "context, 360",
    "review, 360",
    "execute, 360",
    "execute, 1024",
    "execute-commands, 360",
    "execute-task-failure, 360",
    "execute-by-hand, 360",
    "execute-delivery, 360",
    "execute-done, 360",
    "execute-running, 360"
  })
  void nothing_is_wider_than_the_window_or_too_narrow_to_read(String kind, int width)
      throws IOException {
    for (String language : Language.TAGS) {
      String html = new RecordedSession(kind, UnaryOperator.identity()).page(language, "light");
      try (Shown shown = show(html, width, "light")) {
        assertThat(BrowserBench.misplaced(shown.page())).as(language).isEmpty();
      }
    }
  }

  @Test
  void an_agent_that_changed_its_mind_is_shown_on_both_sides_with_the_rounds() throws IOException {
    String html = new RecordedSession("plan", UnaryOperator.identity()).page("en", "light");

    try (Shown shown = show(html, 1440, "light")) {
      Page page = shown.page();
      assertThat(page.locator("#entry-C1 .ways").innerText().replaceAll("\\s+", " "))
          .contains("beta: 1 → 2");
      assertThat(page.locator("#entry-C1 .round").nth(2).locator(".moved").innerText())
          .contains("beta", "changed sides: side 1 before", "I was wrong in the last round");
      assertThat(page.locator("#group-agreed .entry").count()).isEqualTo(19);
      assertThat(page.locator("#topic").innerText()).contains("Go modules");
      assertThat(page.locator("#planning .panel:visible").count()).isEqualTo(1);
      page.locator("label[for=planning-nfr]").click();
      assertThat(page.locator("#planning .panel:visible").innerText()).contains("NFR-01");
      page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
      assertThat(page.locator("#planning .panel:visible").count()).isEqualTo(3);
    }
  }

  @Test
  void open_points_come_first_and_settled_ones_are_folded() throws IOException {
    String html = new RecordedSession("review", UnaryOperator.identity()).page("en", "light");

    try (Shown shown = folded(html, 360, "light")) {
      Page page = shown.page();
      assertThat(page.locator("#ledger .group > summary h3").allInnerTexts())
          .containsExactly(
              "Disputed\n4",
              "Stated by several, not confirmed by all\n7",
              "Agreed\n9",
              "Stated by one agent, not confirmed\n1");
      assertThat(page.locator("#ledger .group[open]").count()).isEqualTo(2);
      page.locator(".legend a[href='#group-agreed']").click();
      assertThat(page.locator("#group-agreed .entry").first().isVisible()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"plan, 9000", "analyze, 8000", "context, 7000", "review, 11000"})
  void a_page_on_a_phone_is_short_until_it_is_unfolded(String kind, int most) throws IOException {
    String html = new RecordedSession(kind, UnaryOperator.identity()).page("en", "light");

    try (Shown shown = folded(html, 360, "light")) {
      assertThat((int) shown.page().evaluate("document.documentElement.scrollHeight"))
          .isLessThan(most);
    }
  }

  @Test
  void calls_fit_a_phone_without_scrolling_sideways() throws IOException {
    String html = new RecordedSession("plan", UnaryOperator.identity()).page("en", "light");

    try (Shown shown = show(html, 360, "light")) {
      Locator table = shown.page().locator("#calls .scroll");
      assertThat((boolean) table.evaluate("one => one.scrollWidth <= one.clientWidth")).isTrue();
      assertThat(table.locator("tbody tr").first().innerText()).contains("alpha", "analyst");
    }
  }

  @Test
  void a_finding_names_who_reported_it_apart_from_who_agrees() throws IOException {
    String html = new RecordedSession("review", UnaryOperator.identity()).page("en", "light");

    try (Shown shown = show(html, 1440, "light")) {
      Locator finding = shown.page().locator("#finding-P8");
      assertThat(finding.getByText("Reported by").innerText()).contains("ada", "bert");
      assertThat(finding.getByText("Reported by").innerText()).doesNotContain("cleo");
      assertThat(finding.locator(".voices").innerText()).contains("cleo agrees");
    }
  }

  @Test
  void sentences_name_agents_and_no_ids_of_statements() throws IOException {
    String html = new RecordedSession("plan", UnaryOperator.identity()).page("en", "light");

    assertThat(html.replace("&#39;", "'"))
        .containsPattern(
            "alpha's proposal \\d\\.\\d deprecates RealIP in its doc comment, beta's proposal \\d\\.\\d does")
        .containsPattern(
            "\\(the claim in alpha's finding \\d\\.\\d+ that request_id.go uses contextKey is wrong\\)")
        .doesNotContainPattern("\\b(alpha|beta)\\.\\d\\.[fcsq]\\d");
  }

  @Test
  void the_title_is_the_whole_task_where_there_is_room() throws IOException {
    String html = new RecordedSession("context", UnaryOperator.identity()).page("en", "light");

    try (Shown shown = show(html, 1440, "light")) {
      assertThat(shown.page().locator("h1").innerText())
          .endsWith("TypeScript types and documentation");
      assertThat(shown.page().locator("#task-text").isVisible()).isFalse();
      assertThat(shown.page().locator(".toc").innerText()).doesNotContain("Your answer");
      shown.page().setViewportSize(360, 900);
      assertThat(shown.page().locator("#task-text").isVisible()).isTrue();
    }
  }

  @Test
  void a_title_in_chinese_that_a_phone_cuts_can_be_read_in_full() throws IOException {
    String task = new RecordedSession("plan", UnaryOperator.identity()).view().task();
    String html =
        new RecordedSession("plan", text -> text.equals(task) ? "限流".repeat(45) : text)
            .page("zh", "light");

    try (Shown shown = folded(html, 360, "light")) {
      assertThat(
              (boolean)
                  shown
                      .page()
                      .locator("h1")
                      .evaluate("one => one.scrollHeight > one.clientHeight + 4"))
          .isTrue();
      assertThat(shown.page().locator("#task-text").isVisible()).isTrue();
    }
  }

  /** While a fix is reviewed again, the newest ledger belongs to the second review. */
  @Test
  void who_reported_a_finding_is_not_taken_from_a_later_review() throws IOException {
    ReviewState state =
        (ReviewState) new RecordedSession("review", UnaryOperator.identity()).state();
    ReviewOutcome outcome = state.outcome().orElseThrow();
    Ledger ledger = state.last().orElseThrow().ledger();
    ReviewOutcome.Judged one =
        outcome.findings().stream().filter(it -> it.id().equals("P8")).findFirst().orElseThrow();
    Ledger later =
        read(ledger, (name, value) -> name.equals("title") ? TextNode.valueOf("Another") : value);
    Ledger withdrawn =
        read(ledger, (name, value) -> name.equals("withdrawn") ? BooleanNode.TRUE : value);

    assertThat(one.by()).contains("cleo");
    assertThat(FindingReporters.of(outcome, ledger).get("P8")).containsExactly("ada", "bert");
    assertThat(FindingReporters.of(outcome, later)).containsEntry("P8", one.by());
    assertThat(FindingReporters.of(outcome, withdrawn)).containsEntry("P8", one.by());
  }

  private static Ledger read(Ledger ledger, BiFunction<String, JsonNode, JsonNode> change)
      throws IOException {
    JsonNode tree = WireMapper.get().valueToTree(ledger);
    tree.findParents("counts")
        .forEach(said -> ((ObjectNode) said).putIfAbsent("withdrawn", BooleanNode.FALSE));
    change(tree, change);
    return WireMapper.get().treeToValue(tree, Ledger.class);
  }

  private static void change(JsonNode tree, BiFunction<String, JsonNode, JsonNode> change) {
    tree.properties()
        .forEach(field -> field.setValue(change.apply(field.getKey(), field.getValue())));
    tree.forEach(part -> change(part, change));
  }

  @Test
  void a_waiting_task_does_not_wait_for_the_user_in_chinese() throws IOException {
    assertThat(new RecordedSession("execute-running", UnaryOperator.identity()).page("zh", "light"))
        .contains("<h3 id=\"lane-waiting\">等待中")
        .doesNotContain("等待您");
  }

  @Test
  void a_task_on_which_an_agent_works_is_running_and_tells_since_when() throws IOException {
    RecordedSession session = new RecordedSession("execute-running", UnaryOperator.identity());
    AgentCall call =
        new AgentCall(
            "x5.1-ada-1",
            0,
            "executor",
            "ada",
            1,
            false,
            AgentCall.ASKED,
            null,
            null,
            0,
            null,
            Instant.EPOCH,
            Instant.EPOCH,
            null);
    SessionView view = session.view().withLive(List.of(call));

    assertThat(view.workingSince("TASK-005")).contains(Instant.EPOCH);
    assertThat(view.workingSince("TASK-006")).isEmpty();
    assertThat(session.page(view, "en", "light"))
        .contains("<time datetime=\"1970-01-01T00:00:00Z\" data-since=");
    assertThat(
            new RecordedSession("analyze", UnaryOperator.identity())
                .view()
                .withLive(List.of(call.withCallId("t0.1-technical-DISCUSS-001-ada-1")))
                .workingSince("DISCUSS-001"))
        .isPresent();
    assertThat(
            new RecordedSession("context", UnaryOperator.identity())
                .view()
                .withLive(List.of(call.withCallId("angle-performance.0-ada-1")))
                .workingSince("performance"))
        .isPresent();
  }

  @Test
  void the_discussion_of_an_analysis_without_one_is_skipped() throws IOException {
    SessionView view = new RecordedSession("analyze", UnaryOperator.identity()).view();

    assertThat(Step.of(view)).doesNotContain(new Step("discussion", Step.Standing.SKIPPED));
    assertThat(Step.of(view.withRound(0))).contains(new Step("discussion", Step.Standing.SKIPPED));
  }

  @Test
  void an_exploration_lists_relevant_files_first_and_in_words() throws IOException {
    JsonNode recorded =
        WireMapper.get()
            .valueToTree(
                ((ContextState) new RecordedSession("context", UnaryOperator.identity()).state())
                    .explorations()
                    .get(0));
    ((ObjectNode) recorded.at("/reply/structured"))
        .set(
            "relevant_files",
            WireMapper.get()
                .readTree(
                    """
                    [{"path": "a.py", "relevance": 0.4, "role": "test_target", "key_symbols": ["one_of", "B"]},
                     {"path": "b.py", "relevance": 1, "role": "modify_target"}]"""));
    Exploration made = WireMapper.get().convertValue(recorded, Exploration.class);

    assertThat(ExplorationView.of(made).parts().get("relevant files"))
        .containsExactly("b.py · modify target", "a.py · test target · one_of, B");
  }

  @Test
  void a_context_shows_the_angles_that_are_not_yet_explored() throws IOException {
    RecordedSession session = new RecordedSession("context", UnaryOperator.identity());
    SessionView.TaskLine angle =
        new SessionView.TaskLine("E1", "explore caching", "caching", 1, "pending", "");

    assertThat(session.page(session.view().withTasks(List.of(angle)), "en", "light"))
        .contains("<strong>caching</strong>", ">pending</span>");
  }

  @Test
  void document_changes_tell_which_were_not_written() throws IOException {
    String html = new RecordedSession("context", UnaryOperator.identity()).page("en", "light");

    try (Shown shown = folded(html, 1440, "light")) {
      Page page = shown.page();
      assertThat(page.locator("#changes h3").allInnerTexts())
          .containsExactly("Not written; the planner gets them as constraints\n4");
      assertThat(page.locator("#package .ranked").first().locator("tbody tr").count()).isEqualTo(8);
      assertThat(page.locator("#package-rest > summary").innerText()).isEqualTo("42 more files");
    }
  }

  @Test
  void files_that_merely_match_the_task_are_folded() throws IOException {
    String html = new RecordedSession("plan", UnaryOperator.identity()).page("en", "light");

    try (Shown shown = show(html, 1440, "light")) {
      Locator rest = shown.page().locator("#files-rest");
      assertThat(rest.locator("> summary").innerText()).endsWith(" more files");
      assertThat(rest.innerText()).contains("sunset.go").doesNotContain("realip.go");
      assertThat(shown.page().locator(".tree").innerText()).contains("realip.go");
    }
    RecordedSession context =
        new RecordedSession("context", UnaryOperator.identity())
            .with(
                "context-package.json",
                """
                {"assets": {"documentation": [{"path": "NEWS.md", "relevance": 0.9,
                   "rationale": "words of the query: route"}],
                  "source_code": [{"path": "lib/route.js", "relevance": 0.5, "rationale": "timer"}],
                  "config": [], "tests": []},
                 "conflict_detection": {"risk_level": "low", "mitigation_strategy": ""}}""");
    try (Shown shown = folded(context.page("en", "light"), 1440, "light")) {
      Locator files = shown.page().locator("#package");
      assertThat(files.locator(".ranked").first().innerText())
          .contains("lib/route.js")
          .doesNotContain("NEWS.md");
      assertThat(files.locator("#package-rest > summary").innerText()).isEqualTo("1 more file");
    }
  }

  @Test
  void a_finished_context_offers_a_plan_and_its_files() throws IOException {
    RecordedSession session = new RecordedSession("context", UnaryOperator.identity());
    String html = session.page("en", "light").replace("&amp;", "&");

    assertThat(html)
        .contains(
            "<a class=\"button\" href=\"/new?kind=plan&--context=" + session.view().session(),
            "href=\"/new?kind=context&--continue=" + session.view().session(),
            "?name=context-package.json\"")
        .contains("conclave plan --context " + session.view().session());
    assertThat(session.export(Format.HTML, 0)).doesNotContain("/file/", "/new?");
  }

  @Test
  void a_context_package_without_files_shows_the_rest_of_the_page() throws IOException {
    RecordedSession session =
        new RecordedSession("context", UnaryOperator.identity())
            .with(
                "context-package.json",
                """
                {"assets": {"documentation": [], "source_code": [], "config": [], "tests": []},
                 "conflict_detection": {"risk_level": "low", "mitigation_strategy": ""}}""");

    assertThat(session.page("en", "light"))
        .contains("id=\"package\"", "id=\"changes\"")
        .doesNotContain("class=\"ranked\"");
    assertThat(session.export(Format.HTML, 0)).contains("id=\"package\"");
  }

  /** Also a sentence that equals one of the program stays as its author wrote it. */
  @Test
  void words_of_the_moderator_are_not_translated() throws IOException {
    String ours = "the voters rank different approaches first";
    Voice[] voices =
        Stream.of("", "the moderator:")
            .map(who -> new Voice(Tone.FAINT, who, "", "", 0, ours, List.of(), List.of(), ""))
            .toArray(Voice[]::new);
    assertThat(
            Templates.render("sections/ledger", Map.of("ledger", saying(voices)), Locale.CHINESE))
        .contains("投票者首选的途径不同</li>", "<b>主持人：</b> " + ours + "</li>");
  }

  @Test
  void a_reference_is_translated_and_a_quotation_is_not() throws IOException {
    assertThat(
            Stream.of("as quoted at P1", "risk")
                .map(
                    text ->
                        new Voice(Tone.NAME, "ada", "said", "", 1, text, List.of(), List.of(), ""))
                .map(
                    voice ->
                        Templates.render(
                            "sections/ledger", Map.of("ledger", saying(voice)), Locale.CHINESE)))
        .satisfiesExactly(
            html -> assertThat(html).contains("<p class=\"said\">见 P1 处的引文</p>"),
            html -> assertThat(html).contains("<p class=\"said\">risk</p>"));
  }

  private static LedgerView saying(Voice... voices) {
    LedgerView.Entry entry =
        new LedgerView.Entry("P1", Tone.STRONG, "Reads wait", List.of(), List.of(voices), null);
    return new LedgerView(
        List.of(),
        List.of(new LedgerView.Section(LedgerView.Group.LONE, List.of(entry))),
        List.of());
  }

  /** In a shell, a copied backtick runs a command. */
  @Test
  void backticks_of_the_program_are_not_copied() throws IOException {
    String html =
        Templates.render(
            "sections/live",
            Map.of("agents", List.of(), "other", List.of("Run `conclave up` on its host")),
            Locale.ENGLISH);

    assertThat(html)
        .contains("<code><span class=\"own-tick\" aria-hidden=\"true\">`</span>conclave up<");
    try (Shown shown = show(html + "<link rel=stylesheet href=/static/page.css>", 360, "light")) {
      assertThat(
              shown
                  .page()
                  .locator(".own-tick")
                  .first()
                  .evaluate("one => getComputedStyle(one).userSelect"))
          .isEqualTo("none");
    }
  }

  @Test
  void discoveries_stay_unfolded_while_others_arrive() throws IOException {
    String html = new RecordedSession("analyze", UnaryOperator.identity()).page("en", "light");

    try (Shown shown = show(html, 1440, "light")) {
      Page page = shown.page();
      assertThat(page.locator("#discoveries details:not([id])").count()).isZero();
      assertThat(page.locator("#discoveries .entry[id^='discovery-']").count()).isPositive();
      assertThat(
              page.evaluate(
                  "[...document.querySelectorAll('[id]')].map(one => one.id).filter((id, at, all) => all.indexOf(id) < at)"))
          .isEqualTo(List.of());
      Object open =
          page.evaluate(
              """
              () => {
                const old = document.getElementById('discoveries');
                const fresh = old.cloneNode(true);
                fresh.dataset.version = 'next';
                fresh.querySelectorAll('details').forEach(one => one.open = false);
                replace(old, fresh);
                return document.querySelectorAll('#discoveries[data-version=next] .entry[open]').length;
              }""");
      assertThat((int) open).isPositive();
    }
  }

  @Test
  void an_agent_without_details_is_a_name() throws IOException {
    RecordedSession session = new RecordedSession("analyze", UnaryOperator.identity());
    SessionView none = session.view().withEnded(List.of()).withTools(List.of("ada"));

    assertThat(session.page(none, "en", "light"))
        .containsPattern("<span class=\"card\">.*ada</span>")
        .doesNotContain("id=\"card-ada\"");
  }

  /** In the recorded analysis, all findings have 0.90 and conclusions have different levels. */
  @Test
  void a_confidence_is_shown_only_where_it_differs() throws IOException {
    String html = new RecordedSession("analyze", UnaryOperator.identity()).page("en", "light");

    assertThat(html).contains("confidence medium").doesNotContain("confidence 0.90");
  }

  @Test
  void a_closed_gate_is_not_listed_whatever_was_answered() throws IOException {
    String html = new RecordedSession("context", text -> text + " data-gate").page("en", "light");

    assertThat(html).contains("href=\"#header\"").doesNotContain("href=\"#gate\"");
    assertThat(new RecordedSession("plan", UnaryOperator.identity()).page("en", "light"))
        .contains("href=\"#gate\"");
  }

  @Test
  void a_task_in_the_graph_links_to_its_text_and_files_sort_by_impact() throws IOException {
    String html = new RecordedSession("plan", UnaryOperator.identity()).page("en", "light");

    try (Shown shown = show(html, 1440, "light")) {
      Page page = shown.page();
      page.evaluate("document.querySelectorAll('.task-card').forEach(one => one.open = false)");
      page.locator(".graph a[href='#task-TASK-003']").first().click();
      assertThat(page.locator("#task-TASK-003 .body").isVisible()).isTrue();
      assertThat(page.locator("#task-TASK-002 .body").isVisible()).isFalse();
      assertThat(page.locator("#files h2").innerText()).isEqualTo("Related files");
      Locator scores = page.locator(".impact tbody tr td:nth-child(2)");
      page.locator(".impact th:nth-child(2) button").click();
      assertThat(scores.first().innerText()).isEqualTo("critical");
      page.locator(".impact th:nth-child(2) button").click();
      assertThat(scores.last().innerText()).isEqualTo("critical");
    }
  }

  @Test
  void a_session_away_from_its_host_shows_its_last_round_and_where_the_rest_is()
      throws IOException {
    String html = new RecordedSession("plan", UnaryOperator.identity(), false).page("en", "light");

    assertThat(html)
        .contains("id=\"entry-C1\"", "id=\"solution-3\"", "id=\"task-TASK-004\"")
        .contains("The documents of this session are on another host: vm:/home/ada/chi/.workflow/")
        .doesNotContain("id=\"files\"", "id=\"planning\"");
  }

  @Test
  void a_diff_shows_findings_on_their_lines_renames_and_omitted_files() throws IOException {
    String html = new RecordedSession("execute", UnaryOperator.identity()).page("en", "light");

    try (Shown shown = show(html, 1440, "light")) {
      Page page = shown.page();
      Locator bucket = page.locator("#diff table[data-path='src/limiter/bucket.py']");
      assertThat(
              bucket
                  .locator("tr.finding-at")
                  .filter(new Locator.FilterOptions().setHasText("never stops at its capacity"))
                  .evaluate("row => row.previousElementSibling.cells[1].innerText"))
          .isEqualTo("26");
      assertThat(page.locator("#diff").innerText())
          .contains(
              "src/handlers.py → src/routes.py", "assets/icon.png", "39 files without findings")
          .contains("请求过多，请稍后再试");
      page.locator("#diff a[href^='#finding-']").first().click();
      assertThat(page.locator(".finding:target .body").isVisible()).isTrue();
      assertThat(page.locator(".lane.in-done li").count()).isEqualTo(6);
      assertThat(page.locator("#criteria").innerText()).contains("run: take() 18,000 times");
    }
  }

  @Test
  void line_comments_on_a_diff_become_the_text_of_fix() throws IOException {
    String html = new RecordedSession("execute", UnaryOperator.identity()).page("en", "light");

    try (Shown shown = show(html, 1440, "light")) {
      Page page = shown.page();
      page.locator("#answer-fix > summary").click();
      Locator fix = page.locator("#answer-fix textarea");
      fix.fill("Mind the lock.");
      Locator server = page.locator("table[data-path='src/server.py']");
      server.locator("a.comment", new Locator.LocatorOptions().setHasText("16")).click();
      page.keyboard().type("Why take() here?\n限流 <b>");
      page.keyboard().press("Control+Enter");
      assertThat(fix.inputValue())
          .isEqualTo("Mind the lock.\nsrc/server.py:16: Why take() here? 限流 <b>");
      assertThat(server.locator(".comment-at").innerText()).contains("限流 <b>");
      server.locator("a.comment", new Locator.LocatorOptions().setHasText("17")).click();
      page.keyboard().type("No");
      server.locator(".comment-at button[type=reset]").click();
      assertThat(fix.inputValue()).doesNotContain(":17:");
    }
  }

  /** Run with {@code -Dconclave.screenshots=FOLDER} for docs/ and README. */
  @Test
  @EnabledIfSystemProperty(named = "conclave.screenshots", matches = ".+")
  void pictures_for_the_documents_are_taken() throws IOException {
    Path folder = Path.of(System.getProperty("conclave.screenshots")).toAbsolutePath();
    String html = new RecordedSession("plan", UnaryOperator.identity()).page("en", "system");
    for (String theme : List.of("light", "dark")) {
      try (Shown shown = folded(html, 1280, theme)) {
        Page page = shown.page();
        page.evaluate("document.getElementById('entry-C1').open = true");
        page.evaluate("document.getElementById('group-agreed').open = true");
        picture(page, "#entry-C1", folder.resolve("page-conflict-" + theme + ".png"));
        picture(page, "#ledger", folder.resolve("page-ledger-" + theme + ".png"));
      }
    }
  }

  /** Takes a picture of an element, at most one screen high. */
  private static void picture(Page page, String place, Path file) {
    BoundingBox box = page.locator(place).boundingBox();
    page.screenshot(
        new Page.ScreenshotOptions()
            .setFullPage(true)
            .setClip(box.x, box.y, box.width, Math.min(box.height, HIGHEST))
            .setPath(file));
  }

  @Test
  void every_template_text_is_in_both_catalogues() throws IOException {
    Set<String> keys = new TreeSet<>();
    Path templates = Path.of("src/main/resources/dev/conclave/client/web");
    try (Stream<Path> all = Files.walk(templates)) {
      for (Path file : all.filter(path -> path.toString().endsWith(".peb")).toList()) {
        Matcher key = KEY.matcher(Files.readString(file));
        while (key.find()) {
          keys.add(key.group(1));
        }
      }
    }
    for (String language : Language.TAGS) {
      assertThat(keys)
          .allSatisfy(key -> assertThat(Language.of(language).message(key)).isNotEmpty());
    }
    assertThat(catalogue("messages_zh")).containsAll(catalogue("messages"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"plan", "analyze", "context", "review", "execute", "execute-done"})
  void a_page_in_chinese_has_no_english_words_of_ours(String kind) throws IOException {
    // What agents, people and the workflow have said is masked; the rest is the page's own.
    String html = new RecordedSession(kind, text -> "某".repeat(12)).page("zh", "light");

    String own = html.replaceAll("(?s)<(script|code|pre|textarea)\\b.*?</\\1>", "");
    assertThat(OWN_TEXT.matcher(own).results().map(text -> text.group(1).strip()))
        .filteredOn(text -> ENGLISH.matcher(NAMES.matcher(text).replaceAll("")).find())
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(AnswerKind.class)
  void the_meaning_of_an_answer_differs_between_gates_in_chinese_as_in_english(AnswerKind kind) {
    String key = "meaning." + Words.of(kind);
    String meaning = Language.ZH.message(key);
    List<GateType> gates =
        Stream.of(GateType.values()).filter(gate -> gate.kinds().contains(kind)).toList();

    assertThat(meaning).isNotEmpty();
    assertThat(
            gates.stream()
                .map(gate -> key + "." + gate.name().toLowerCase(Locale.ROOT))
                .map(exact -> Language.ZH.label(exact, meaning))
                .distinct())
        .hasSameSizeAs(gates.stream().map(kind::label).distinct().toList());
  }

  private static Set<String> catalogue(String name) throws IOException {
    Path file = Path.of("../workflows/src/main/resources/dev/conclave/workflows/text");
    String text = Files.readString(file.resolve(name + ".properties"));
    return text.lines()
        .filter(line -> line.contains("=") && !line.startsWith("#") && !line.startsWith("word."))
        .map(line -> line.substring(0, line.indexOf('=')))
        .collect(Collectors.toSet());
  }
}
