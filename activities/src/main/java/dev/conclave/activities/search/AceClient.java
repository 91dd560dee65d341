package dev.conclave.activities.search;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.conclave.workflows.config.SearchConfiguration.Ace;
import dev.conclave.workflows.config.SearchPath;
import dev.conclave.workflows.text.Cut;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An MCP client that returns failures as replies and never throws. Not thread-safe. */
public final class AceClient implements AutoCloseable {
  public static final String TOOL = "search_context";

  /** Maximum characters of a reply; longer ones are truncated. */
  public static final int MAX_TEXT = 64 << 10;

  /** Marks a server's processes, since launchers such as {@code npx} leave children behind. */
  public static final String MARKER = "CONCLAVE_ACE";

  private static final int MAX_MESSAGE_BYTES = 8 << 20;

  private final Ace configuration;
  private final Duration timeout;
  private final String mark = UUID.randomUUID().toString();

  private Optional<McpSyncClient> client = Optional.empty();

  public AceClient(Ace configuration) {
    this.configuration = configuration;
    this.timeout = Duration.ofSeconds(configuration.timeoutSeconds());
  }

  /** A reply; if the query failed, {@code text} is the reason. */
  public record Reply(boolean failed, String text, Duration took) {}

  /** Sends one query; {@code root} is the project's absolute path. */
  public Reply ask(String root, String query) {
    long start = System.nanoTime();
    boolean failed = true;
    String text;
    try {
      McpSchema.CallToolRequest request =
          McpSchema.CallToolRequest.builder(TOOL)
              .arguments(Map.of("project_root_path", root, "query", query))
              .build();
      McpSchema.CallToolResult result = connected().callTool(request);
      text =
          result.content().stream()
              .filter(McpSchema.TextContent.class::isInstance)
              .map(content -> ((McpSchema.TextContent) content).text())
              .filter(Objects::nonNull)
              .collect(Collectors.joining("\n"))
              .strip();
      failed = Boolean.TRUE.equals(result.isError()) || text.isEmpty() || text.startsWith("Error:");
      text = text.isEmpty() ? "empty answer" : text;
    } catch (RuntimeException e) { // the SDK's exceptions rarely name the problem; their causes do
      text =
          Stream.iterate((Throwable) e, Objects::nonNull, Throwable::getCause)
              .limit(6)
              .map(Throwable::toString)
              .distinct()
              .collect(Collectors.joining(", caused by "));
    }
    String capped = text.length() <= MAX_TEXT ? text : Cut.head(text, MAX_TEXT) + "\n… (cut)";
    return new Reply(failed, capped, Duration.ofNanos(System.nanoTime() - start));
  }

  private McpSyncClient connected() {
    if (client.isEmpty()) {
      McpSyncClient fresh =
          McpClient.sync(transport())
              .requestTimeout(timeout)
              .initializationTimeout(timeout)
              .clientInfo(McpSchema.Implementation.builder("conclave", "0.1").build())
              .build();
      client = Optional.of(fresh);
      fresh.initialize();
    }
    return client.get();
  }

  private McpClientTransport transport() {
    McpJsonMapper mapper = new JacksonMcpJsonMapper(JsonMapper.builder().build());
    if (configuration.url().isPresent()) {
      URI url = URI.create(configuration.url().get());
      String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
      String path = url.getRawPath().isEmpty() ? "/mcp" : url.getRawPath();
      return HttpClientStreamableHttpTransport.builder(
              url.getScheme() + "://" + url.getRawAuthority())
          .endpoint(path + query)
          .jsonMapper(mapper)
          .connectTimeout(timeout)
          .maxResponseSize(MAX_MESSAGE_BYTES)
          .build();
    }
    List<String> command = configuration.command();
    SearchPath path = SearchPath.of(System.getenv());
    // The SDK would wait for its whole time-out if the program does not exist.
    Optional<Path> program = command.stream().findFirst().flatMap(path::find);
    if (program.isEmpty()) {
      throw new IllegalStateException(
          "program not found on PATH: "
              + String.join(" ", command)
              + "; correct search.ace.command");
    }
    ServerParameters parameters =
        ServerParameters.builder(program.get().toString())
            .args(command.subList(1, command.size()))
            .env(configuration.env())
            .addEnvVar("PATH", configuration.env().getOrDefault("PATH", path.value()))
            .addEnvVar(MARKER, mark)
            .build();
    StdioClientTransport stdio = new StdioClientTransport(parameters, mapper, MAX_MESSAGE_BYTES);
    stdio.setStdErrorHandler(line -> {}); // log output, not part of an answer
    return stdio;
  }

  /** Ends marked processes on Linux only, where other processes' environments are readable. */
  @Override
  public void close() {
    List<ProcessHandle> started =
        ProcessHandle.current().descendants().filter(this::carriesMark).toList();
    try {
      client.ifPresent(McpSyncClient::close);
    } finally {
      client = Optional.empty();
      started.forEach(ProcessHandle::destroyForcibly);
    }
  }

  private boolean carriesMark(ProcessHandle process) {
    try {
      Path environment = Path.of("/proc/" + process.pid() + "/environ");
      return Files.readString(environment, StandardCharsets.ISO_8859_1)
          .contains(MARKER + "=" + mark);
    } catch (IOException e) {
      return false; // gone, or no /proc
    }
  }
}
