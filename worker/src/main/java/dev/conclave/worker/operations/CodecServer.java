package dev.conclave.worker.operations;

import static dev.conclave.worker.operations.HttpEndpoint.header;
import static dev.conclave.worker.operations.HttpEndpoint.reply;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.conclave.workflows.temporal.LoopbackPort;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A codec server as Temporal defines it: {@code POST /decode} and {@code POST /encode} of payloads
 * as JSON. It lets the Temporal UI and {@code temporal --codec-endpoint} read compressed and
 * encrypted payloads.
 *
 * <p>A client can read all sessions, so the server listens on loopback only and refuses other users
 * of the machine and pages of other origins. CORS hides a response from a page but does not stop
 * the request, so the body is read only after checking the origin and that the content type is
 * JSON, which needs a preflight request.
 */
public final class CodecServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CodecServer.class);
  private static final String JSON = "application/json";

  /** 8 MiB: a server returns up to 4 MiB at once, a third more in Base64. */
  private static final int LARGEST_BODY = 8 << 20;

  private final PayloadCodec codec;
  private final HttpEndpoint http;

  /**
   * Starts the server.
   *
   * @param port on loopback; 0 for any
   * @param origins of allowed pages ({@code http://127.0.0.1:8233}), evaluated for each request
   * @throws java.net.BindException if the port is in use
   */
  public CodecServer(int port, PayloadCodec codec, Supplier<Set<String>> origins)
      throws IOException {
    this.codec = codec;
    InetSocketAddress at = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port);
    this.http =
        new HttpEndpoint(
            at, "codec-server", Set.of(), page -> origins.get().contains(page), this::answer);
  }

  public String url() {
    return http.url();
  }

  @Override
  public void close() {
    http.close();
  }

  /** Returns the origin of an address and its variant with the other name of loopback. */
  public static Set<String> originsOf(String address) {
    URI uri = URI.create(address);
    String origin = "%s://%s".formatted(uri.getScheme(), uri.getRawAuthority());
    return new TreeSet<>(
        List.of(
            origin,
            origin.replaceFirst("//localhost(?=:|$)", "//127.0.0.1"),
            origin.replaceFirst("//127\\.0\\.0\\.1(?=:|$)", "//localhost")));
  }

  private void answer(HttpExchange request) throws IOException {
    String path = request.getRequestURI().getPath();
    allowItsPage(request);
    if (LoopbackPort.isFromOtherUser(
        request.getRemoteAddress().getPort(), request.getLocalAddress().getPort())) {
      reply(request, 403, "Other users of this machine have no access.");
    } else if (request.getRequestMethod().equals("OPTIONS")) {
      request.sendResponseHeaders(204, -1);
    } else if (!request.getRequestMethod().equals("POST")) {
      HttpEndpoint.allowOnly(request, "POST, OPTIONS");
    } else if (path.endsWith("/decode")) {
      translate(request, codec::decode);
    } else if (path.endsWith("/encode")) {
      translate(request, codec::encode);
    } else {
      reply(request, 404, "Use POST /decode or POST /encode.");
    }
  }

  /** Sets the CORS headers for a page, whose origin was already checked. */
  private static void allowItsPage(HttpExchange request) {
    Headers told = request.getResponseHeaders();
    told.set("Vary", "Origin");
    String origin = header(request, "Origin");
    if (!origin.isEmpty()) {
      told.set("Access-Control-Allow-Origin", origin);
      told.set("Access-Control-Allow-Credentials", "true");
      told.set("Access-Control-Allow-Methods", "POST");
      told.set("Access-Control-Allow-Headers", "Content-Type, X-Namespace, Authorization");
    }
  }

  private static void translate(HttpExchange request, UnaryOperator<List<Payload>> way)
      throws IOException {
    if (!header(request, "Content-Type").replaceFirst(";.*", "").strip().equalsIgnoreCase(JSON)) {
      reply(request, 415, "Send JSON, with Content-Type: application/json");
      return;
    }
    byte[] body = request.getRequestBody().readNBytes(LARGEST_BODY + 1);
    if (body.length > LARGEST_BODY) {
      reply(request, 413, "The body is larger than %d MiB.".formatted(LARGEST_BODY >> 20));
      return;
    }
    try {
      Payloads.Builder given = Payloads.newBuilder();
      String json = new String(body, StandardCharsets.UTF_8);
      JsonFormat.parser().ignoringUnknownFields().merge(json, given);
      Payloads.Builder made =
          Payloads.newBuilder().addAllPayloads(way.apply(given.getPayloadsList()));
      HttpEndpoint.reply(
          request, 200, JSON, JsonFormat.printer().omittingInsignificantWhitespace().print(made));
    } catch (InvalidProtocolBufferException e) {
      reply(request, 400, "Invalid JSON payloads: " + e.getMessage());
    } catch (PayloadCodecException e) {
      LOG.warn("cannot decode payloads: {}", e.getMessage());
      reply(request, 400, String.valueOf(e.getMessage()));
    }
  }
}
