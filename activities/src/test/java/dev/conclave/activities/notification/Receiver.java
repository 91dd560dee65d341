package dev.conclave.activities.notification;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A webhook on loopback that answers as it is told and remembers what it was sent. */
final class Receiver implements AutoCloseable {
  /** The path stands for what is secret in the addresses of Slack. */
  static final String SECRET_PATH = "/services/T0SECRET";

  final List<Received> received = new CopyOnWriteArrayList<>();
  private final Deque<Integer> statuses = new ArrayDeque<>();
  private final CountDownLatch open = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  private volatile Map<String, String> answerHeaders = Map.of();
  private volatile boolean hangs;

  /** A request. */
  record Received(Headers headers, String path, String body) {
    JsonNode json() throws IOException {
      return WireMapper.get().readTree(body);
    }

    String header(String name) {
      return headers.getFirst(name);
    }
  }

  Receiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::take);
    server.start();
  }

  /** The next answers have these statuses, later ones 204. */
  Receiver answers(Integer... next) {
    synchronized (statuses) {
      statuses.addAll(List.of(next));
    }
    return this;
  }

  Receiver with(String header, String value) {
    answerHeaders = Map.of(header, value);
    return this;
  }

  /** Answers nothing for as long as the test runs. */
  Receiver hangs() {
    hangs = true;
    return this;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + SECRET_PATH;
  }

  private void take(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    received.add(
        new Received(exchange.getRequestHeaders(), exchange.getRequestURI().getPath(), body));
    if (hangs) {
      try {
        open.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    int status;
    synchronized (statuses) {
      status = statuses.isEmpty() ? 204 : statuses.removeFirst();
    }
    answerHeaders.forEach((name, value) -> exchange.getResponseHeaders().add(name, value));
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  @Override
  public void close() {
    open.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
