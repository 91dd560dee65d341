package dev.conclave.activities.search;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.PrintStream;
import java.util.Map;

/** A real MCP server over stdio for tests. */
public final class AceServer {
  private AceServer() {}

  public static void main(String[] arguments) throws InterruptedException {
    JacksonMcpJsonMapper mapper = new JacksonMcpJsonMapper(JsonMapper.builder().build());
    Map<String, Object> text = Map.of("type", "string");
    Map<String, Object> schema =
        Map.of("type", "object", "properties", Map.of("project_root_path", text, "query", text));
    PrintStream protocol = System.out;
    System.setOut(System.err); // libraries log to standard output, which carries the protocol
    System.err.println("chatting on standard error");
    McpServer.sync(new StdioServerTransportProvider(mapper, System.in, protocol))
        .serverInfo("ace-for-tests", "1")
        .capabilities(McpSchema.ServerCapabilities.builder().tools(true).build())
        .toolCall(
            McpSchema.Tool.builder(AceClient.TOOL, schema).description("search").build(),
            (exchange, request) ->
                McpSchema.CallToolResult.builder()
                    .addTextContent(
                        "Path: %s/src/limiter.py\nPath: src/gateway.py (lines 1-2)."
                            .formatted(request.arguments().get("project_root_path")))
                    .build())
        .build();
    Thread.sleep(120_000); // the client ends it; at most as long as a test
  }
}
