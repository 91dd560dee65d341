package dev.conclave.worker.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.worker.doctor.DoctorReport;
import dev.conclave.worker.doctor.Finding;
import dev.conclave.worker.doctor.Finding.State;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoctorPageTest {
  private static final String INSTALL = "npm install -g @anthropic-ai/claude-code@2.1.197";
  private static final Finding GIT =
      new Finding("git", State.OK, "/usr/bin/git, 2.39.5", Optional.empty(), false);
  private static final Finding CLAUDE =
      new Finding(
          "agent claude", State.OPTIONAL, "claude is not there", Optional.of(INSTALL), false);
  private static final Finding ATTRIBUTES =
      new Finding(
          "search attributes",
          State.DOUBTFUL,
          "not registered: ConclavePhase, ConclaveRound, ConclaveAwaiting, ConclaveRepo 会话",
          Optional.of("conclave doctor --fix"),
          true);

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 100, 120, 140})
  void a_terminal_is_kept_to_and_no_command_is_broken(int width) {
    String page = page(OptionalInt.of(width));

    assertThat(page.lines().filter(line -> !line.startsWith("Sessions")))
        .allMatch(line -> line.length() <= width);
    assertThat(page).contains("→ " + INSTALL + "\n");
    assertThat(page.lines()).noneMatch(line -> line.endsWith(" "));
  }

  @Test
  void in_a_pipe_each_finding_is_one_line_and_its_fix_the_next() {
    assertThat(page(OptionalInt.empty()).lines())
        .containsExactly(
            "ok        git                /usr/bin/git, 2.39.5",
            "optional  agent claude       claude is not there",
            "                           → " + INSTALL,
            "doubtful  search attributes  not registered: ConclavePhase, ConclaveRound,"
                + " ConclaveAwaiting, ConclaveRepo 会话",
            "                           → conclave doctor --fix",
            "",
            "Sessions can run; 1 thing is doubtful. No agent is usable but the built-in direct"
                + " one: log one in, or install one. `conclave doctor --fix` mends 1 of them.");
  }

  @Test
  void what_is_there_and_malformed_is_not_called_missing() {
    Finding broken =
        new Finding(
            "configuration", State.MALFORMED, "c.yaml:2: bad", Optional.of("correct it"), false);
    DoctorReport report = new DoctorReport("1", false, List.of(), List.of(), List.of(GIT, broken));

    assertThat(DoctorPage.of(report, false, OptionalInt.empty()))
        .contains("malformed configuration      c.yaml:2: bad\n")
        .endsWith("Sessions cannot run: 1 thing is malformed.\n");
  }

  @Test
  void what_was_mended_and_what_could_not_be_comes_first() {
    DoctorReport report =
        new DoctorReport("1", true, List.of("Made it."), List.of("index: busy"), List.of(GIT));

    assertThat(DoctorPage.of(report, true, OptionalInt.empty()))
        .startsWith("Mended: Made it.\nCould not be mended: index: busy\nok ");
    assertThat(
            DoctorPage.of(
                new DoctorReport("1", true, List.of(), List.of(), List.of(GIT)),
                true,
                OptionalInt.empty()))
        .startsWith("There was nothing to mend that could be mended without you.\n");
  }

  private static String page(OptionalInt width) {
    return DoctorPage.of(
        new DoctorReport("1", true, List.of(), List.of(), List.of(GIT, CLAUDE, ATTRIBUTES)),
        false,
        width);
  }
}
