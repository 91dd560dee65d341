package dev.conclave.activities.search;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.conclave.workflows.config.SearchConfiguration.Ace;
import dev.conclave.workflows.temporal.Cut;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Asks an MCP server's tool {@code search_context} over stdio or streamable HTTP. It connects with
 * the first query; a server of ours ends with {@link #close}, with all that it started. A failure
 * is an answer, never an exception. Not thread-safe.
 */
public final class AceClient implements AutoCloseable {
  /** The tool that is called. */
  public static final String TOOL = "search_context";

  /** Longer answers are cut: 64 KiB. */
  public static final int MAX_TEXT = 64 << 10;

  private static final int MAX_MESSAGE_BYTES = 8 << 20;

  private final Ace configuration;
  private final Duration timeout;
  private final ServerProcesses processes = new ServerProcesses();
  private Optional<McpSyncClient> client = Optional.empty();

  /** A client of a configured server; nothing is started yet. */
  public AceClient(Ace configuration) {
    this.configuration = configuration;
    this.timeout = Duration.ofSeconds(configuration.timeoutSeconds());
  }

  /**
   * Asks one query, within the configured time.
   *
   * @param root absolute path of the project, as the server's host sees it
   */
  public AceReply ask(String root, String query) {
    long start = System.nanoTime();
    try {
      McpSchema.CallToolRequest request =
          McpSchema.CallToolRequest.builder(TOOL)
              .arguments(Map.of("project_root_path", root, "query", query))
              .build();
      McpSchema.CallToolResult result = connected().callTool(request);
      return judge(result, since(start));
    } catch (RuntimeException e) { // the SDK's own, and whatever a transport brings
      return new AceReply.Failed(reason(e), since(start));
    }
  }

  private static AceReply judge(McpSchema.CallToolResult result, Duration took) {
    String text =
        result.content().stream()
            .filter(McpSchema.TextContent.class::isInstance)
            .map(content -> ((McpSchema.TextContent) content).text())
            .filter(Objects::nonNull)
            .collect(Collectors.joining("\n"))
            .strip();
    String capped = text.length() <= MAX_TEXT ? text : Cut.head(text, MAX_TEXT) + "\n… (cut)";
    boolean flagged = Boolean.TRUE.equals(result.isError());
    if (flagged || text.startsWith("Error:")) {
      return new AceReply.Failed(capped.isEmpty() ? "the tool failed" : capped, took);
    }
    return text.isEmpty()
        ? new AceReply.Failed("an empty answer", took)
        : new AceReply.Answered(capped, took);
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
    if (command.isEmpty()) {
      throw new IllegalStateException("search.ace has neither a command nor a url; set one");
    }
    requireProgram(command.get(0));
    ServerParameters parameters =
        ServerParameters.builder(command.get(0))
            .args(command.subList(1, command.size()))
            .env(configuration.env())
            .addEnvVar(ServerProcesses.MARKER, processes.mark())
            .build();
    StdioClientTransport stdio = new StdioClientTransport(parameters, mapper, MAX_MESSAGE_BYTES);
    stdio.setStdErrorHandler(line -> {}); // servers chat there; it is no part of an answer
    return stdio;
  }

  /** The SDK waits its whole time limit for a program that is not there. */
  private static void requireProgram(String program) {
    boolean there =
        program.contains(File.separator)
            ? Files.isExecutable(Path.of(program))
            : Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    if (!there) {
      throw new IllegalStateException(
          "no program " + program + " on PATH; correct search.ace.command");
    }
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** The messages of a failure and its causes: the SDK's own seldom name what went wrong. */
  private static String reason(RuntimeException failure) {
    Set<String> messages = new LinkedHashSet<>();
    int depth = 0;
    for (Throwable t = failure; t != null && depth++ < 6; t = t.getCause()) {
      String name = t.getClass().getSimpleName();
      messages.add(t.getMessage() == null ? name : name + ": " + t.getMessage());
    }
    return String.join(", by ", messages);
  }

  @Override
  public void close() {
    List<ProcessHandle> started = processes.alive();
    try {
      client.ifPresent(McpSyncClient::close);
    } finally {
      client = Optional.empty();
      processes.end(started);
    }
  }
}
