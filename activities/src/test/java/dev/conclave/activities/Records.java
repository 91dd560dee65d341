package dev.conclave.activities;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.text.WireMapper;
import java.util.Map;

/** Copies of records for tests. */
public final class Records {
  private Records() {}

  /** Returns a copy of a record with other values for some fields, named as in JSON. */
  @SuppressWarnings("unchecked")
  public static <T> T with(T record, Map<String, ?> values) {
    ObjectNode json = WireMapper.get().valueToTree(record);
    values.forEach((field, value) -> json.set(field, WireMapper.get().valueToTree(value)));
    return (T) WireMapper.get().convertValue(json, record.getClass());
  }
}
