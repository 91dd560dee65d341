package dev.conclave.worker.operations;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import com.sun.net.httpserver.Headers;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A codec server as Temporal defines it: {@code POST /decode} and {@code POST /encode} of payloads
 * as JSON. With it the Temporal UI and {@code temporal --codec-endpoint} read what is compressed or
 * encrypted.
 *
 * <p>Whoever reaches it reads all sessions, so it listens on loopback only, and admits no pages but
 * those of the given origins. A browser keeps the answer from a page, not the request from here: so
 * no body is read before it is known whose page sent it and that it is JSON, which no page may send
 * unasked.
 */
public final class CodecServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CodecServer.class);
  private static final String JSON = "application/json";
  private static final int CALLERS_AT_ONCE = 4;

  /** 8 MiB: a server hands out 4 MiB at once, which in Base64 are a third more. */
  private static final int LARGEST_BODY = 8 << 20;

  private final PayloadCodec codec;
  private final Supplier<Set<String>> origins;
  private final HttpEndpoint http;

  /**
   * Begins to answer.
   *
   * @param port on loopback; 0 for any
   * @param codec what client and worker write payloads with
   * @param origins the pages that may read answers ({@code http://127.0.0.1:8233}), asked each time
   * @throws java.net.BindException when the port is taken
   */
  public CodecServer(int port, PayloadCodec codec, Supplier<Set<String>> origins)
      throws IOException {
    this.codec = codec;
    this.origins = origins;
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    this.http =
        new HttpEndpoint(
            new InetSocketAddress(loopback, port),
            "codec-server",
            CALLERS_AT_ONCE,
            Set.of(),
            this::answer);
  }

  /** Where it answers: {@code http://127.0.0.1:8235}. */
  public String url() {
    return http.url();
  }

  @Override
  public void close() {
    http.close();
  }

  /** The origin of an address, and the same by the other name of loopback: people type both. */
  public static Set<String> originsOf(String address) {
    URI uri = URI.create(address);
    String origin = "%s://%s".formatted(uri.getScheme(), uri.getRawAuthority());
    return new TreeSet<>(
        List.of(
            origin,
            origin.replaceFirst("//localhost(?=:|$)", "//127.0.0.1"),
            origin.replaceFirst("//127\\.0\\.0\\.1(?=:|$)", "//localhost")));
  }

  private void answer(HttpEndpoint.Request request) throws IOException {
    if (!admits(request)) {
      request.reply(
          403,
          "No pages of %s: name the UI that may, conclave codec-server --ui URL"
              .formatted(request.header("Origin")));
      return;
    }
    switch (request.method()) {
      case "OPTIONS" -> request.exchange().sendResponseHeaders(204, -1);
      case "POST" -> {
        String path = request.path();
        switch (path.substring(path.lastIndexOf('/') + 1)) {
          case "decode" -> translate(request, codec::decode);
          case "encode" -> translate(request, codec::encode);
          default -> request.reply(404, "There are POST /decode and POST /encode.");
        }
      }
      default -> request.allowOnly("POST, OPTIONS");
    }
  }

  /**
   * Whether no page sends this, or one that may; the browser is then told so (cross-origin resource
   * sharing).
   */
  private boolean admits(HttpEndpoint.Request request) {
    Headers told = request.answerHeaders();
    told.set("Vary", "Origin");
    String origin = request.header("Origin");
    if (origin.isEmpty()) {
      return true;
    }
    if (!origins.get().contains(origin)) {
      return false;
    }
    told.set("Access-Control-Allow-Origin", origin);
    told.set("Access-Control-Allow-Credentials", "true");
    told.set("Access-Control-Allow-Methods", "POST");
    told.set("Access-Control-Allow-Headers", "Content-Type, X-Namespace, Authorization");
    return true;
  }

  private static void translate(HttpEndpoint.Request request, UnaryOperator<List<Payload>> way)
      throws IOException {
    if (!request.header("Content-Type").replaceFirst(";.*", "").strip().equalsIgnoreCase(JSON)) {
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
      request.reply(200, JSON, JsonFormat.printer().omittingInsignificantWhitespace().print(made));
    } catch (InvalidProtocolBufferException e) {
      request.reply(400, "No payloads as JSON: " + e.getMessage());
    } catch (PayloadCodecException e) {
      LOG.warn("payloads could not be read: {}", e.getMessage());
      request.reply(400, String.valueOf(e.getMessage()));
    }
  }
}
