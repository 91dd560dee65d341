package dev.conclave.worker.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.util.JsonFormat;
import dev.conclave.activities.tool.Tool;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.EncryptionKeys;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.common.converter.DataConverter;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.ZlibPayloadCodec;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodecServerTest {
  private static final String UI = "http://127.0.0.1:8233";
  private static final String LONG = "限流 and \"quotes\" ".repeat(2000);

  private final DataConverter sealed = ConclaveDataConverter.of(Optional.of(keys("mine")));
  private final PayloadCodec codec = ConclaveDataConverter.codec(Optional.of(keys("mine")));
  private final HttpClient http = HttpClient.newHttpClient();
  @AutoClose private CodecServer server;

  @BeforeEach
  void serve() throws Exception {
    server = new CodecServer(0, codec, () -> CodecServer.originsOf(UI));
  }

  @Test
  void compressed_and_encrypted_payloads_are_decoded() throws Exception {
    Payload stored = sealed.toPayload(LONG).orElseThrow();
    assertThat(stored.toString()).doesNotContain("quotes");

    HttpResponse<String> decoded = post("/decode", json(stored));

    assertThat(decoded.statusCode()).as(decoded.body()).isEqualTo(200);
    Payload plain = payload(decoded.body());
    assertThat(plain.getMetadataOrThrow("encoding").toStringUtf8()).isEqualTo("json/plain");
    assertThat(plain.getData().toStringUtf8()).contains("限流 and \\\"quotes\\\" ");
    assertThat(post("/default/decode", json(stored)).body()).isEqualTo(decoded.body());
  }

  @Test
  void text_typed_in_the_ui_is_encoded_as_the_worker_reads_it() throws Exception {
    Payload typed =
        ConclaveDataConverter.of(Optional.empty()).toPayload("keep the API").orElseThrow();

    Payload written = payload(post("/encode", json(typed)).body());

    assertThat(written.toString()).doesNotContain("keep the API");
    assertThat(sealed.fromPayload(written, String.class, String.class)).isEqualTo("keep the API");
  }

  /** Only root can act as another user; ownership detection has a separate table test. */
  @Test
  void other_users_of_the_machine_can_read_nothing() throws Exception {
    assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0));
    List<String> line = new ArrayList<>(List.of(Tool.needed("setpriv").toString()));
    line.addAll(List.of("--reuid", "61234", "--clear-groups", Tool.needed("curl").toString()));
    line.addAll(List.of("-s", "-H", "Content-Type: application/json", "-d"));
    line.addAll(List.of(json(sealed.toPayload(LONG).orElseThrow()), server.url() + "/decode"));
    Process process = new ProcessBuilder(line).start();

    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("Other users of this machine have no access.\n");
  }

  @Test
  void only_ui_pages_under_both_loopback_names_may_read() throws Exception {
    for (String origin : List.of(UI, "http://localhost:8233")) {
      HttpResponse<String> answer = from(origin);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(allowed(answer)).contains(origin);
    }
    for (String origin :
        List.of("http://localhost:8234", "http://localhost:8233.evil.example", "null")) {
      HttpResponse<String> answer = from(origin);
      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(answer.body()).contains(origin, "--ui");
      assertThat(allowed(answer)).isEmpty();
    }
    assertThat(CodecServer.originsOf("https://temporal.example.org/"))
        .isEqualTo(Set.of("https://temporal.example.org"));
  }

  @Test
  void a_preflight_request_is_answered() throws Exception {
    HttpRequest preflight =
        request("/decode")
            .header("Origin", UI)
            .header("Access-Control-Request-Headers", "content-type,x-namespace")
            .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
            .build();

    HttpResponse<String> told = http.send(preflight, HttpResponse.BodyHandlers.ofString());

    assertThat(told.statusCode()).isEqualTo(204);
    assertThat(told.headers().firstValue("Access-Control-Allow-Origin")).contains(UI);
    assertThat(told.headers().firstValue("Access-Control-Allow-Headers").orElseThrow())
        .contains("Content-Type", "X-Namespace");
  }

  @Test
  void a_name_rebound_to_loopback_gets_nothing() throws Exception {
    String answer =
        raw(
            "POST /decode HTTP/1.1\r\nHost: evil.example:%d\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
                .formatted(URI.create(server.url()).getPort()));

    assertThat(answer).startsWith("HTTP/1.1 403").contains("loopback");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Content-Type: application/json;Origin: https://evil.example|403",
        "Content-Type: text/plain|415", // any page may post these without a preflight
        "Content-Type: application/x-www-form-urlencoded|415",
        "Accept: */*|415"
      })
  void a_body_of_a_foreign_page_or_type_is_refused_unread(String headers, int status)
      throws Exception {
    assertThat(status(head(headers.replace(";", "\r\n")))).startsWith("HTTP/1.1 " + status);
  }

  @Test
  void only_declared_json_is_accepted() throws Exception {
    assertThat(post("/decode", "{}", "text/plain").body()).contains("application/json");
    assertThat(post("/decode", "{}", "Application/JSON;charset=utf-8").statusCode()).isEqualTo(200);
  }

  @Test
  void payloads_that_decompress_beyond_the_limit_are_refused_and_the_next_is_served()
      throws Exception {
    Payload zeros = Payload.newBuilder().setData(ByteString.copyFrom(new byte[100 << 20])).build();
    Payload bomb = new ZlibPayloadCodec().encode(List.of(zeros)).get(0);

    HttpResponse<String> refused = post("/decode", json(bomb));

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("exceed 16 MiB");
    assertThat(post("/decode", "{}").statusCode()).isEqualTo(200);
  }

  @Test
  void a_body_larger_than_a_history_page_is_refused() throws Exception {
    assertThat(post("/decode", " ".repeat(8 << 20) + "{}").statusCode()).isEqualTo(413);
    assertThat(post("/decode", " ".repeat((8 << 20) - 2) + "{}").statusCode()).isEqualTo(200);
  }

  @Test
  void unknown_keys_invalid_json_and_unknown_paths_are_reported() throws Exception {
    Payload foreign =
        ConclaveDataConverter.of(Optional.of(keys("theirs"))).toPayload("x").orElseThrow();
    HttpResponse<String> unknown = post("/decode", json(foreign));
    assertThat(unknown.statusCode()).isEqualTo(400);
    assertThat(unknown.body()).contains("\"theirs\"", "encryption.keys");

    assertThat(post("/decode", "not json").statusCode()).isEqualTo(400);
    assertThat(post("/decode", "{\"payloads\":[{\"data\":\"!\"}]}").statusCode()).isEqualTo(400);
    assertThat(post("/decode", "{}").body()).isEqualTo("{}");
    assertThat(post("/", "{}").statusCode()).isEqualTo(404);
    HttpResponse<String> got =
        http.send(request("/decode").GET().build(), HttpResponse.BodyHandlers.ofString());
    assertThat(got.statusCode()).isEqualTo(405);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.url() + path));
  }

  /** Posts as the temporal command does. */
  private HttpResponse<String> post(String path, String body) throws Exception {
    return post(path, body, "application/json");
  }

  private HttpResponse<String> post(String path, String body, String type) throws Exception {
    return send(request(path).header("Content-Type", type), body);
  }

  /** Posts as a browser does for a page. */
  private HttpResponse<String> from(String origin) throws Exception {
    return send(
        request("/decode")
            .header("Origin", origin)
            .header("Content-Type", "application/json")
            .header("X-Namespace", "default"),
        "{}");
  }

  private HttpResponse<String> send(HttpRequest.Builder request, String body) throws Exception {
    return http.send(
        request.POST(HttpRequest.BodyPublishers.ofString(body)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static Optional<String> allowed(HttpResponse<String> answer) {
    return answer.headers().firstValue("Access-Control-Allow-Origin");
  }

  /** Returns the head of a request with a body of 1 MiB. */
  private String head(String headers) {
    return "POST /decode HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: %d\r\n%s\r\n\r\n"
        .formatted(URI.create(server.url()).getPort(), 1 << 20, headers);
  }

  /** Returns the first line of the answer to a request without its body. */
  private String status(String head) throws Exception {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), URI.create(server.url()).getPort())) {
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      BufferedReader answer =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      return answer.readLine();
    }
  }

  private String raw(String request) throws Exception {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), URI.create(server.url()).getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String json(Payload payload) throws Exception {
    return JsonFormat.printer().print(Payloads.newBuilder().addPayloads(payload));
  }

  private static Payload payload(String json) throws Exception {
    Payloads.Builder payloads = Payloads.newBuilder();
    JsonFormat.parser().merge(json, payloads);
    return payloads.getPayloads(0);
  }

  private static EncryptionKeys keys(String id) {
    return new EncryptionKeys(id, Map.of(id, new SecretKeySpec(new byte[32], "AES")));
  }
}
