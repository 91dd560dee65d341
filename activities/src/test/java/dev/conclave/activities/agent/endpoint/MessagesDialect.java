package dev.conclave.activities.agent.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Anthropic's messages API. */
final class MessagesDialect implements Dialect {

  @Override
  public Optional<ModelRequest> read(String path, JsonNode body) {
    if (!path.endsWith("/messages")) {
      return Optional.empty();
    }
    return Optional.of(
        new ModelRequest(
            Json.prompt(body.path("messages")),
            body.path("model").asText(),
            body.path("stream").asBoolean(),
            body.path("messages").toString().contains("\"tool_result\""),
            body));
  }

  @Override
  public List<JsonNode> tools(JsonNode body) {
    return Json.list(body.path("tools")).stream().map(tool -> tool.path("name")).toList();
  }

  @Override
  public List<String> events(String model, String text, Optional<ToolCall> tool) {
    List<String> events = new ArrayList<>();
    events.add(
        Json.event(
            Json.of(
                """
                {'type':'message_start','message':{'id':'msg_1','type':'message','role':'assistant','model':%s,
                 'content':[],'stop_reason':null,'stop_sequence':null,
                 'usage':{'input_tokens':120,'output_tokens':1}}}
                """,
                model)));
    if (tool.isPresent()) {
      block(
          events,
          Json.of("{'type':'tool_use','id':'toolu_1','name':%s,'input':{}}", tool.get().name()),
          List.of(
              Json.of(
                  "{'type':'input_json_delta','partial_json':%s}",
                  tool.get().arguments().toString())));
    } else if (!text.isEmpty()) {
      block(
          events,
          Json.of("{'type':'text','text':''}"),
          Json.pieces(text).stream()
              .map(piece -> Json.of("{'type':'text_delta','text':%s}", piece))
              .toList());
    }
    events.add(
        Json.event(
            Json.of(
                "{'type':'message_delta','delta':{'stop_reason':%s,'stop_sequence':null},'usage':{'output_tokens':34}}",
                tool.isPresent() ? "tool_use" : "end_turn")));
    events.add(Json.event(Json.of("{'type':'message_stop'}")));
    return events;
  }

  private static void block(List<String> events, JsonNode start, List<JsonNode> deltas) {
    events.add(
        Json.event(Json.of("{'type':'content_block_start','index':0,'content_block':%s}", start)));
    deltas.forEach(
        delta ->
            events.add(
                Json.event(Json.of("{'type':'content_block_delta','index':0,'delta':%s}", delta))));
    events.add(Json.event(Json.of("{'type':'content_block_stop','index':0}")));
  }

  @Override
  public JsonNode whole(String model, String text, Optional<ToolCall> tool) {
    JsonNode part =
        tool.map(
                call ->
                    Json.of(
                        "{'type':'tool_use','id':'toolu_1','name':%s,'input':%s}",
                        call.name(), call.arguments()))
            .orElseGet(() -> Json.of("{'type':'text','text':%s}", text));
    return Json.of(
        """
        {'id':'msg_1','type':'message','role':'assistant','model':%s,'content':[%s],'stop_reason':%s,
         'stop_sequence':null,'usage':{'input_tokens':120,'output_tokens':34}}
        """,
        model, part, tool.isPresent() ? "tool_use" : "end_turn");
  }

  @Override
  public JsonNode error(int status) {
    String word =
        switch (status) {
          case 429 -> "rate_limit_error";
          case 401 -> "authentication_error";
          case 529 -> "overloaded_error";
          default -> "api_error";
        };
    return Json.of("{'type':'error','error':{'type':%s,'message':%s}}", word, "scripted " + status);
  }
}
