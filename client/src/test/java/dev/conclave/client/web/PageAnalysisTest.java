package dev.conclave.client.web;

import static dev.conclave.client.web.BrowserBench.form;
import static dev.conclave.client.web.BrowserBench.gate;
import static dev.conclave.client.web.BrowserBench.keys;
import static dev.conclave.client.web.BrowserBench.send;
import static dev.conclave.client.web.BrowserBench.visible;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.conclave.workflows.analyze.AnalysisHost;
import dev.conclave.workflows.gate.Answer;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Answers every gate of an analysis in a browser, by form and by keyboard. */
@Timeout(600)
@ResourceLock("the bench of PageAnalysisTest") // its methods run one by one
@Isolated // a browser, a server and workers: they time out next to other tests
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageAnalysisTest {
  private AnalysisHost host;
  @AutoClose private BrowserBench browser;

  @BeforeAll
  void open(@TempDir Path folder) throws Exception {
    browser =
        new BrowserBench(folder, bench -> host = new AnalysisHost(bench.host.id, bench.host.name));
  }

  private Page begin(String topic) {
    String id =
        browser
            .bench
            .conclave("analyze", topic, "--detach", "--json")
            .json()
            .path("session")
            .asText();
    Page page = browser.session(id);
    gate(page, "1-configuration");
    return page;
  }

  private GateAnswer last(Page page) {
    String id = page.locator("[data-session]").getAttribute("data-session");
    List<Decision> decisions = browser.bench.sessions("ada").get(id).decisions();
    return decisions.get(decisions.size() - 1).answer();
  }

  @Test
  void all_gates_are_answered_by_form() {
    Page page = begin("By form");
    form(page, "approve").getByLabel("Mode").selectOption("deep");
    send(form(page, "approve"));

    gate(page, "2-tasks");
    assertThat(last(page).json().path("mode").asText()).isEqualTo("deep");
    form(page, "edit").locator("textarea").fill("id,title\nnonsense");
    send(form(page, "edit"));
    visible(page.locator("#refusal"));
    assertThat(form(page, "edit").locator("textarea").inputValue()).contains("nonsense");
    send(form(page, "approve"));

    gate(page, "3-discussion");
    Locator ask = form(page, "ask");
    ask.locator("textarea").fill("Who is limited?\nSince when?");
    send(ask);
    gate(page, "4-discussion");
    assertThat(last(page).as(Answer.Ask.class).orElseThrow().questions())
        .containsExactly("Who is limited?", "Since when?");
    send(form(page, "done"));

    gate(page, "5-completion");
    form(page, "export").locator("textarea").fill("results");
    send(form(page, "export"));
    visible(page.locator("#gate").getByText("answered by ada: export"));
    assertThat(last(page).as(Answer.Export.class).orElseThrow().target())
        .isEqualTo(browser.bench.repository.resolve("results").toString());

    page.locator("a.button[href*='--continue']").click();
    page.locator("button[value=start]").click();
    gate(page, "6-discussion");
  }

  @Test
  void all_gates_are_answered_by_keyboard_with_a_failing_step() {
    host.failing = request -> request.callId().contains("EXPLORE");
    Page page = begin("By keys");
    keys(page, "a", "a");
    gate(page, "2-tasks");
    keys(page, "a", "a");

    gate(page, "3-wave-failure");
    host.failing = request -> false;
    keys(page, "a", "a"); // retry
    gate(page, "4-discussion");
    keys(page, "4", "a", "a"); // done
    gate(page, "5-completion");
    keys(page, "2", "a", "a"); // keep
    visible(page.locator("#gate").getByText("answered by ada: keep"));
  }

  @Test
  void a_failing_step_is_answered_by_form() {
    host.failing = request -> request.callId().contains("EXPLORE");
    Page page = begin("Fails");
    send(form(page, "approve"));
    gate(page, "2-tasks");
    send(form(page, "approve"));
    gate(page, "3-wave-failure");
    host.failing = request -> false;
    send(form(page, "abort"));
    visible(page.locator("#gate").getByText("answered by ada: abort"));
  }
}
