package dev.conclave.activities.agent.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The generateContent and streamGenerateContent APIs. */
final class GeminiDialect implements Dialect {
  private static final Pattern PATH =
      Pattern.compile("/models/([^:/]+):(generateContent|streamGenerateContent)$");

  @Override
  public Optional<ModelRequest> read(String path, JsonNode body) {
    Matcher matcher = PATH.matcher(path);
    if (!matcher.find()) {
      return Optional.empty();
    }
    String prompt =
        Json.list(body.path("contents")).stream()
            .filter(content -> !content.path("role").asText().equals("model"))
            .flatMap(content -> Json.list(content.path("parts")).stream())
            .map(part -> part.path("text").asText())
            .collect(Collectors.joining("\n"));
    return Optional.of(
        new ModelRequest(
            prompt,
            matcher.group(1),
            matcher.group(2).startsWith("stream"),
            body.path("contents").toString().contains("\"functionResponse\""),
            body));
  }

  @Override
  public List<JsonNode> tools(JsonNode body) {
    return body.path("tools").findValues("functionDeclarations").stream()
        .flatMap(declarations -> Json.list(declarations).stream())
        .map(declaration -> declaration.path("name"))
        .toList();
  }

  @Override
  public List<String> events(String model, String text, Optional<ToolCall> tool) {
    List<String> events = new ArrayList<>();
    if (tool.isEmpty()) {
      Json.pieces(text)
          .forEach(piece -> events.add(Json.data(chunk(model, Json.of("{'text':%s}", piece)))));
    }
    ObjectNode last = chunk(model, tool.map(GeminiDialect::part).orElse(Json.of("{'text':''}")));
    ((ObjectNode) last.path("candidates").path(0)).put("finishReason", "STOP");
    events.add(Json.data(last));
    return events;
  }

  @Override
  public JsonNode whole(String model, String text, Optional<ToolCall> tool) {
    JsonNode part = tool.map(GeminiDialect::part).orElse(Json.of("{'text':%s}", text));
    ObjectNode answer = chunk(model, part);
    ((ObjectNode) answer.path("candidates").path(0)).put("finishReason", "STOP");
    return answer;
  }

  private static JsonNode part(ToolCall call) {
    return Json.of("{'functionCall':{'name':%s,'args':%s}}", call.name(), call.arguments());
  }

  private static ObjectNode chunk(String model, JsonNode part) {
    return (ObjectNode)
        Json.of(
            """
            {'candidates':[{'index':0,'content':{'role':'model','parts':[%s]}}],'modelVersion':%s,
             'usageMetadata':{'promptTokenCount':120,'candidatesTokenCount':34,'totalTokenCount':154}}
            """,
            part, model);
  }

  @Override
  public JsonNode error(int status) {
    String word =
        switch (status) {
          case 429 -> "RESOURCE_EXHAUSTED";
          case 401 -> "UNAUTHENTICATED";
          case 503 -> "UNAVAILABLE";
          default -> "INTERNAL";
        };
    return JsonNodeFactory.instance
        .objectNode()
        .set(
            "error",
            Json.of("{'code':%s,'message':%s,'status':%s}", status, "scripted " + status, word));
  }
}
