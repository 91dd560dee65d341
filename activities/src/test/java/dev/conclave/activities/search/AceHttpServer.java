package dev.conclave.activities.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A test server for MCP over streamable HTTP, on the JDK's HTTP server: POST answers with JSON, GET
 * with 405, which the protocol allows for servers without a stream. The SDK's own server needs a
 * servlet container.
 */
final class AceHttpServer implements AutoCloseable {
  private final JsonMapper mapper = JsonMapper.builder().build();
  private final HttpServer server;

  AceHttpServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/mcp", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/mcp";
  }

  private void handle(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestMethod().equals("POST")) {
      exchange.sendResponseHeaders(405, -1);
      exchange.close();
      return;
    }
    JsonNode request = mapper.readTree(exchange.getRequestBody());
    if (!request.has("id")) {
      exchange.sendResponseHeaders(202, -1);
      exchange.close();
      return;
    }
    ObjectNode reply = mapper.createObjectNode().put("jsonrpc", "2.0");
    reply.set("id", request.get("id"));
    reply.set("result", result(request));
    byte[] body = mapper.writeValueAsBytes(reply);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private JsonNode result(JsonNode request) {
    ObjectNode result = mapper.createObjectNode();
    if (request.get("method").asText().equals("initialize")) {
      result.set("protocolVersion", request.at("/params/protocolVersion"));
      result.putObject("capabilities").putObject("tools");
      result.putObject("serverInfo").put("name", "ace-http").put("version", "1");
      return result;
    }
    String query = request.at("/params/arguments/query").asText();
    String root = request.at("/params/arguments/project_root_path").asText();
    String text =
        switch (query) {
          case "quota" -> "Error: quota exceeded";
          case "flagged" -> "no index";
          case "long" -> "x".repeat(AceClient.MAX_TEXT + 10);
          default -> "found for " + query + " in " + root;
        };
    if (query.equals("slow")) {
      LockSupport.parkNanos(Duration.ofSeconds(5).toNanos());
    }
    result.put("isError", query.equals("flagged"));
    result.putArray("content").addObject().put("type", "text").put("text", text);
    return result;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
