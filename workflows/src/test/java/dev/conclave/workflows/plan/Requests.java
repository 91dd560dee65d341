package dev.conclave.workflows.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.session.DeadlinePolicy;
import dev.conclave.workflows.text.WireMapper;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Requests that differ from a plain, attended one in one field. */
public final class Requests {
  private Requests() {}

  static PlanRequest named(PlanRequest r, List<String> tools) {
    return plain(r, Map.of("tools", tools, "tools_named", true, "fallback", List.of()));
  }

  static PlanRequest fallback(PlanRequest r, List<String> fallback) {
    return plain(r, Map.of("fallback", fallback));
  }

  static PlanRequest serial(PlanRequest r) {
    return plain(r, Map.of("mode", "serial"));
  }

  static PlanRequest yes(PlanRequest r) {
    return plain(r, Map.of("yes", true));
  }

  static PlanRequest yes(PlanRequest r, List<String> named) {
    return with(named(r, named), Map.of("yes", true));
  }

  static PlanRequest autoExecute(PlanRequest r) {
    return plain(r, Map.of("auto_execute", true));
  }

  static PlanRequest calls(PlanRequest r, int calls) {
    return plain(r, Map.of("budget", Map.of("calls", calls)));
  }

  static PlanRequest usd(PlanRequest r, double usd) {
    return plain(r, Map.of("budget", Map.of("usd", usd)));
  }

  static PlanRequest deadline(PlanRequest r, DeadlinePolicy policy) {
    return deadline(r, new Deadline(Duration.ofDays(3), policy));
  }

  static PlanRequest deadline(PlanRequest r, Deadline deadline) {
    return plain(r, Map.of("deadline", deadline));
  }

  static PlanRequest workspace(PlanRequest r, WorkspaceSpec workspace) {
    return with(r, Map.of("workspace", workspace));
  }

  static PlanRequest moderator(PlanRequest r, String moderator) {
    return with(r, Map.of("moderator", moderator));
  }

  private static PlanRequest plain(PlanRequest r, Map<String, Object> fields) {
    ObjectNode plain = WireMapper.get().valueToTree(r);
    plain.put("tools_named", false).put("auto_execute", false).put("yes", false);
    plain.remove("deadline");
    return with(WireMapper.get().convertValue(plain, PlanRequest.class), fields);
  }

  /** Returns the same record with other fields, by wire name; an empty one is absent. */
  @SuppressWarnings("unchecked")
  public static <T> T with(T record, Map<String, ?> fields) {
    ObjectNode json = WireMapper.get().valueToTree(record);
    fields.forEach((name, value) -> json.set(name, WireMapper.get().valueToTree(value)));
    return (T) WireMapper.get().convertValue(json, record.getClass());
  }
}
