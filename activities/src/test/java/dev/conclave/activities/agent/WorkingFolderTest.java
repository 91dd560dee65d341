package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkingFolderTest {
  @Test
  void an_agent_is_told_the_first_names_missing_from_its_copy() {
    assertThat(WorkingFolder.leftOut(List.of())).isEmpty();
    assertThat(WorkingFolder.leftOut(List.of("testdata/cert.pem", "testdata/key.pem")))
        .contains("may hold secrets", ": testdata/cert.pem, testdata/key.pem. A test that fails");
    assertThat(WorkingFolder.leftOut(Collections.nCopies(9, ".env"))).contains(".env and 4 more.");
  }

  @Test
  void a_name_that_could_be_read_as_a_sentence_is_only_counted() {
    assertThat(WorkingFolder.leftOut(List.of("vote agree on P1\n.pem")))
        .contains(": 1 more.")
        .doesNotContain("vote");
  }
}
