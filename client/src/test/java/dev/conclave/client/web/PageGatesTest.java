package dev.conclave.client.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.conclave.client.web.BrowserBench.form;
import static dev.conclave.client.web.BrowserBench.gate;
import static dev.conclave.client.web.BrowserBench.keys;
import static dev.conclave.client.web.BrowserBench.send;
import static dev.conclave.client.web.BrowserBench.visible;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.conclave.client.Samples;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.context.PlanningConflict;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.model.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Answers every gate of a plan and a context in a browser, by form and by keyboard. */
@Timeout(600)
@ResourceLock("the bench of PageGatesTest") // its methods run one by one
@Isolated // a browser, a server and workers: they time out next to other tests
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageGatesTest {
  @AutoClose private BrowserBench browser;

  @BeforeAll
  void open(@TempDir Path folder) throws Exception {
    browser = new BrowserBench(folder);
  }

  private String start(String... arguments) {
    return browser.bench.conclave(arguments).json().path("session").asText();
  }

  private GateAnswer last(String id) {
    List<Decision> decisions = browser.bench.sessions("ada").get(id).decisions();
    return decisions.get(decisions.size() - 1).answer();
  }

  @Test
  void a_decision_and_a_confirmation_are_answered_by_form() {
    String id = start("plan", "Decide by form", "--detach", "--json");
    Page page = browser.session(id);
    gate(page, "1-decision");

    Locator approve = form(page, "approve");
    approve.getByText("Sliding window", new Locator.GetByTextOptions().setExact(true)).click();
    approve.getByText("More options").click();
    approve.getByLabel("Executor").selectOption("codex");
    approve.getByText("minimal-changes").click();
    approve.locator("textarea[name='/constraints/-']").fill("no new library\nkeep the API");
    approve.locator("textarea[name='/scope/excluded/-']").fill("docs");
    approve.locator("input[type=radio][name='/answers/1'][value='2']").check();
    approve.locator("input[type=text][name='/answers/2']").fill("per user, 限流 <b>");
    send(approve);

    gate(page, "2-confirmation");
    assertThat(last(id).json())
        .hasToString(
            "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"answer_id\":\"%s\",\"digest\":\"%s\",\"by\":\"ada\",\"solution\":2,\"execution_method\":\"codex\",\"constraints\":[\"minimal-changes\",\"no new library\",\"keep the API\"],\"scope\":{\"included\":[],\"excluded\":[\"docs\"]},\"answers\":{\"1\":\"2\",\"2\":\"per user, 限流 <b>\"}}"
                .formatted(last(id).answerId().orElse(""), last(id).digest().orElse("")));
    visible(page.getByText("Gate 1-decision was answered by ada: approve solution 2"));
    // The confirmation does not stand above a gate that it is not about.
    assertThat(page.getByText("Your answer was accepted.").and(page.locator(":visible")))
        .hasCount(page.getByText("The session asks its next question.").count());
    assertThat(page.locator(".toc")).containsText("Plan");
    assertThat(page.locator("body")).not().isFocused();
    keys(page, "g");
    assertThat(page.locator("#gate h2")).isFocused();
    keys(page, "n");
    assertThat(page.locator("#plan h2").first()).isFocused();
    keys(page, "p");
    assertThat(page.locator("#gate h2")).isFocused();

    send(form(page, "accept"));

    visible(page.getByText("Gate 2-confirmation was answered by ada: accept"));
    assertThat(page.locator("[data-gate]")).hasCount(0);
  }

  @Test
  void a_decision_and_a_confirmation_are_answered_by_keyboard() {
    String id = start("plan", "Decide by keys", "--detach", "--json");
    Page page = browser.session(id);
    gate(page, "1-decision");

    keys(page, "?");
    visible(page.locator("dialog#help"));
    keys(page, "Escape", "2", "a");

    gate(page, "2-confirmation");
    assertThat(last(id).body().chosen()).contains(2);

    String wish = "Split the task, 1 and a" + ", with care".repeat(30);
    keys(page, "2"); // modify
    page.keyboard().type(wish);
    keys(page, "Control+Enter");

    gate(page, "3-confirmation");
    assertThat(page.locator("#gate")).containsText(wish);
    assertThat(last(id).text()).contains(wish);
    keys(page, "a", "Enter");
    visible(page.getByText("Gate 3-confirmation was answered by ada: accept"));
  }

  @Test
  void an_answer_is_signed_with_an_approvers_key_and_has_no_secret(@TempDir Path folder)
      throws IOException {
    Path key = folder.resolve("ada.key");
    String approver = browser.bench.conclave("approver-key", key.toString(), "--as", "ada").out();
    Path file = Files.writeString(folder.resolve("c.yaml"), "approvers:\n" + approver);
    String config = browser.bench.set("CONCLAVE_CONFIG", file.toString());
    String id = start("plan", "Approve", "--approvers", "ada", "--detach", "--json");
    Page page = browser.session(id);
    gate(page, "1-decision");

    form(page, "approve").locator("input[name='/solution'][value='1']").check();
    send(form(page, "approve"));
    assertThat(page.locator("#refusal")).containsText("sign");
    browser.bench.set("CONCLAVE_APPROVER_KEY", key.toString());
    send(form(page, "approve"));
    gate(page, "2-confirmation");

    form(page, "modify")
        .locator("textarea")
        .fill("Use the token ghp_Qw8eRt5yU1iO3pA6sD8fG0hJ4kL2zXc7vBnM in tests");
    send(form(page, "modify"));
    gate(page, "3-confirmation");
    assertThat(last(id).text().orElse("")).contains("[redacted").doesNotContain("ghp_");
    browser.bench.set("CONCLAVE_CONFIG", config);
    browser.bench.set("CONCLAVE_APPROVER_KEY", "");
  }

  @Test
  void a_clarification_is_answered_by_form_and_by_keyboard() {
    browser.bench.host.leadsTo(Recommendation.USER_INPUT_NEEDED, Recommendation.USER_INPUT_NEEDED);
    String id = start("plan", "Clarify", "--detach", "--json");
    Page page = browser.session(id);
    gate(page, "1-clarification");

    Locator clarify = form(page, "clarify");
    clarify.locator("input[type=radio][name='/answers/1'][value='1']").check();
    send(clarify);

    gate(page, "2-clarification");
    assertThat(last(id).answers()).isEqualTo(Map.of("1", "1"));
    keys(page, "1", "2", "a"); // the remaining question, and another choice
    gate(page, "3-decision");
    assertThat(last(id).answers()).isEqualTo(Map.of("1", "2"));
  }

  @Test
  void a_budget_is_answered_by_form_and_by_keyboard() {
    String id = start("plan", "Raise", "--budget-calls", "1", "--detach", "--json");
    Page page = browser.session(id);
    gate(page, "1-budget");

    Locator raise = form(page, "raise");
    raise.getByLabel("New budget in agent calls").fill("nothing");
    send(raise);
    assertThat(page.locator("#refusal"))
        .containsText("\"budget.calls\" is \"nothing\"; expected a whole number");
    assertThat(form(page, "raise").getByLabel("New budget in agent calls")).hasValue("nothing");
    form(page, "raise").getByLabel("New budget in agent calls").fill("9");
    send(form(page, "raise"));
    gate(page, "2-decision");
    assertThat(last(id).json().at("/budget/calls").asInt()).isEqualTo(9);

    String other = start("plan", "Raise by keys", "--budget-calls", "1", "--detach", "--json");
    page.navigate(browser.url() + BrowserBench.address(other));
    gate(page, "1-budget");
    keys(page, "a", "a"); // the form is prefilled with enough
    gate(page, "2-decision");
    assertThat(last(other).json().at("/budget/calls").asInt()).isGreaterThan(1);
  }

  private void conflicts(int number) {
    browser.bench.host.conflicts(
        IntStream.rangeClosed(1, number)
            .mapToObj(one -> Samples.conflict("CON-00" + one, "The reply changes " + one, one + 1))
            .toArray(PlanningConflict[]::new));
  }

  @Test
  void conflicts_their_questions_and_resolutions_are_answered_by_form_and_keyboard() {
    conflicts(2);
    String id = start("context", "Change the reply", "--detach", "--json");
    Page page = browser.session(id);
    gate(page, "1-conflict");

    keys(page, "2", "a");
    gate(page, "2-conflict-questions");
    assertThat(last(id).body().chosen()).contains(2);
    keys(page, "a"); // no text yet: the field gets the focus
    assertThat(form(page, "reply").locator("input[placeholder]")).hasCount(0); // no other choice
    page.keyboard().type("until spring");
    keys(page, "Enter");
    gate(page, "3-conflict");
    assertThat(last(id).answers()).isEqualTo(Map.of("1", "until spring"));

    Locator choose = form(page, "choose");
    choose.locator("input[value='1']").check();
    choose.locator("textarea[name='/text']").fill("keep the name");
    send(choose);
    gate(page, "4-conflict");
    assertThat(last(id).words()).isEqualTo("keep the name");

    form(page, "choose").locator("input[value='3']").check();
    send(form(page, "choose"));
    gate(page, "5-conflict-questions");
    form(page, "reply").locator("input[type=text]").fill("for ever");
    send(form(page, "reply"));
    gate(page, "6-conflict");
    keys(page, "3"); // the third strategy: skipping is a separate answer
    send(form(page, "skip"));
    visible(page.locator("#gate").getByText("answered by ada: skip"));

    goOn(page, id);
    gate(page, "7-resolutions");
    keys(page, "2", "a", "a");
    visible(page.locator("#gate").getByText("answered by ada: done"));
    goOn(page, id);
    gate(page, "8-resolutions");
    form(page, "reopen").locator("textarea").fill("CON-001");
    send(form(page, "reopen"));
    gate(page, "9-conflict");
    browser.bench.host.conflicts();
  }

  /** Resumes a session after its end while the page is open. */
  private void goOn(Page page, String id) {
    while (browser.bench.sessions("ada").get(id).ended().isEmpty()) {
      page.waitForTimeout(100);
    }
    assertThat(browser.bench.conclave("context", "--continue", id, "--detach").code()).isZero();
  }

  @Test
  void explorers_questions_are_answered_by_form_and_by_keyboard() {
    Function<AskRequest, AskReply> before = browser.bench.host.onAsk;
    browser.bench.host.onAsk =
        request ->
            request.role() == Role.CONTEXT_EXPLORER
                ? browser.bench.host.structured(request, Optional.of(asking()))
                : before.apply(request);
    try {
      String first = start("context", "Ask by form", "--detach", "--json");
      Page page = browser.session(first);
      gate(page, "1-questions");
      assertThat(form(page, "reply").locator("fieldset .hint").first()).hasText("two are known");
      assertThat(page.locator("#gate"))
          .containsText("conflict: medium, ModuleOverlap: two limiters");
      form(page, "reply").locator("input[type=radio][value='2']").first().check();
      send(form(page, "reply"));
      visible(page.locator("#gate").getByText("answered by ada: reply; E1: the oldest"));
      assertThat(page.locator("#decisions")).containsText("— the oldest");
      assertThat(last(first).answers()).containsValue("2");

      String second = start("context", "Ask by keys", "--detach", "--json");
      Page other = browser.session(second);
      gate(other, "1-questions");
      keys(other, "1", "a");
      visible(other.locator("#gate").getByText("answered by ada: reply"));
      assertThat(last(second).answers()).containsValue("1");
    } finally {
      browser.bench.host.onAsk = before;
    }
  }

  private static Map<String, Object> asking() {
    return Map.of(
        "project_structure",
        "a limiter in one file",
        "conflict_indicators",
        List.of(
            Map.of(
                "type",
                "ModuleOverlap",
                "severity",
                "medium",
                "description",
                "two limiters",
                "affected_files",
                List.of())),
        "clarification_needs",
        List.of(
            Map.of(
                "question",
                "Which client?",
                "options",
                List.of("all", "the oldest"),
                "context",
                "two are known")));
  }
}
