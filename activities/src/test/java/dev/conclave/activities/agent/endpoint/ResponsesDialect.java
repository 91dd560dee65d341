package dev.conclave.activities.agent.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The responses API. */
final class ResponsesDialect implements Dialect {

  @Override
  public Optional<ModelRequest> read(String path, JsonNode body) {
    if (!path.endsWith("/responses")) {
      return Optional.empty();
    }
    String input = body.path("input").toString();
    return Optional.of(
        new ModelRequest(
            Json.prompt(body.path("input")),
            body.path("model").asText(),
            body.path("stream").asBoolean(),
            input.contains("_call_output\""),
            body));
  }

  @Override
  public List<JsonNode> tools(JsonNode body) {
    return Json.list(body.path("tools")).stream().map(tool -> tool.path("name")).toList();
  }

  @Override
  public List<String> events(String model, String text, Optional<ToolCall> tool) {
    List<String> events = new ArrayList<>();
    events.add(event("response.created", "response", response(model, List.of(), false)));
    JsonNode item = tool.map(ResponsesDialect::call).orElseGet(() -> message(text));
    ObjectNode added = item.deepCopy();
    added.put("status", "in_progress");
    if (tool.isEmpty()) {
      added.putArray("content");
    }
    events.add(event("response.output_item.added", "item", added));
    if (tool.isEmpty()) {
      for (String piece : Json.pieces(text)) {
        events.add(
            Json.event(
                Json.of(
                    "{'type':'response.output_text.delta','item_id':'m1','output_index':0,'content_index':0,'delta':%s}",
                    piece)));
      }
    }
    events.add(event("response.output_item.done", "item", item));
    events.add(event("response.completed", "response", response(model, List.of(item), true)));
    return events;
  }

  @Override
  public JsonNode whole(String model, String text, Optional<ToolCall> tool) {
    JsonNode item = tool.map(ResponsesDialect::call).orElseGet(() -> message(text));
    return response(model, List.of(item), true);
  }

  private static String event(String type, String key, JsonNode value) {
    ObjectNode node = Json.MAPPER.createObjectNode().put("type", type).put("output_index", 0);
    node.set(key, value);
    return Json.event(node);
  }

  private static JsonNode message(String text) {
    return Json.of(
        """
        {'type':'message','id':'m1','role':'assistant','status':'completed',
         'content':[{'type':'output_text','text':%s,'annotations':[]}]}
        """,
        text);
  }

  private static JsonNode call(ToolCall call) {
    return call.custom()
        ? Json.of(
            "{'type':'custom_tool_call','id':'t1','call_id':'call_1','name':%s,'input':%s,'status':'completed'}",
            call.name(), call.arguments().path("input"))
        : Json.of(
            "{'type':'function_call','id':'t1','call_id':'call_1','name':%s,'arguments':%s,'status':'completed'}",
            call.name(), call.arguments().toString());
  }

  private static JsonNode response(String model, List<JsonNode> output, boolean completed) {
    ObjectNode response =
        (ObjectNode)
            Json.of(
                "{'id':'r1','object':'response','created_at':1,'status':%s,'model':%s,'output':%s}",
                completed ? "completed" : "in_progress", model, output);
    if (completed) {
      response.set(
          "usage",
          Json.of(
              """
              {'input_tokens':120,'input_tokens_details':{'cached_tokens':0},'output_tokens':34,
               'output_tokens_details':{'reasoning_tokens':0},'total_tokens':154}
              """));
    }
    return response;
  }

  @Override
  public JsonNode error(int status) {
    return OpenAiErrors.body(status);
  }
}
