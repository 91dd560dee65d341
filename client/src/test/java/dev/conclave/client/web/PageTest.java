package dev.conclave.client.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.conclave.client.web.BrowserBench.form;
import static dev.conclave.client.web.BrowserBench.gate;
import static dev.conclave.client.web.BrowserBench.send;
import static dev.conclave.client.web.BrowserBench.visible;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.IsHiddenOptions;
import com.microsoft.playwright.assertions.PageAssertions.HasTitleOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.conclave.client.Run;
import dev.conclave.workflows.text.Language;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The page as a whole: what it updates, who may see it, and what it survives. */
@Timeout(600)
@ResourceLock("the bench of PageTest") // its methods run one by one
@Isolated // a browser, a server and workers: they time out next to other tests
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageTest {
  private final HttpClient http = HttpClient.newHttpClient();
  @AutoClose private BrowserBench browser;

  @BeforeAll
  void open(@TempDir Path folder) throws Exception {
    browser = new BrowserBench(folder);
  }

  private String start(String task) {
    return browser
        .bench
        .conclave("plan", task, "--detach", "--json")
        .json()
        .path("session")
        .asText();
  }

  @Test
  void a_new_gate_appears_in_the_inbox_and_the_title_counts_it() {
    Page inbox = browser.tab("/");
    String id = start("Show yourself 限流");

    visible(inbox.locator("#awaiting").getByText("Show yourself 限流"));
    visible(inbox.locator("#awaiting").getByText("Choose among 2 options.").first());
    assertThat(inbox).hasTitle(Pattern.compile("\\(\\d+\\) Inbox · Conclave"), longer());

    inbox
        .locator("a.handle")
        .filter(new Locator.FilterOptions().setHasText("show-yourself"))
        .first()
        .click();
    send(approve(inbox));
    gate(inbox, "2-confirmation");
    browser.bench.conclave("answer", id, "save");
    visible(inbox.getByText("Gate 2-confirmation was answered by ada: save"));
  }

  private static HasTitleOptions longer() {
    return new HasTitleOptions().setTimeout(60_000);
  }

  private static Locator approve(Page page) {
    gate(page, "1-decision");
    Locator form = form(page, "approve");
    form.locator("input[name='/solution'][value='1']").check();
    return form;
  }

  @Test
  void a_second_start_prints_the_link_of_the_running_page() {
    Run run = browser.bench.conclave("ui", "--port", browser.url().replaceFirst(".*:", ""));

    assertThat(run.code()).isZero();
    assertThat(run.out()).contains(browser.url() + "/?token=");
  }

  @Test
  void lists_and_forms_fit_a_phone_in_both_languages() {
    Page ended = browser.session(start("It ends"));
    gate(ended, "1-decision");
    send(form(ended, "cancel"));
    gate(
        browser.session(start("A_word_as_long_as_the_name_of_a_class_in_a_framework 限流")),
        "1-decision");
    CountDownLatch held = browser.bench.host.holdAgents();
    try {
      Page running = browser.session(start("It runs on"));
      Page page = browser.tab();
      for (String language : Language.TAGS) {
        for (String path : List.of("/", "/new", "/new?kind=review", "/nothing")) {
          page.navigate(
              browser.url() + path + (path.contains("?") ? "&" : "?") + "lang=" + language);
          assertThat(page).hasURL(Pattern.compile(".*" + path.replace("?", "[?]") + "&?"));
          assertThat(BrowserBench.misplaced(page)).as(path + " in " + language).isEmpty();
        }
        running.reload();
        visible(running.locator("#live").getByText("gemini reads limiter.py"));
        assertThat(BrowserBench.misplaced(running)).as("agents in " + language).isEmpty();
      }
      page.navigate(browser.url() + "/?lang=en");
      assertThat(page.locator("#running .row")).hasCount(1);
      page.setViewportSize(1280, 800);
      assertThat(BrowserBench.misplaced(page)).isEmpty();
    } finally {
      held.countDown();
    }
  }

  @Test
  void the_second_of_two_tabs_sees_who_answered_and_keeps_its_text() {
    String id = start("Two tabs");
    BrowserContext other = browser.letIn(new NewContextOptions());
    Page first = browser.session(id);
    Page second = BrowserBench.tab(other);
    second.navigate(browser.url() + BrowserBench.address(id));
    gate(first, "1-decision");
    gate(second, "1-decision");
    form(second, "different-direction").locator("textarea").fill("Use the gateway instead");

    send(approve(first));

    visible(second.getByText("Gate 1-decision was answered by ada: approve solution 1"));
    visible(second.locator(".kept").getByText("Use the gateway instead"));
    gate(second, "2-confirmation");
    other.close();
  }

  @Test
  void a_second_tab_of_a_browser_learns_at_once_how_many_sessions_wait() {
    Page first = browser.session(start("First tab"));
    gate(first, "1-decision");

    Page second = browser.tab("/new");

    assertThat(second).hasTitle(Pattern.compile("\\(\\d+\\) New session.*"), longer());
  }

  @Test
  void the_page_works_without_script_and_a_late_answer_says_who_was_first() {
    String id = start("Without script");
    BrowserContext plain = browser.letIn(new NewContextOptions().setJavaScriptEnabled(false));
    Page page = BrowserBench.tab(plain);
    BrowserBench.visible(
        reloaded(page, BrowserBench.address(id)).locator("[data-gate='1-decision']"));
    Page late = BrowserBench.tab(plain);
    late.navigate(page.url());
    send(approve(page));
    visible(page.getByText("Your answer was accepted."));

    form(late, "different-direction").locator("textarea").fill("Use the gateway, please, instead");
    form(late, "different-direction").locator("button").press("Enter");

    assertThat(late.locator("#refusal")).containsText("Gate 1-decision was answered by ada");
    assertThat(late.locator(".kept")).containsText("Use the gateway, please, instead");
    plain.close();
  }

  /** Reloads a page until its session has reached a gate. */
  private Page reloaded(Page page, String path) {
    for (int i = 0; i < 100; i++) {
      page.navigate(browser.url() + path);
      if (page.locator("[data-gate]").count() > 0) {
        return page;
      }
      page.waitForTimeout(100);
    }
    return page;
  }

  @Test
  void typed_text_is_kept_while_the_page_updates() {
    String id = start("Type on");
    Page page = browser.session(id);
    gate(page, "1-decision");
    form(page, "different-direction").locator("textarea").fill("I am still");

    browser.bench.conclave("answer", id, "approve", "9"); // refused
    start("Another one");
    page.waitForTimeout(1500);

    assertThat(form(page, "different-direction").locator("textarea")).hasValue("I am still");
  }

  @Test
  void a_session_is_started_and_cancelled_on_the_page() {
    Page page = browser.tab("/new");
    page.getByRole(AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName("Task"))
        .fill("--help me, \"please\" 限流");
    page.locator("input[name='--max-rounds']").fill("99");
    page.getByText("Start", new Page.GetByTextOptions().setExact(true)).click();
    assertThat(page.locator(".refusal")).containsText("--max-rounds takes 1 to 10, not 99.");
    assertThat(page.locator("textarea[name=task]")).hasValue("--help me, \"please\" 限流");
    page.locator("input[name='--max-rounds']").fill("2");
    page.getByText("Start", new Page.GetByTextOptions().setExact(true)).click();

    gate(page, "1-decision");
    assertThat(page.locator("#header")).containsText("--help me, \"please\" 限流");

    page.locator("details.stop > summary").click();
    page.locator("details.stop button").click();
    visible(page.getByText("Cancelling the session"));
    assertThat(page.locator("[data-gate]")).hasCount(0);
  }

  @Test
  void the_page_reports_that_its_server_is_gone_and_recovers() throws Exception {
    String id = start("Comes back");
    Page page = browser.session(id);
    gate(page, "1-decision");

    browser.stop();
    visible(page.getByText("Connection to the server lost. Reconnecting …"));
    browser.serve();
    visible(page.getByText("This browser is no longer authenticated"));

    page.navigate(browser.bench.page().orElseThrow().link(id));
    gate(page, "1-decision");
  }

  @Test
  void the_page_reports_that_the_temporal_server_is_silent_and_recovers() throws Exception {
    String id = start("Silent server");
    Page page = browser.session(id);
    gate(page, "1-decision");
    signal("STOP");
    try {
      visible(page.locator(".connection"));
    } finally {
      signal("CONT");
    }
    assertThat(page.locator(".connection")).isHidden(new IsHiddenOptions().setTimeout(30_000));
    send(approve(page));
    gate(page, "2-confirmation");
  }

  private void signal(String name) throws Exception {
    long pid = browser.server.process().pid();
    assertThat(new ProcessBuilder("kill", "-" + name, "" + pid).start().waitFor()).isZero();
  }

  @Test
  void progress_is_shown_and_the_page_survives_a_missing_worker() throws Exception {
    CountDownLatch held = browser.bench.host.holdAgents();
    String id = start("Works");
    Page page = browser.session(id);
    visible(page.locator("#live").getByText("gemini reads limiter.py"));
    held.countDown();
    gate(page, "1-decision");
    browser.bench.stopWorker();
    try {
      form(page, "approve").locator("input[name='/solution'][value='1']").check();
      page.navigate(browser.url() + "/");
      visible(page.locator("#awaiting").getByText("Works").last());
    } finally {
      browser.bench.startWorker();
    }
  }

  @Test
  void only_a_browser_with_a_link_has_access_and_a_link_works_once() throws Exception {
    assertThat(get("/").statusCode()).isEqualTo(401);
    assertThat(get("/s/last").statusCode()).isEqualTo(401);
    assertThat(get("/events").statusCode()).isEqualTo(401);
    assertThat(get("/?token=AAAA").statusCode()).isEqualTo(401);
    assertThat(get("/", "Accept-Language", "zh-CN").body()).startsWith("此浏览器未通过身份验证。");

    String link = browser.bench.page().orElseThrow().link();
    HttpResponse<String> entered = sent(request(link));
    assertThat(entered.statusCode()).isEqualTo(303);
    String cookie = entered.headers().firstValue("Set-Cookie").orElse("");
    assertThat(cookie).contains("HttpOnly", "SameSite=Strict").doesNotContain("Domain");
    assertThat(sent(request(link)).statusCode()).isEqualTo(401);
    assertThat(get("/", "Cookie", cookie.replaceFirst(";.*", "")).statusCode()).isEqualTo(200);
    assertThat(get("/", "Cookie", cookie.replaceFirst("=[^;]*;.*", "=other")).statusCode())
        .isEqualTo(401);
  }

  private String cookie() throws Exception {
    return sent(request(browser.bench.page().orElseThrow().link()))
        .headers()
        .firstValue("Set-Cookie")
        .orElse("")
        .replaceFirst(";.*", "");
  }

  @Test
  void foreign_host_names_origins_and_forms_are_refused() throws Exception {
    String cookie = cookie();
    assertThat(raw("GET / HTTP/1.1\r\nHost: evil.example\r\nCookie: " + cookie)).contains(" 403 ");
    assertThat(raw("GET / HTTP/1.1\r\nHost: 127.0.0.1.evil.example:80\r\nCookie: " + cookie))
        .contains(" 403 ");
    assertThat(get("/", "Cookie", cookie, "Origin", "http://127.0.0.1:1").statusCode())
        .isEqualTo(403);
    assertThat(raw("GET / HTTP/1.1\r\nCookie: " + cookie)).doesNotContain(" 200 ");
    assertThat(get("/", "Cookie", cookie, "Origin", "https://evil.example").statusCode())
        .isEqualTo(403);
    assertThat(get("/", "Cookie", cookie, "Origin", "null").statusCode()).isEqualTo(403);

    String id = start("Not by others");
    String form = "form=wrong&gate=1-decision&kind=cancel";
    for (String path : List.of("/answer/" + id, "/cancel/" + id, "/new")) {
      assertThat(post(path, form, "Cookie", cookie)).as(path).isEqualTo(403); // no Origin
      assertThat(post(path, form, "Cookie", cookie, "Origin", "null")).as(path).isEqualTo(403);
      assertThat(post(path, form, "Cookie", cookie, "Origin", browser.url()))
          .as(path + ", form token")
          .isEqualTo(403);
      assertThat(post(path, form, "Origin", browser.url())).as(path).isEqualTo(401);
    }
    assertThat(browser.bench.sessions("ada").get(id).decisions()).isEmpty();
    HttpRequest put =
        HttpRequest.newBuilder(URI.create(browser.url()))
            .headers("Cookie", cookie, "Origin", browser.url())
            .method("PUT", BodyPublishers.noBody())
            .build();
    assertThat(sent(put).statusCode()).isEqualTo(405);
  }

  @Test
  void every_reply_forbids_foreign_scripts_and_frames() throws Exception {
    String cookie = cookie();
    for (String path : List.of("/", "/new", "/nothing", "/static/page.js", "/s/unknown-session")) {
      HttpResponse<String> reply = get(path, "Cookie", cookie);
      assertThat(reply.headers().firstValue("Content-Security-Policy").orElse(""))
          .as(path)
          .contains("default-src 'self'", "frame-ancestors 'none'", "form-action 'self'")
          .doesNotContain("unsafe");
      assertThat(reply.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    }
    for (String path :
        List.of(
            "/static/../page.peb",
            "/static/%2e%2e/layout.peb",
            "/static/page.peb",
            "//evil.example/",
            "/s/%2e%2e%2f%2e%2e",
            "/s/'%20OR%20''='",
            "/?page=0&kind=%27&words=%25")) {
      assertThat(get(path, "Cookie", cookie).statusCode()).as(path).isIn(200, 404);
    }
    assertThat(
            get("//evil.example/%2e?lang=zh", "Cookie", cookie)
                .headers()
                .firstValue("Location")
                .orElse("/x"))
        .startsWith("/")
        .doesNotStartWith("//");
  }

  @Test
  void open_pages_need_no_thread_each() throws Exception {
    String cookie = cookie();
    List<InputStream> open = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      HttpRequest events = request(browser.url() + "/events", "Cookie", cookie);
      open.add(http.send(events, BodyHandlers.ofInputStream()).body());
    }
    Thread.sleep(500);
    long threads =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("page"))
            .count();
    // Pages of other tests have threads, too.
    assertThat(threads).isLessThan(100);
    byte[] first = new byte[64];
    for (InputStream one : open) {
      assertThat(one.read(first)).isPositive();
    }
    assertThat(new String(first, StandardCharsets.UTF_8)).startsWith("retry: 1000");
    for (InputStream one : open) {
      one.close();
    }
    assertThat(get("/", "Cookie", cookie).statusCode()).isEqualTo(200);
  }

  private HttpResponse<String> get(String path, String... headers) throws Exception {
    return sent(request(browser.url() + path, headers));
  }

  private static HttpRequest request(String url, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return request.build();
  }

  private int post(String path, String form, String... headers) throws Exception {
    return sent(HttpRequest.newBuilder(URI.create(browser.url() + path))
            .headers(headers)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form))
            .build())
        .statusCode();
  }

  private HttpResponse<String> sent(HttpRequest request) throws Exception {
    return http.send(request, BodyHandlers.ofString());
  }

  /** Sends a request that a browser would not send. */
  private String raw(String request) throws Exception {
    int port = URI.create(browser.url()).getPort();
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket
          .getOutputStream()
          .write((request + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
