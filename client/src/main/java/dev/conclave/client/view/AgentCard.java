package dev.conclave.client.view;

import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.session.AgentCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An agent of a session, with data from the receipts of its last calls.
 *
 * @param state its current activity, or how its last call ended; empty before its first
 */
public record AgentCard(String name, Tone tone, String state, List<Field> fields) {

  /** Lists a card for each agent, in the order of the session's tools. */
  public static List<AgentCard> of(SessionSnapshot now, Instant at) {
    Map<String, AgentRow> rows = new LinkedHashMap<>();
    AgentRow.of(now, at).forEach(row -> rows.put(row.agent(), row));
    return Stream.concat(now.view().tools().stream(), rows.keySet().stream())
        .distinct()
        .map(
            agent -> {
              AgentRow row = rows.get(agent);
              List<AgentCall> calls =
                  now.view().lately().stream().filter(call -> call.agent().equals(agent)).toList();
              return new AgentCard(
                  agent,
                  row == null ? Tone.FAINT : row.tone(),
                  row == null ? "" : row.state(),
                  fields(row, calls));
            })
        .toList();
  }

  private static List<Field> fields(@Nullable AgentRow row, List<AgentCall> calls) {
    List<Field> fields = new ArrayList<>();
    if (row != null) {
      fields.add(new Field("Role", roles(row, calls)));
      fields.add(new Field("Activity", row.activity()));
    }
    calls.stream()
        .filter(call -> call.receipt() != null)
        .reduce((earlier, later) -> later)
        .ifPresent(call -> proof(call.receipt(), fields));
    if (!calls.isEmpty()) {
      fields.add(new Field("Last calls", String.valueOf(calls.size())));
    }
    fields.removeIf(field -> field.value().isEmpty());
    return fields;
  }

  /**
   * Returns all roles: an analyst may also moderate or write the plan. A call that was not made has
   * none.
   */
  private static String roles(AgentRow row, List<AgentCall> calls) {
    return Stream.concat(
            calls.stream()
                .map(AgentCall::role)
                .filter(role -> !(row.role() + " ").startsWith(role + " ")),
            Stream.of(row.role()))
        .filter(role -> !role.isEmpty())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static void proof(@Nullable Receipt proof, List<Field> fields) {
    if (proof == null) {
      return;
    }
    fields.add(new Field("Version", proof.version().orElse("")));
    fields.add(new Field("Model", proof.model().orElse("")));
    fields.add(new Field("Time", Formats.span(Duration.between(proof.start(), proof.end()))));
    fields.add(new Field("Tokens", Formats.tokens(proof.tokensIn() + proof.tokensOut())));
    fields.add(new Field("Cost", proof.costUsd().map(Formats::usd).orElse("")));
    fields.add(
        new Field("Digest", proof.stdout().map(out -> out.digest().substring(0, 8)).orElse("")));
  }
}
