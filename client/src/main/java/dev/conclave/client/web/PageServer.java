package dev.conclave.client.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.conclave.workflows.host.PageAddress;
import dev.conclave.workflows.text.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves the pages of {@code conclave ui} on loopback, to authenticated browsers. */
public final class PageServer implements AutoCloseable {
  private static final int CALLERS_AT_ONCE = 16;

  /** Allows only scripts, styles, images and requests of this server, and no framing. */
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
              + " object-src 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "X-Frame-Options",
          "DENY",
          // With no-referrer, browsers also omit the origin of forms.
          "Referrer-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cache-Control",
          "no-store");

  private static final String FILES = "/static/";

  private static final Map<String, String> TYPES =
      Map.of(
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  private final HttpServer http;
  private final ExecutorService callers;
  private final BrowserAccess access;
  private final Updates updates;
  private final Pages pages;

  /**
   * Starts the server.
   *
   * @throws java.net.BindException if the port is taken
   */
  public PageServer(int port, WebHost host) throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 0);
    access = new BrowserAccess(http.getAddress().getPort());
    updates = new Updates(host.sessions(), host.workers());
    pages = new Pages(host, updates, access);
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

  /** Returns the URL, and the key that signs links. */
  public PageAddress address() {
    return access.address();
  }

  @Override
  public void close() {
    updates.close();
    http.stop(0);
    callers.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    Request request = new Request(exchange);
    HEADERS.forEach(request::setHeader);
    try {
      if (access.isForeign(request)) {
        return;
      }
      if (request.path().startsWith(FILES)) {
        file(request, request.path().substring(FILES.length()));
      } else if (access.admits(request)) {
        pages.answer(request);
      }
    } catch (RuntimeException e) {
      pages.error(request, 500, String.valueOf(e));
    }
  }

  private static void file(Request request, String name) throws IOException {
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    try (InputStream in =
        name.matches("[a-z-]+\\.[a-z]+") && type != null
            ? PageServer.class.getResourceAsStream("static/" + name)
            : null) {
      if (in == null || type == null) {
        request.text(404, "File not found.");
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
}
