package dev.conclave.client.web;

import com.sun.net.httpserver.HttpExchange;
import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.text.Language;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A request of a browser, and the ways to reply. */
final class Request {
  private static final int LARGEST_FORM = 1 << 20;

  private final HttpExchange exchange;
  private final Map<String, List<String>> query;

  Request(HttpExchange exchange) {
    this.exchange = exchange;
    this.query = parameters(Objects.requireNonNullElse(exchange.getRequestURI().getRawQuery(), ""));
  }

  HttpExchange exchange() {
    return exchange;
  }

  String method() {
    return exchange.getRequestMethod();
  }

  boolean isPost() {
    return method().equals("POST");
  }

  String path() {
    return exchange.getRequestURI().getPath();
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
  }

  Optional<String> query(String name) {
    return queries(name).stream().findFirst();
  }

  Map<String, List<String>> queries() {
    return query;
  }

  List<String> queries(String name) {
    return query.getOrDefault(name, List.of());
  }

  /**
   * Returns the fields of the submitted form.
   *
   * @throws UsageException if it is larger than any form of the page
   */
  Map<String, List<String>> form() throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(LARGEST_FORM + 1);
    if (body.length > LARGEST_FORM) {
      throw new UsageException(
          "The form exceeds %d KiB. Put long texts in files.".formatted(LARGEST_FORM >> 10));
    }
    return parameters(new String(body, StandardCharsets.UTF_8));
  }

  Optional<String> cookie(String name) {
    return exchange.getRequestHeaders().getOrDefault("Cookie", List.of()).stream()
        .flatMap(line -> List.of(line.split(";\\s*")).stream())
        .filter(pair -> pair.startsWith(name + "="))
        .map(pair -> pair.substring(name.length() + 1))
        .findFirst();
  }

  /** Returns the language that the user chose on the page, else the browser's. */
  Language language() {
    return Language.of(
        cookie("conclave-lang")
            .filter(Language.TAGS::contains)
            .or(() -> header("Accept-Language").map(wanted -> wanted.replaceFirst("^zh.*", "zh")))
            .orElse(""));
  }

  /** Parses form fields in order; a name has one value per control. */
  static Map<String, List<String>> parameters(String encoded) {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    for (String pair : encoded.split("&")) {
      String[] parts = pair.split("=", 2);
      if (!parts[0].isEmpty()) {
        parameters
            .computeIfAbsent(decoded(parts[0]), name -> new ArrayList<>())
            .add(parts.length == 1 ? "" : decoded(parts[1]));
      }
    }
    return parameters;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text; // an unencoded percent sign
    }
  }

  void setHeader(String name, String value) {
    exchange.getResponseHeaders().set(name, value);
  }

  void addCookie(String name, String value, String attributes) {
    exchange
        .getResponseHeaders()
        .add("Set-Cookie", "%s=%s; Path=/; %s".formatted(name, value, attributes));
  }

  /** Redirects to a path on this server. */
  void redirect(String path) throws IOException {
    setHeader("Location", path.replaceFirst("^/+", "/")); // two slashes would name a host
    reply(303, "text/plain; charset=utf-8", new byte[0]);
  }

  void html(int status, String text) throws IOException {
    reply(status, "text/html; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  void text(int status, String line) throws IOException {
    String shown = language().console(line) + "\n";
    reply(status, "text/plain; charset=utf-8", shown.getBytes(StandardCharsets.UTF_8));
  }

  void reply(int status, String type, byte[] body) throws IOException {
    setHeader("Content-Type", type);
    boolean headOnly = method().equals("HEAD");
    exchange.sendResponseHeaders(status, headOnly || body.length == 0 ? -1 : body.length);
    if (!headOnly && body.length > 0) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }
}
