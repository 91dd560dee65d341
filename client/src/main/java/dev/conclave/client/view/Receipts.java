package dev.conclave.client.view;

import dev.conclave.client.session.CallLine;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.SandboxLevel;
import dev.conclave.workflows.text.Words;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The calls of a session with their receipts.
 *
 * @param remarks sandbox levels, blocked connections, and failures
 */
public record Receipts(List<CallLine> calls, List<Line> remarks) {

  public static Receipts of(List<CallLine> calls) {
    Set<Line> remarks = new LinkedHashSet<>();
    for (SandboxLevel level : SandboxLevel.values()) {
      List<CallLine> at =
          calls.stream().filter(call -> level(call).filter(level::equals).isPresent()).toList();
      if (!at.isEmpty()) {
        String which =
            at.size() == calls.size()
                ? "all calls"
                : at.stream().map(Receipts::where).distinct().collect(Collectors.joining("; "));
        remarks.add(remark(level == SandboxLevel.SANDBOXED, which + ": " + Words.of(level)));
      }
    }
    for (CallLine call : calls) {
      List<String> refused = call.receipt() == null ? List.of() : call.receipt().refused();
      if (!refused.isEmpty()) {
        boolean usual = refused.stream().allMatch(place -> place.endsWith(" (usual)"));
        String places = String.join(", ", refused);
        remarks.add(remark(usual, where(call) + ": blocked connection to " + places));
      }
      if (!call.answered() && call.reason() != null) {
        boolean unproven = call.receipt() == null && call.seconds() != null;
        remarks.add(
            Line.warning(
                "%s: %s, %s%s"
                    .formatted(
                        where(call),
                        call.status(),
                        unproven ? "tokens and cost unknown: " : "",
                        call.reason())));
      }
    }
    return new Receipts(calls, List.copyOf(remarks));
  }

  private static Optional<SandboxLevel> level(CallLine call) {
    return Optional.ofNullable(call.receipt()).flatMap(Receipt::level);
  }

  private static Line remark(boolean usual, String text) {
    return usual ? new Line(Tone.FAINT, "-", text) : Line.warning(text);
  }

  private static String where(CallLine call) {
    String when = call.round() == 0 ? call.role() : "round " + call.round();
    return when + ", " + call.agent();
  }
}
