package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpServer;
import dev.conclave.client.Run;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.api.common.v1.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plants secrets wherever a session reads something, as listed in {@code hostile/canaries.txt}, and
 * requires that none comes out of a real session.
 */
@RealMachine
@Tag("e2e")
class SecretsTest {
  private static final int AWAITING_HUMAN = 10;

  /** Answers from files, stores its prompts and prints its environment, as careless programs do. */
  private static final String AGENT =
      """
      prompt=$(cat)
      printf '%s\\n' "$prompt" >> "$1/prompts"
      printenv >&2
      case "$prompt" in
        *execution_group*) cat "$1/plan" ;;
        *) cat "$1/analysis.$2" ;;
      esac
      """;

  private static final String FAILING =
      """
      cat >> "$1/prompts"
      printenv >&2
      echo "Error: 500 for key $(cat "$1/stderr-canary")" >&2
      exit 1
      """;

  private Path folder;
  private final Map<String, String> canaries = canaries();
  private final ConcurrentLinkedQueue<String> posted = new ConcurrentLinkedQueue<>();
  private final Map<String, String> outlets = new TreeMap<>();
  private HttpServer receiver;
  @AutoClose private Laptop laptop;

  @BeforeAll
  void a_machine_full_of_secrets(@TempDir Path temporary) throws IOException {
    folder = temporary;
    receiver();
    plant();
  }

  @AfterAll
  void stop() {
    receiver.stop(0);
  }

  @Test
  void no_planted_secret_leaves_a_session() throws Exception {
    Path agents = agents();

    Run planned =
        laptop
            .types(
                "plan 'Add rate limiting to Server.handle, as the bot %s asks'"
                    + " --tools alpha,beta,gamma --max-rounds 1",
                of("slack-token"))
            .ended(AWAITING_HUMAN);
    assertThat(planned.err()).contains("A secret was removed from the task before sending");
    Run approved =
        laptop
            .types(
                "answer last approve --solution 1 --constraint 'Never print %s' --watch",
                of("gitlab-token"))
            .ended(AWAITING_HUMAN);
    assertThat(approved.err()).contains("A secret was removed from the answer before sending");
    uiAndHistory("at the gate");
    Run executed = laptop.conclave("answer", "last", "accept", "--watch").ended(0);
    laptop.sessionFile("IMPL_PLAN.md");

    outlets.put("terminal", planned + "\n" + approved + "\n" + executed);
    outlets.put("prompts", Files.readString(agents.resolve("prompts")));
    outlets.put("webhook", String.join("\n", posted));
    documentsOfCommands();
    uiAndHistory("at the end");
    files("session folder", laptop.repository().resolve(".workflow"), List.of());
    files("data folder", laptop.data(), List.of("spool", "trees", "snapshots"));

    assertTheyWereThere();
    Map<String, String> found = new TreeMap<>();
    canaries.forEach(
        (name, value) ->
            forms(value)
                .forEach(
                    (form, text) ->
                        outlets.forEach(
                            (outlet, content) -> {
                              // Index terms are in lower case.
                              if (content.contains(text)
                                  || content.contains(text.toLowerCase(Locale.ROOT))) {
                                found.put(name + " as " + form + " in " + outlet, text);
                              }
                            })));
    assertThat(found).isEmpty();
  }

  /** Guards against a vacuous test: each outlet has content, and the agents had the secrets. */
  private void assertTheyWereThere() throws IOException {
    assertThat(outlets.get("prompts")).contains("rate limiting", "[redacted: token]");
    assertThat(outlets.get("webhook")).contains("2-confirmation");
    assertThat(outlets.get("history at the end")).contains("Token bucket", "[redacted: ");
    assertThat(outlets.keySet()).anyMatch(outlet -> outlet.contains("lucene"));
    Map<String, String> files = new TreeMap<>();
    read(laptop.data().resolve("spool"), List.of(), files);
    String printed = String.join("\n", files.values());
    assertThat(printed)
        .as("the spool holds what the agents printed")
        .contains(of("openai-key"), of("anthropic-key"), of("extra-env"), of("key-file"))
        .contains(of("allowed-by-name"), of("allowed-by-length"));
  }

  private void receiver() throws IOException {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          posted.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    receiver.start();
  }

  private void plant() throws IOException {
    Path key = Files.writeString(folder.resolve("webhook.key"), of("key-file") + "\n");
    laptop =
        new Laptop(folder)
            .setting(
                "notifications: {webhooks: [{url: 'http://127.0.0.1:%d/', key: 'file:%s'}]}"
                    .formatted(receiver.getAddress().getPort(), key))
            .variable("CANARY_TOKEN", of("allowed-by-name"))
            .variable("CANARY_NOTE", of("allowed-by-length"))
            .file(
                "src/server.py",
                Script.SERVER
                    + "\n\n# TODO handle: limit the rate, try "
                    + of("github-token")
                    + "\nRATE_PASSWORD = \""
                    + of("assigned-value")
                    + "\"\nRATE_KEY = '''\n-----BEGIN PRIVATE KEY-----\n"
                    + of("private-key")
                    + "\n-----END PRIVATE KEY-----\n'''\n# the server's rate limit key: "
                    + of("key-file")
                    + "\n")
            .file("tests/test_server.py", Script.TEST)
            .file("src/rate_limit_%s.py".formatted(of("npm-token")), "RATE_LIMIT = 10\n")
            .file(".env", "RATE_LIMIT_HANDLE=%s\n".formatted(of("dot-env")))
            .commit("Server.handle limits the rate with " + of("aws-key"));
  }

  private Path agents() throws IOException {
    Path agents = Files.createDirectories(folder.resolve("agents"));
    String reply = inJson(String.join(" ", said()));
    Files.writeString(agents.resolve("agent.sh"), AGENT);
    Files.writeString(agents.resolve("failing.sh"), FAILING);
    Files.writeString(agents.resolve("stderr-canary"), of("anthropic-key"));
    Files.writeString(
        agents.resolve("plan"),
        Script.PLAN.replace("that refills by a clock", "that refills by a clock, " + reply));
    for (int voice = 0; voice < 2; voice++) {
      Files.writeString(
          agents.resolve("analysis." + voice),
          Script.analysis(voice)
              .replace("without any limit", "without any limit, says " + reply + ",")
              .replace("No rate limit", "No rate limit, says " + reply + ",")
              .replace("must expire", "must expire: " + reply));
    }
    agent("alpha", agents, "agent.sh", "0");
    agent("beta", agents, "agent.sh", "1");
    agent("gamma", agents, "failing.sh", "2");
    return agents;
  }

  /** Returns what a careless agent says about its environment, plain and encoded. */
  private List<String> said() {
    return List.of(
        of("openai-key"),
        of("key-file"),
        of("allowed-by-name"),
        of("allowed-by-length"),
        of("extra-env"),
        base64("user:" + of("extra-env")),
        URLEncoder.encode(of("extra-env"), StandardCharsets.UTF_8));
  }

  private void agent(String name, Path agents, String program, String voice) throws IOException {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put(
        "argv", List.of("sh", agents.resolve(program).toString(), agents.toString(), voice));
    settings.put("writable", List.of(agents.toString()));
    settings.put("extra_env", Map.of("CANARY_EXTRA", of("extra-env")));
    settings.put("env_allow", List.of("CANARY_TOKEN", "CANARY_NOTE"));
    laptop.agent(name, settings);
  }

  private void documentsOfCommands() {
    for (String words :
        List.of(
            "show last --json",
            "show last --round 1 --json",
            "show last --plan --json",
            "show last --receipts --json",
            "show last --raw alpha --json",
            "show last --raw gamma --json",
            "list --json",
            "status --json")) {
      outlets.put(words, laptop.heard(words.split(" ")).toString());
    }
  }

  /** Checks the server's data: history, memo, user metadata, queries and current details. */
  private void uiAndHistory(String when) {
    String id = laptop.session().path("session").asText();
    outlets.put("history " + when, decoded("show", "-w", id));
    outlets.put("description " + when, decoded("describe", "-w", id));
    outlets.put("details " + when, laptop.details());
    for (String query : List.of("state", "decisions", "carried")) {
      outlets.put("query " + query + " " + when, decoded("query", "-w", id, "--type", query));
    }
  }

  private String decoded(String... words) {
    List<String> command = new ArrayList<>(List.of("workflow"));
    command.addAll(List.of(words));
    command.addAll(List.of("-o", "json"));
    Run said = laptop.temporal(command.toArray(String[]::new)).ended(0);
    StringBuilder text = new StringBuilder(said.out());
    payloads(said.json(), text);
    return text.toString();
  }

  /** Decodes payloads, which are Base64 and, if large, compressed. */
  private static void payloads(JsonNode node, StringBuilder text) {
    if (node.path("data").isTextual() && node.path("metadata").isObject()) {
      Payload.Builder payload = Payload.newBuilder().setData(bytes(node.path("data")));
      node.path("metadata")
          .properties()
          .forEach(entry -> payload.putMetadata(entry.getKey(), bytes(entry.getValue())));
      ConclaveDataConverter.codec(Optional.empty())
          .decode(List.of(payload.build()))
          .forEach(clear -> text.append('\n').append(clear.getData().toStringUtf8()));
    }
    node.forEach(child -> payloads(child, text));
  }

  private static ByteString bytes(JsonNode base64) {
    return ByteString.copyFrom(Base64.getDecoder().decode(base64.asText()));
  }

  private void files(String name, Path root, List<String> without) throws IOException {
    Map<String, String> read = new TreeMap<>();
    read(root, without, read);
    assertThat(read).as(name).isNotEmpty();
    read.forEach((path, content) -> outlets.put(name + ": " + path, path + "\n" + content));
  }

  private static void read(Path root, List<String> without, Map<String, String> contents)
      throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path path = root.relativize(file);
        if (!without.contains(path.getName(0).toString())) {
          contents.put(
              path.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        }
      }
    }
  }

  private static Map<String, String> forms(String value) {
    return Map.of(
        "it is",
        value,
        "JSON",
        inJson(value),
        "a URL",
        URLEncoder.encode(value, StandardCharsets.UTF_8),
        "Base64",
        base64("user:" + value).substring(8, 20));
  }

  private static String inJson(String value) {
    try {
      String quoted = WireMapper.get().writeValueAsString(value);
      return quoted.substring(1, quoted.length() - 1);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private String of(String canary) {
    return Optional.ofNullable(canaries.get(canary)).orElseThrow();
  }

  private static Map<String, String> canaries() {
    try (InputStream file = SecretsTest.class.getResourceAsStream("/hostile/canaries.txt")) {
      Map<String, String> canaries = new LinkedHashMap<>();
      new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" \\| ", 3))
          .forEach(columns -> canaries.put(columns[0], columns[2]));
      assertThat(canaries).hasSize(14);
      return canaries;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
