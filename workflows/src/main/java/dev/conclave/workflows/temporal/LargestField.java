package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.Map;

/** Names the field that makes a record large, so that a refusal says what to shorten. */
final class LargestField {
  private LargestField() {}

  /** A path such as {@code AskReply.text}: down as long as one child holds most of its parent. */
  static String of(ByteString json, String root) {
    try {
      return descend(WireMapper.get().readTree(json.newInput()), root);
    } catch (IOException e) {
      return root; // not JSON: bytes have no fields
    }
  }

  private static String descend(JsonNode node, String path) {
    int half = size(node) / 2;
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (size(field.getValue()) > half) {
        return descend(field.getValue(), path + "." + field.getKey());
      }
    }
    return node.isArray() ? path + "[" + node.size() + "]" : path;
  }

  private static int size(JsonNode node) {
    return node.toString().length();
  }
}
