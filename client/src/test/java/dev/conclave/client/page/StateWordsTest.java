package dev.conclave.client.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.session.LiveAgent.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class StateWordsTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([a-z]+) \\|");

  @Test
  void the_page_about_watching_explains_every_state_that_an_agent_is_shown_in() throws Exception {
    List<String> words = new ArrayList<>(List.of(AgentRow.REPAIRING, AgentRow.DONE));
    words.add(AgentRow.FAILED);
    Arrays.stream(State.values()).map(AgentRow::word).forEach(words::add);
    String page =
        Files.readString(
            Path.of(System.getProperty("conclave.root", "..")).resolve("docs/watching.md"));

    assertThat(ROW.matcher(page).results().map(row -> row.group(1)))
        .contains("state")
        .filteredOn(word -> !word.equals("state"))
        .containsExactlyInAnyOrderElementsOf(words);
  }
}
