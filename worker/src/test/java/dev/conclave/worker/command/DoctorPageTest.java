package dev.conclave.worker.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.worker.doctor.DoctorReport;
import dev.conclave.worker.doctor.Finding;
import dev.conclave.worker.doctor.Finding.State;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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

  @Test
  void each_finding_is_one_line_and_its_fix_the_next() {
    assertThat(page().lines())
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

    assertThat(DoctorPage.of(report, false))
        .contains("malformed configuration      c.yaml:2: bad\n")
        .endsWith("Sessions cannot run: 1 thing is malformed.\n");
  }

  @Test
  void what_was_mended_and_what_could_not_be_comes_first() {
    DoctorReport report =
        new DoctorReport("1", true, List.of("Made it."), List.of("index: busy"), List.of(GIT));

    assertThat(DoctorPage.of(report, true))
        .startsWith("Mended: Made it.\nCould not be mended: index: busy\nok ");
    assertThat(DoctorPage.of(new DoctorReport("1", true, List.of(), List.of(), List.of(GIT)), true))
        .startsWith("There was nothing to mend that could be mended without you.\n");
  }

  private static String page() {
    return DoctorPage.of(
        new DoctorReport("1", true, List.of(), List.of(), List.of(GIT, CLAUDE, ATTRIBUTES)), false);
  }
}
