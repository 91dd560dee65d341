package dev.conclave.client.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionLine;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.session.Sessions;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.session.Watch;
import dev.conclave.client.session.Workers;
import dev.conclave.client.web.Sections.Section;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.UiPages;
import dev.conclave.workflows.text.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/** Serves the pages of {@code conclave ui} on loopback, to browsers that were let in. */
public final class PageServer implements AutoCloseable {
  private static final int CALLERS_AT_ONCE = 16;
  private static final int KEY_BYTES = 24;
  private static final String YEAR = "Max-Age=31536000; SameSite=Strict";

  /** No script, style, image or request but our own; no page may frame these. */
  private static final String POLICY =
      "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src"
          + " 'none'";

  private static final Map<String, String> TYPES =
      Map.of(
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  private final Sessions sessions;
  private final Workers workers;
  private final Optional<UiPages> ui;
  private final HttpServer http;
  private final ExecutorService callers;
  private final String key = random();

  /** Lets one browser in; taken by the first that brings it. */
  private final AtomicReference<String> token = new AtomicReference<>(random());

  /**
   * Begins to answer.
   *
   * @throws java.net.BindException when the port is taken
   */
  public PageServer(int port, Sessions sessions, Workers workers, Optional<UiPages> ui)
      throws IOException {
    this.sessions = sessions;
    this.workers = workers;
    this.ui = ui;
    http = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 0);
    callers =
        Executors.newFixedThreadPool(
            CALLERS_AT_ONCE,
            task -> {
              Thread thread = new Thread(task, "page");
              thread.setDaemon(true);
              return thread;
            });
    http.setExecutor(callers);
    http.createContext("/", this::handle);
    http.start();
  }

  private static String random() {
    byte[] bytes = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Where it answers: {@code http://127.0.0.1:8234}. */
  public String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  /** An address that lets one browser in. */
  public String link() {
    return url() + "/?token=" + token.get();
  }

  @Override
  public void close() {
    http.stop(0);
    callers.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    Request request = new Request(exchange);
    try {
      request.setHeader("Content-Security-Policy", POLICY);
      request.setHeader("X-Content-Type-Options", "nosniff");
      request.setHeader("X-Frame-Options", "DENY");
      request.setHeader("Referrer-Policy", "no-referrer");
      request.setHeader("Cross-Origin-Resource-Policy", "same-origin");
      request.setHeader("Cross-Origin-Opener-Policy", "same-origin");
      request.setHeader("Cache-Control", "no-store");
      admit(request);
    } catch (RuntimeException e) {
      error(request, 500, String.valueOf(e.getMessage()));
    }
  }

  /** Refuses what comes from foreign pages, by foreign names, and from browsers not let in. */
  private void admit(Request request) throws IOException {
    Set<String> ours = Set.of(url(), url().replace("127.0.0.1", "localhost"));
    String host = request.header("Host").orElse("").toLowerCase(Locale.ROOT);
    if (!ours.contains("http://" + host)
        || request.header("Origin").filter(origin -> !ours.contains(origin)).isPresent()) {
      request.text(403, "Open " + url() + " in a browser on this machine.");
    } else if (request.path().startsWith("/static/")) {
      file(request);
    } else if (request.query("token").isPresent()) {
      String given = request.query("token").get();
      String expected = token.get();
      if (expected.equals(given) && token.compareAndSet(expected, random())) {
        request.addCookie(cookie(), key, "HttpOnly; SameSite=Strict");
        request.redirect("/");
      } else {
        request.text(401, "This link has been used. `conclave ui` prints another.");
      }
    } else if (request.cookie(cookie()).filter(this::isKey).isEmpty()) {
      request.text(401, "Open the link that `conclave ui` prints.");
    } else {
      route(request);
    }
  }

  /** Browsers give the cookies of one port to all others: the name tells which one is ours. */
  private String cookie() {
    return "conclave-" + http.getAddress().getPort();
  }

  private boolean isKey(String given) {
    return MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), key.getBytes(StandardCharsets.UTF_8));
  }

  private void file(Request request) throws IOException {
    String name = request.path().substring("/static/".length());
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    try (InputStream in =
        name.matches("[a-z-]+\\.[a-z]+") && type != null
            ? PageServer.class.getResourceAsStream("static/" + name)
            : null) {
      if (in == null || type == null) {
        request.text(404, "There is no such file.");
        return;
      }
      byte[] body = in.readAllBytes();
      String tag = '"' + Digests.sha256(body).substring(0, 16) + '"';
      request.setHeader("ETag", tag);
      request.setHeader("Cache-Control", "no-cache");
      if (request.header("If-None-Match").filter(tag::equals).isPresent()) {
        request.reply(304, type, new byte[0]);
      } else {
        request.reply(200, type, body);
      }
    }
  }

  private void route(Request request) throws IOException {
    for (Map.Entry<String, List<String>> choice :
        Map.of("lang", Templates.LANGUAGES, "theme", List.of("light", "dark", "system"))
            .entrySet()) {
      Optional<String> chosen = request.query(choice.getKey()).filter(choice.getValue()::contains);
      if (chosen.isPresent()) {
        request.addCookie("conclave-" + choice.getKey(), chosen.get(), YEAR);
        request.redirect(request.exchange().getRequestURI().getRawPath());
        return;
      }
    }
    String path = request.path();
    try {
      if (path.equals("/")) {
        inbox(request);
      } else if (path.startsWith("/s/")) {
        session(request, path.substring(3));
      } else {
        error(request, 404, "There is no such page.");
      }
    } catch (UsageException e) {
      error(request, 404, String.valueOf(e.getMessage()));
    } catch (ServerException e) {
      error(request, 503, String.valueOf(e.getMessage()));
    }
  }

  private void inbox(Request request) throws IOException {
    List<SessionLine> lines = sessions.newest();
    page(request, 200, "inbox", Map.of("lines", lines));
  }

  private void session(Request request, String id) throws IOException {
    Session session = sessions.find(id);
    SessionState<?> state = session.known();
    SessionSnapshot now =
        session
            .ended()
            .map(how -> SessionSnapshot.over(state.view(), how))
            .orElseGet(() -> new Watch(session, workers).look());
    Optional<String> page = ui.map(pages -> pages.session(session.id()));
    List<Section> all = new ArrayList<>(Sections.live(now, page, Instant.now()));
    all.addAll(Sections.of(state, now));
    page(
        request,
        200,
        "session",
        Map.of("view", now.view(), "sections", rendered(all, language(request))));
  }

  /** The sections as HTML, each under its name. */
  private static List<Map<String, String>> rendered(List<Section> sections, Locale language) {
    return sections.stream()
        .map(
            section -> {
              String html =
                  Templates.render("sections/" + section.name(), section.model(), language);
              return Map.of(
                  "name",
                  section.name(),
                  "html",
                  html,
                  "version",
                  Digests.sha256(html.getBytes(StandardCharsets.UTF_8)).substring(0, 16));
            })
        .toList();
  }

  private static Locale language(Request request) {
    return Locale.forLanguageTag(
        request
            .cookie("conclave-lang")
            .filter(Templates.LANGUAGES::contains)
            .orElseGet(
                () ->
                    request
                        .header("Accept-Language")
                        .filter(wanted -> wanted.startsWith("zh"))
                        .map(wanted -> "zh")
                        .orElse("en")));
  }

  private static void error(Request request, int status, String sentence) throws IOException {
    page(request, status, "error", Map.of("sentence", sentence));
  }

  private static void page(Request request, int status, String template, Map<String, Object> model)
      throws IOException {
    Map<String, Object> whole = new HashMap<>(model);
    Locale language = language(request);
    whole.put("lang", language.getLanguage());
    whole.put("theme", request.cookie("conclave-theme").orElse("system"));
    whole.put("path", request.exchange().getRequestURI().getRawPath());
    request.html(status, Templates.render(template, whole, language));
  }
}
