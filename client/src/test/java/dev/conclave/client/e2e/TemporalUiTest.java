package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.conclave.activities.tool.Tool;
import dev.conclave.client.Chromium;
import dev.conclave.client.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A human with only a browser reads and answers a gate in the Temporal UI. */
@RealMachine
@Tag("e2e")
class TemporalUiTest {
  private static final int AWAITING_HUMAN = 10;
  private static final double LONGEST_WAIT_MILLIS = 240_000;

  @AutoClose private Laptop laptop;

  @BeforeAll
  void a_machine_that_encrypts(@TempDir Path folder) throws Exception {
    Chromium.needed();
    Tool.needed("conclave-server");
    laptop = new Laptop(folder).setting("tools: [alpha, beta]");
    laptop.variable("HISTORY_KEY", Base64.getEncoder().encodeToString(new byte[32]));
    laptop.setting("encryption: {key_id: ours, keys: {ours: \"env:HISTORY_KEY\"}}");
    laptop.withServer();
    CountingAgent.on(laptop, "alpha", "beta");
  }

  @Test
  void a_gate_is_read_and_answered_on_the_page_of_its_session() throws Exception {
    laptop.types("plan 'Add rate limiting 限流' --max-rounds 1").ended(AWAITING_HUMAN);
    Run shown = laptop.conclave("show", "last", "--json");
    String address = shown.json().path("ui").asText();
    assertThat(address).as(shown.toString()).contains("/workflows/MCP-add-rate-limiting-");

    aServerAloneReadsNothing();

    try (Chromium chromium = new Chromium()) {
      Page page = chromium.browser().newPage();
      page.setDefaultTimeout(LONGEST_WAIT_MILLIS);
      page.navigate(address);
      assertThat(page.locator("body").innerText()).contains("Open a link that conclave status");
      page.navigate(link(address));
      assertThat(page.url()).isEqualTo(address);
      FrameLocator decision = details(page, "waiting for decision");
      assertThat(decision.getByRole(AriaRole.ROW).nth(1).innerText())
          .contains("Token bucket in Server.handle", "Pro: bursts are allowed", "alpha, beta");
      String approve =
          decision
              .getByRole(AriaRole.LISTITEM)
              .filter(new Locator.FilterOptions().setHasText("\"approve\""))
              .innerText();

      signal(page, approve.strip());

      Laptop.until("the session goes on", () -> openGate().equals("confirmation"));
      page.reload();
      assertThat(details(page, "waiting for confirmation").locator("body").innerText())
          .contains("TASK-002", "Use it in handle", "\"kind\":\"execute\"");
    }
  }

  /** Returns the printed link that lets a browser in. */
  private String link(String address) {
    String shown = laptop.conclave("show", "last").out();
    Matcher printed = Pattern.compile(Pattern.quote(address) + "\\?token=\\S+").matcher(shown);
    assertThat(printed.find()).as(shown).isTrue();
    return printed.group();
  }

  /** Requires an encrypted history, which the temporal command reads with the keys. */
  private void aServerAloneReadsNothing() {
    String id = laptop.session().path("session").asText();
    String[] show = {"workflow", "show", "-w", id, "--detailed"};
    assertThat(laptop.temporal(show).out()).doesNotContain("Add rate limiting");
    String codec = laptop.conclave("status", "--json").json().at("/server/codec").asText();
    List<String> read = new ArrayList<>(List.of(show));
    read.addAll(List.of("--codec-endpoint", codec));
    Run shown = laptop.temporal(read.toArray(String[]::new));
    assertThat(shown.out()).as(shown.toString()).contains("Add rate limiting");
  }

  /** Opens the details as docs/steering.md describes. */
  private static FrameLocator details(Page page, String heading) {
    page.getByText("User Metadata", new Page.GetByTextOptions().setExact(true)).first().click();
    return page.frameLocator("iframe[src*='" + heading.replace(" ", "%20") + "']");
  }

  private static void signal(Page page, String data) {
    button(page, "More Actions").click();
    visible(page, "text=Send a Signal").click();
    button(page, "Select a signal").click();
    visible(page, "[role=option]:has-text('submitAnswer')").click();
    visible(page, "[role=dialog] .cm-content, dialog .cm-content").click();
    page.keyboard().insertText(data);
    // Leaving the field reformats the data and moves the button.
    visible(page, "label:has-text('json/plain')").click();
    visible(page, "button:has-text('Submit')").click();
  }

  /**
   * Finds the visible copy: the page has its dialogs and menus twice, for wide and narrow windows.
   */
  private static Locator visible(Page page, String selector) {
    return page.locator(selector).locator("visible=true").first();
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name)).first();
  }

  private String openGate() {
    return laptop.session().path("gate").path("type").asText();
  }
}
