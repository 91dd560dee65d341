package dev.conclave.activities.agent.endpoint;

import com.fasterxml.jackson.databind.JsonNode;

/** Error bodies shared by chat completions and responses. */
final class OpenAiErrors {
  private OpenAiErrors() {}

  static JsonNode body(int status) {
    String code =
        switch (status) {
          case 429 -> "rate_limit_exceeded";
          case 401 -> "invalid_api_key";
          default -> "server_error";
        };
    return Json.of(
        "{'error':{'message':%s,'type':%s,'code':%s,'param':null}}",
        "scripted " + status, code, code);
  }
}
