package dev.conclave.client.e2e;

import static dev.conclave.client.web.BrowserBench.form;
import static dev.conclave.client.web.BrowserBench.gate;
import static dev.conclave.client.web.BrowserBench.keys;
import static dev.conclave.client.web.BrowserBench.send;
import static dev.conclave.client.web.BrowserBench.visible;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.conclave.client.Chromium;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.host.PageAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Answers every gate of an execution in a phone-sized browser. */
@RealMachine
@Tag("e2e")
@TestMethodOrder(OrderAnnotation.class)
class PageExecutionTest {
  private static final String PLAN =
      """
      {"tasks": [
        {"id": "TASK-001", "title": "Add the bucket", "files": [{"path": "src/bucket.py"}],
         "acceptance": ["take() returns whether a token was left"]},
        {"id": "TASK-002", "title": "Use it in handle", "files": ["src/server.py"],
         "depends_on": ["TASK-001"], "acceptance": ["handle asks the bucket"]}]}
      """;

  @AutoClose private Chromium chromium;
  @AutoClose private Laptop laptop;
  private Path agents;
  private PageAddress page;
  private final Thread serving =
      new Thread(() -> laptop.conclave("ui", "--port", "0"), "conclave ui");

  @BeforeAll
  void open(@TempDir Path folder) throws Exception {
    Chromium.needed();
    laptop = ExecutionTest.machine(folder).file("p.json", PLAN).commit("Plan it").up();
    agents = laptop.outside().resolve("agents");
    Files.writeString(agents.resolve("idle.2"), "");
    chromium = new Chromium();
    serving.setDaemon(true);
    serving.start();
    DataFolder data = DataFolder.of(Map.of("CONCLAVE_HOME", laptop.data().toString()), folder);
    while (PageAddress.find(data).isEmpty()) {
      Thread.sleep(100);
    }
    page = PageAddress.find(data).orElseThrow();
  }

  @AfterAll
  void stop() {
    serving.interrupt();
  }

  private Page execute() throws Exception {
    Files.writeString(agents.resolve("verdict"), "unmet");
    String id =
        laptop.conclave("execute", "p.json", "--detach", "--json").json().path("session").asText();
    Page tab =
        chromium
            .browser()
            .newContext(new Browser.NewContextOptions().setViewportSize(360, 740))
            .newPage();
    tab.setDefaultTimeout(60_000);
    tab.navigate(page.link(id));
    gate(tab, "1-commands");
    return tab;
  }

  @Test
  @Order(1)
  void all_gates_are_answered_by_form_and_a_fix_by_comments_on_lines() throws Exception {
    Page page = execute();
    send(form(page, "allow")); // all are selected

    gate(page, "2-task-failure");
    send(form(page, "by-hand"));
    Locator byHand = gate(page, "3-by-hand");
    String tree = byHand.innerText().replaceAll("(?s).*?the files are in (\\S+).*", "$1");
    Files.writeString(
        Path.of(tree).resolve("src/server.py"), "# asks the bucket before a handler\n");
    send(form(page, "continue"));

    gate(page, "4-review");
    Files.writeString(agents.resolve("verdict"), "met");
    Locator bucket = page.locator("table[data-path='src/bucket.py']");
    bucket.locator("a.comment", new Locator.LocatorOptions().setHasText("3")).click();
    page.keyboard().type("Why true?");
    keys(page, "Control+Enter");
    send(form(page, "fix"));

    gate(page, "5-delivery");
    assertThat(Files.readString(agents.resolve("prompt.fix")))
        .contains("src/bucket.py:3: Why true?");
    send(form(page, "keep"));
    visible(page.getByText("Gate 5-delivery was answered by"));
    assertThat(laptop.shell("git branch --list 'conclave/*'").out()).contains("conclave/");
  }

  @Test
  @Order(2)
  void all_gates_are_answered_by_keyboard_alone() throws Exception {
    // The other test has allowed its command.
    laptop.file("Makefile", ExecutionTest.MAKEFILE + "lint:\n\ttrue\n").commit("Lint it");
    Page page = execute();
    keys(page, "a", "a"); // allow all

    gate(page, "2-task-failure");
    keys(page, "1"); // retry
    page.keyboard().type("Ask the bucket");
    keys(page, "Control+Enter");
    gate(page, "3-task-failure");
    keys(page, "2", "a", "a"); // skip

    gate(page, "4-review");
    keys(page, "2"); // accept
    page.keyboard().type("Known");
    keys(page, "Control+Enter");

    gate(page, "5-delivery");
    keys(page, "3"); // patch
    Path patch = laptop.outside().resolve("work.patch");
    page.keyboard().type(patch.toString());
    keys(page, "Control+Enter");
    visible(page.getByText("Gate 5-delivery was answered by"));
    assertThat(Files.readString(patch)).contains("Add the bucket");
  }
}
