package dev.conclave.worker.operations;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.conclave.worker.HttpRequest;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
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
 * no other host name (a page that had its name resolve to here would use one), and admits no pages
 * but those of the given origins. A browser keeps the answer from a page, not the request from
 * here: so nothing is read of a body before it is known whose page sent it and that it is JSON,
 * which no page may send unasked.
 */
public final class CodecServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CodecServer.class);
  private static final String PATHS = "There are POST /decode and POST /encode.";
  private static final int CALLERS_AT_ONCE = 4;

  /** 8 MiB: a server hands out 4 MiB at once, which in Base64 are a third more. */
  private static final int LARGEST_BODY = 8 << 20;

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
    HttpRequest request = new HttpRequest(exchange);
    try (exchange) {
      if (!request.isToUs(Set.of())) {
        request.reply(403, "Only by the names of loopback.");
      } else if (!pages.admit(exchange)) {
        request.reply(
            403,
            "No pages of %s: name the UI that may, conclave codec-server --ui URL"
                .formatted(request.header("Origin")));
      } else {
        switch (exchange.getRequestMethod()) {
          case "OPTIONS" -> exchange.sendResponseHeaders(204, -1);
          case "POST" -> translate(request);
          default -> {
            exchange.getResponseHeaders().set("Allow", "POST, OPTIONS");
            request.reply(405, PATHS);
          }
        }
      }
    }
  }

  private void translate(HttpRequest request) throws IOException {
    switch (request.lastOfPath()) {
      case "decode" -> translate(request, codec::decode);
      case "encode" -> translate(request, codec::encode);
      default -> request.reply(404, PATHS);
    }
  }

  private static void translate(HttpRequest request, UnaryOperator<List<Payload>> way)
      throws IOException {
    if (!request.isJson()) {
      request.reply(415, "Send JSON, with Content-Type: application/json");
      return;
    }
    Optional<String> body = request.body(LARGEST_BODY);
    if (body.isEmpty()) {
      request.reply(413, "More than %d MiB at once.".formatted(LARGEST_BODY >> 20));
      return;
    }
    try {
      Payloads.Builder given = Payloads.newBuilder();
      JsonFormat.parser().ignoringUnknownFields().merge(body.get(), given);
      Payloads.Builder made =
          Payloads.newBuilder().addAllPayloads(way.apply(given.getPayloadsList()));
      request.answer(JsonFormat.printer().omittingInsignificantWhitespace().print(made));
    } catch (InvalidProtocolBufferException e) {
      request.reply(400, "No payloads as JSON: " + e.getMessage());
    } catch (PayloadCodecException e) {
      LOG.warn("payloads could not be read: {}", e.getMessage());
      request.reply(400, String.valueOf(e.getMessage()));
    }
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
