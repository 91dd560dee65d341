package dev.conclave.workflows.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.temporal.WireMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The digest of an open gate, and the key of an answer without an id, are of what is written: it
 * must be the same after a worker was replaced by a newer one.
 */
class WrittenFormTest {

  @Test
  void a_gate_is_written_as_by_the_workers_that_opened_it_weeks_ago() throws Exception {
    GateContent shown =
        new GateContent("What now?", List.of(), List.of(), List.of(), List.of(), List.of());
    assertThat(WireMapper.get().writeValueAsString(shown))
        .isEqualTo(
            "{\"title\":\"What now?\",\"options\":[],\"questions\":[],\"notes\":[],"
                + "\"drift\":[],\"agents\":[]}");
  }

  @Test
  void an_answer_is_written_as_by_those_who_took_it_weeks_ago() throws Exception {
    assertThat(WireMapper.get().writeValueAsString(GateAnswer.of("1-decision", AnswerKind.CANCEL)))
        .isEqualTo(
            "{\"gate\":\"1-decision\",\"kind\":\"cancel\",\"constraints\":[],\"answers\":{}}");
  }
}
