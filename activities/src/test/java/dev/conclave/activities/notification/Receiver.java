package dev.conclave.activities.notification;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A loopback webhook with scripted answers that records its requests. */
final class Receiver implements AutoCloseable {
  /** Stands for the secret part of a Slack address. */
  private static final String SECRET_PATH = "/services/T0SECRET";

  final List<Received> received = new CopyOnWriteArrayList<>();
  private final Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
  private final HttpServer server;
  private Map<String, String> answerHeaders = Map.of();
  private boolean hangs;

  /** A request. */
  record Received(Headers headers, String body) {
    JsonNode json() throws IOException {
      return WireMapper.get().readTree(body);
    }

    String header(String name) {
      return headers.getFirst(name);
    }
  }

  Receiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.start();
  }

  /** Sets the status codes of the next answers; later ones are 204. */
  Receiver answers(Integer... next) {
    statuses.addAll(List.of(next));
    return this;
  }

  Receiver with(String header, String value) {
    answerHeaders = Map.of(header, value);
    return this;
  }

  /** Accepts requests but never answers. */
  Receiver hangs() {
    hangs = true;
    return this;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + SECRET_PATH;
  }

  private void take(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    received.add(new Received(exchange.getRequestHeaders(), body));
    if (!hangs) {
      answerHeaders.forEach((name, value) -> exchange.getResponseHeaders().add(name, value));
      exchange.sendResponseHeaders(statuses.isEmpty() ? 204 : statuses.remove(), -1);
      exchange.close();
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
