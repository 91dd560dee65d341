package dev.conclave.client.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Samples;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.plan.Phase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page about watching names every answer of a planning session's gates as the prompt does. */
class WatchingPageTest {
  private static final Pattern ANSWER =
      Pattern.compile("(?m)^ *[1-9]\\. ([a-z-]+ \\([a-z]\\): [^\\n|]+?) *$");

  @Test
  void every_answer_of_the_prompt_is_on_the_page_and_no_other() throws Exception {
    String page =
        Files.readString(
            Path.of(System.getProperty("conclave.root", "..")).resolve("docs/watching.md"));
    List<String> labels = new ArrayList<>();
    for (GateType type : gates()) {
      GateChoice.of(gate(type)).stream()
          .filter(choice -> choice.option().isEmpty())
          .forEach(choice -> labels.add(choice.label()));
    }

    assertThat(ANSWER.matcher(page).results().map((MatchResult found) -> found.group(1)).distinct())
        .containsExactlyInAnyOrderElementsOf(labels.stream().distinct().toList());
  }

  private static Set<GateType> gates() {
    Set<GateType> gates = EnumSet.of(GateType.BUDGET);
    Arrays.stream(Phase.values()).forEach(phase -> phase.gate().ifPresent(gates::add));
    return gates;
  }

  private static Gate gate(GateType type) {
    return new Gate(
        "1-x", type, "", type.kinds(), Instant.EPOCH, false, Samples.decision(List.of()).shown());
  }
}
