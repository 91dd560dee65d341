package dev.conclave.activities.agent.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The chat completions API. */
final class ChatDialect implements Dialect {
  private static final JsonNode USAGE =
      Json.of("{'prompt_tokens':120,'completion_tokens':34,'total_tokens':154}");

  @Override
  public Optional<ModelRequest> read(String path, JsonNode body) {
    if (!path.endsWith("/chat/completions")) {
      return Optional.empty();
    }
    return Optional.of(
        new ModelRequest(
            Json.prompt(body.path("messages")),
            body.path("model").asText(),
            body.path("stream").asBoolean(),
            body.path("messages").toString().contains("\"role\":\"tool\""),
            body));
  }

  @Override
  public List<JsonNode> tools(JsonNode body) {
    return Json.list(body.path("tools")).stream()
        .map(tool -> tool.path("function").path("name"))
        .toList();
  }

  @Override
  public List<String> events(String model, String text, Optional<ToolCall> tool) {
    List<String> events = new ArrayList<>();
    events.add(chunk(model, Json.of("[{'index':0,'delta':{'role':'assistant','content':''}}]")));
    if (tool.isPresent()) {
      events.add(
          chunk(model, Json.of("[{'index':0,'delta':{'tool_calls':[%s]}}]", call(tool.get()))));
    } else {
      for (String piece : Json.pieces(text)) {
        events.add(chunk(model, Json.of("[{'index':0,'delta':{'content':%s}}]", piece)));
      }
    }
    String reason = tool.isPresent() ? "tool_calls" : "stop";
    events.add(chunk(model, Json.of("[{'index':0,'delta':{},'finish_reason':%s}]", reason)));
    events.add(
        Json.data(
            Json.of(
                "{'id':'c1','object':'chat.completion.chunk','created':1,'model':%s,'choices':[],'usage':%s}",
                model, USAGE)));
    events.add("data: [DONE]\n\n");
    return events;
  }

  private static String chunk(String model, JsonNode choices) {
    return Json.data(
        Json.of(
            "{'id':'c1','object':'chat.completion.chunk','created':1,'model':%s,'choices':%s}",
            model, choices));
  }

  private static JsonNode call(ToolCall call) {
    return Json.of(
        "{'index':0,'id':'call_1','type':'function','function':{'name':%s,'arguments':%s}}",
        call.name(), call.arguments().toString());
  }

  @Override
  public JsonNode whole(String model, String text, Optional<ToolCall> tool) {
    JsonNode message =
        tool.map(
                call ->
                    Json.of("{'role':'assistant','content':null,'tool_calls':[%s]}", call(call)))
            .orElseGet(() -> Json.of("{'role':'assistant','content':%s}", text));
    return Json.of(
        """
        {'id':'c1','object':'chat.completion','created':1,'model':%s,'usage':%s,
         'choices':[{'index':0,'finish_reason':%s,'message':%s}]}
        """,
        model, USAGE, tool.isPresent() ? "tool_calls" : "stop", message);
  }

  @Override
  public JsonNode error(int status) {
    return OpenAiErrors.body(status);
  }
}
