package dev.conclave.client.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Samples;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.plan.Phase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The page about watching names every answer of a planning session's gates as the prompt does. */
class WatchingPageTest {
  @Test
  void the_answers_of_every_gate_are_on_the_page_as_the_prompt_shows_them() throws Exception {
    String page =
        Files.readString(
            Path.of(System.getProperty("conclave.root", "..")).resolve("docs/watching.md"));

    for (GateType type : gates()) {
      assertThat(page.replaceAll("\\s+", " ")).contains(new GateMenu(gate(type)).line());
    }
  }

  private static Set<GateType> gates() {
    Set<GateType> gates = EnumSet.of(GateType.BUDGET);
    Arrays.stream(Phase.values()).forEach(phase -> phase.gate().ifPresent(gates::add));
    return gates;
  }

  private static Gate gate(GateType type) {
    GateContent shown = Samples.decision(List.of()).shown();
    boolean chooses = type.kinds().stream().anyMatch(kind -> type.need(kind).choosesOption());
    return new Gate(
        "1-x",
        type,
        "",
        type.kinds(),
        Instant.EPOCH,
        false,
        chooses
            ? shown
            : new GateContent(
                "?",
                List.of(),
                type == GateType.CLARIFICATION
                    ? List.of(
                        Samples.question("Q1", "Which limit?", "ten", "a hundred"),
                        Samples.question("Q2", "Per what?", "user", "address"))
                    : List.of(),
                List.of(),
                List.of(),
                List.of()));
  }
}
