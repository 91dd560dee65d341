package dev.conclave.client.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.IsVisibleOptions;
import dev.conclave.activities.tool.DevServer;
import dev.conclave.client.Bench;
import dev.conclave.client.Chromium;
import dev.conclave.client.Run;
import dev.conclave.workflows.host.PageAddress;
import dev.conclave.workflows.plan.ScriptedHost;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.assertj.core.api.Assertions;

/** A user with a phone-sized browser on a machine like {@link Bench}, where `conclave ui` runs. */
public final class BrowserBench implements AutoCloseable {
  private static final double LONGEST_MILLIS = 60_000;

  final DevServer server;
  final Bench bench;
  private final Chromium chromium;
  private final BrowserContext context;
  private Thread serving = new Thread();
  private int port;

  BrowserBench(Path folder) throws Exception {
    this(folder, bench -> bench.host);
  }

  BrowserBench(Path folder, Function<Bench, ScriptedHost> host) throws Exception {
    Chromium.needed();
    server = DevServer.start(folder.resolve("server.log"), DevServer.ATTRIBUTES);
    bench = new Bench(server.address(), folder);
    bench.startWorker(host.apply(bench));
    chromium = new Chromium();
    serve();
    context = letIn(new Browser.NewContextOptions().setViewportSize(360, 740));
  }

  /** Starts the page, on its previous port if any. */
  PageAddress serve() throws InterruptedException {
    String wanted = String.valueOf(port);
    Run[] run = new Run[1];
    serving = new Thread(() -> run[0] = bench.conclave("ui", "--port", wanted), "conclave ui");
    serving.setDaemon(true);
    serving.start();
    Instant end = Instant.now().plus(Duration.ofSeconds(30));
    Optional<PageAddress> page = bench.page();
    while (page.isEmpty()) {
      if (!serving.isAlive() || Instant.now().isAfter(end)) {
        throw new AssertionError("the page did not start: " + run[0]);
      }
      Thread.sleep(50);
      page = bench.page();
    }
    port = Integer.parseInt(page.get().url().replaceFirst(".*:", ""));
    return page.get();
  }

  /** Stops the page, as Ctrl-C does. */
  void stop() throws InterruptedException {
    serving.interrupt();
    serving.join(10_000);
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  /** Creates a browser context that has opened the printed link. */
  BrowserContext letIn(Browser.NewContextOptions options) {
    BrowserContext other = chromium.browser().newContext(options);
    Page page = tab(other);
    page.navigate(bench.page().orElseThrow().link());
    assertThat(page).hasURL(url() + "/");
    page.close();
    return other;
  }

  Page tab() {
    return tab(context);
  }

  static Page tab(BrowserContext browser) {
    Page page = browser.newPage();
    page.setDefaultTimeout(LONGEST_MILLIS);
    return page;
  }

  Page tab(String path) {
    Page page = tab();
    page.navigate(url() + path);
    return page;
  }

  Page session(String id) {
    return tab(address(id));
  }

  static String address(String id) {
    return "/s/" + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Waits until the page shows this gate without a reload, and checks its layout. */
  public static Locator gate(Page page, String gate) {
    Locator open = page.locator("[data-gate='" + gate + "']");
    visible(open);
    page.waitForLoadState(); // keys are handled from then on
    Assertions.assertThat(misplaced(page)).as(gate).isEmpty();
    return open;
  }

  public static void visible(Locator locator) {
    try {
      assertThat(locator).isVisible(new IsVisibleOptions().setTimeout(LONGEST_MILLIS));
    } catch (AssertionError e) {
      throw new AssertionError(locator.page().locator("body").innerText(), e);
    }
  }

  /** Returns what lies outside the window, and text in a column too narrow to read. */
  public static List<?> misplaced(Page page) {
    return (List<?>)
        page.evaluate(
            """
            [...document.querySelectorAll('body *')].filter(one => {
              if (one.closest('.scroll, .toc, pre, .markdown table, .card dl, .hidden, .sr, .skip')) return false;
              const box = one.getBoundingClientRect();
              const squeezed = box.width > 0 && box.height > 4 * box.width;
              return box.right > innerWidth + 1 ||
                squeezed && !one.children.length && one.textContent.trim().length > 7;
            }).concat(document.documentElement.scrollWidth > innerWidth ? [document.body] : [])
              .slice(0, 5).map(one => one.outerHTML.slice(0, 200))
            """);
  }

  public static Locator form(Page page, String kind) {
    Locator answer = page.locator("#answer-" + kind);
    if (answer.getAttribute("open") == null) {
      answer.locator("> summary").click();
    }
    return answer.locator("form");
  }

  public static void keys(Page page, String... keys) {
    for (String key : keys) {
      page.keyboard().press(key);
    }
  }

  public static void send(Locator form) {
    form.locator("button[type=submit]").click();
  }

  @Override
  public void close() throws Exception {
    stop();
    chromium.close();
    bench.close();
    server.close();
  }
}
