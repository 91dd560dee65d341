package dev.conclave.activities.agent.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A loopback model server for real agent CLIs in their own dialects. Each scenario has its own URL
 * prefix. Requests are recorded.
 */
public final class ScriptedModelEndpoint implements AutoCloseable {
  private static final List<Dialect> DIALECTS =
      List.of(
          new GeminiDialect(), new ResponsesDialect(), new ChatDialect(), new MessagesDialect());

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Scenario> scenarios = new ConcurrentHashMap<>();
  private final Map<String, List<ModelRequest>> requests = new ConcurrentHashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  public ScriptedModelEndpoint() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/s/", this::serve);
    server.start();
  }

  /**
   * Sets the scenario of a prefix.
   *
   * @return the base URL, without {@code /v1}
   */
  public String script(String name, Scenario scenario) {
    scenarios.put(name, scenario);
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/s/" + name;
  }

  public List<ModelRequest> requests(String name) {
    return requests.getOrDefault(name, List.of());
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      String name = path.split("/", -1)[2];
      Scenario scenario = scenarios.get(name);
      if (scenario == null) {
        send(exchange, 404, Json.of("{'error':{'message':'nothing is scripted here'}}"));
        return;
      }
      JsonNode json = body.length == 0 ? Json.of("{}") : Json.MAPPER.readTree(body);
      for (Dialect dialect : DIALECTS) {
        Optional<ModelRequest> request = dialect.read(path, json);
        if (request.isPresent()) {
          requests.computeIfAbsent(name, any -> new CopyOnWriteArrayList<>()).add(request.get());
          answer(exchange, dialect, scenario, request.get());
          return;
        }
      }
      aside(exchange, path);
    }
  }

  /** Answers requests of agents that are not model calls. */
  private static void aside(HttpExchange exchange, String path) throws IOException {
    if (path.contains("count") && path.contains("okens")) {
      send(exchange, 200, Json.of("{'totalTokens':120,'input_tokens':120}"));
    } else if (path.endsWith("/models")) {
      send(exchange, 200, Json.of("{'object':'list','data':[{'id':'scripted','object':'model'}]}"));
    } else {
      send(exchange, 404, Json.of("{'error':{'message':'no such path'}}"));
    }
  }

  private void answer(
      HttpExchange exchange, Dialect dialect, Scenario scenario, ModelRequest request)
      throws IOException {
    Optional<ToolCall> none = Optional.empty();
    if (scenario instanceof Scenario.Answer answer) {
      reply(exchange, dialect, request, answer.reply().apply(request.prompt()), none);
    } else if (scenario instanceof Scenario.Refusal refusal) {
      refusal
          .retryAfter()
          .ifPresent(
              after -> exchange.getResponseHeaders().set("retry-after", "" + after.toSeconds()));
      send(exchange, refusal.status(), dialect.error(refusal.status()));
    } else if (scenario instanceof Scenario.Hang) {
      awaitClose();
    } else if (scenario instanceof Scenario.WriteFile write) {
      List<JsonNode> tools = dialect.tools(request.body());
      reply(
          exchange,
          dialect,
          request,
          write.text(),
          request.toolResult() ? none : ToolCall.write(tools, write.path()));
    } else if (scenario instanceof Scenario.ReadFile read) {
      List<JsonNode> tools = dialect.tools(request.body());
      reply(
          exchange,
          dialect,
          request,
          read.text(),
          request.toolResult() ? none : ToolCall.read(tools, read.path()));
    } else if (scenario instanceof Scenario.Shell shell) {
      List<JsonNode> tools = dialect.tools(request.body());
      reply(
          exchange,
          dialect,
          request,
          shell.text(),
          request.toolResult() ? none : ToolCall.shell(tools, shell.command()));
    }
  }

  private static void reply(
      HttpExchange exchange,
      Dialect dialect,
      ModelRequest request,
      String text,
      Optional<ToolCall> tool)
      throws IOException {
    if (!request.stream()) {
      send(exchange, 200, dialect.whole(request.model(), text, tool));
      return;
    }
    OutputStream out = open(exchange);
    for (String event : dialect.events(request.model(), text, tool)) {
      out.write(bytes(event));
      out.flush();
    }
    out.close();
  }

  private static OutputStream open(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("content-type", "text/event-stream; charset=utf-8");
    exchange.sendResponseHeaders(200, 0);
    return exchange.getResponseBody();
  }

  private static void send(HttpExchange exchange, int status, JsonNode body) throws IOException {
    byte[] bytes = bytes(body.toString());
    exchange.getResponseHeaders().set("content-type", "application/json");
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, head ? -1 : bytes.length);
    if (!head) {
      exchange.getResponseBody().write(bytes);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void awaitClose() {
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
