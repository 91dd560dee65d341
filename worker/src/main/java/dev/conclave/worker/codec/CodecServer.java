package dev.conclave.worker.codec;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Temporal's remote codec protocol on loopback: {@code POST /decode} and {@code POST /encode}, each
 * also below a namespace ({@code /{namespace}/decode}), take and give {@code {"payloads": [...]}}
 * in protobuf's JSON. With it the Temporal UI and {@code temporal --codec-endpoint} read what is
 * compressed or encrypted.
 *
 * <p>Whoever reaches it reads everything that they hold, so it listens on loopback only, answers to
 * no other host name (a page that had its name resolve to here would use one), and lets pages of
 * the given origins alone read the answer.
 */
public final class CodecServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CodecServer.class);
  private static final String PLAIN = "text/plain; charset=utf-8";
  private static final String JSON = "application/json";
  private static final String PATHS = "There are POST /decode and POST /encode.\n";
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");
  private static final int CALLERS_AT_ONCE = 4;

  /** 64 MiB: a page of a history, in Base64, is a fraction of it. */
  private static final int LARGEST_BODY = 64 << 20;

  private final HttpServer http;
  private final ExecutorService callers;
  private final PayloadCodec codec;
  private final AllowedPages pages;

  private CodecServer(HttpServer http, PayloadCodec codec, AllowedPages pages) {
    this.http = http;
    this.codec = codec;
    this.pages = pages;
    this.callers = Executors.newFixedThreadPool(CALLERS_AT_ONCE, CodecServer::thread);
  }

  /**
   * Begins to answer.
   *
   * @param port on loopback; 0 for any
   * @param codec what client and worker write payloads with
   * @param origins the pages that may read answers ({@code http://127.0.0.1:8233}), asked each time
   * @throws java.net.BindException when the port is taken
   */
  public static CodecServer serve(int port, PayloadCodec codec, Supplier<Set<String>> origins)
      throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    HttpServer http = HttpServer.create(new InetSocketAddress(loopback, port), 0);
    CodecServer server = new CodecServer(http, codec, new AllowedPages(origins));
    http.setExecutor(server.callers);
    http.createContext("/", server::answer);
    http.start();
    return server;
  }

  /** Where it answers: {@code http://127.0.0.1:8235}. */
  public String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  @Override
  public void close() {
    http.stop(0);
    callers.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!LOOPBACK.contains(host(exchange))) {
        reply(exchange, 403, PLAIN, "Only by the names of loopback.\n");
        return;
      }
      pages.tell(exchange);
      switch (exchange.getRequestMethod()) {
        case "OPTIONS" -> exchange.sendResponseHeaders(204, -1);
        case "POST" -> translate(exchange);
        default -> {
          exchange.getResponseHeaders().set("Allow", "POST, OPTIONS");
          reply(exchange, 405, PLAIN, PATHS);
        }
      }
    }
  }

  private void translate(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    switch (path.substring(path.lastIndexOf('/') + 1)) {
      case "decode" -> translate(exchange, codec::decode);
      case "encode" -> translate(exchange, codec::encode);
      default -> reply(exchange, 404, PLAIN, PATHS);
    }
  }

  private static void translate(HttpExchange exchange, UnaryOperator<List<Payload>> way)
      throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
    if (body.length > LARGEST_BODY) {
      reply(exchange, 413, PLAIN, "More than %d MiB at once.\n".formatted(LARGEST_BODY >> 20));
      return;
    }
    try {
      Payloads.Builder given = Payloads.newBuilder();
      JsonFormat.parser().ignoringUnknownFields().merge(utf8(body), given);
      Payloads.Builder made =
          Payloads.newBuilder().addAllPayloads(way.apply(given.getPayloadsList()));
      reply(
          exchange, 200, JSON, JsonFormat.printer().omittingInsignificantWhitespace().print(made));
    } catch (InvalidProtocolBufferException e) {
      reply(exchange, 400, PLAIN, "No payloads as JSON: " + e.getMessage() + "\n");
    } catch (PayloadCodecException e) {
      LOG.warn("payloads could not be read: {}", e.getMessage());
      reply(exchange, 400, PLAIN, e.getMessage() + "\n");
    }
  }

  private static String utf8(byte[] body) {
    return new String(body, StandardCharsets.UTF_8);
  }

  private static String host(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    return host == null ? "" : host.replaceFirst(":\\d+$", "");
  }

  private static void reply(HttpExchange exchange, int code, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "codec-server");
    thread.setDaemon(true);
    return thread;
  }

  /** The origin of an address, and the same by the other name of loopback: people type both. */
  public static Set<String> originsOf(String address) {
    return AllowedPages.originsOf(address);
  }
}
