package dev.conclave.client.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.session.SessionLine;
import dev.conclave.client.terminal.Columns;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListPageTest {
  private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
  private static final String LONG = "MCP-add-rate-limiting-per-client-to-the-serv-2026-11-21-12";
  private static final String CHINESE = "MCP-给服务器加限流-2026-11-21";

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 120})
  void an_id_stands_whole_on_a_line_and_nothing_is_wider_than_the_screen(int width) {
    Page page = new Page(new Screen(width, false));

    ListPage.write(page, sessions(), NOW);

    assertThat(page.toString().lines().filter(line -> line.startsWith(LONG))).hasSize(1);
    assertThat(page.toString().lines()).allMatch(line -> Columns.of(line) <= width);
    assertThat(page.toString())
        .contains("awaits decision", "analyzing", "terminated", "gateway 仓库", "tools", "2h 00m");
  }

  @Test
  void a_wide_terminal_shows_one_session_a_line_in_columns() {
    Page page = new Page(new Screen(120, false));

    ListPage.write(page, sessions(), NOW);

    List<String> lines = page.toString().lines().toList();
    assertThat(lines).hasSize(4);
    int state = Columns.of(lines.get(0).substring(0, lines.get(0).indexOf("State")));
    assertThat(Columns.of(lines.get(2).substring(0, lines.get(2).indexOf("analyzing"))))
        .isEqualTo(state);
  }

  @Test
  void in_a_pipe_every_session_is_one_line_that_starts_with_its_id() {
    Page page = new Page(Screen.PLAIN);

    ListPage.write(page, sessions(), NOW);

    assertThat(page.toString().lines().skip(1).map(line -> line.split(" ", -1)[0]))
        .containsExactly(LONG, CHINESE, "MCP-x-2026-11-20");
  }

  private static List<SessionLine> sessions() {
    return List.of(
        line(LONG, "running", "awaiting-decision", "decision", "/home/ada/src/gateway 仓库"),
        line(CHINESE, "running", "analyzing", "none", "git@example.org:team/tools.git#main"),
        line("MCP-x-2026-11-20", "terminated", "analyzing", "none", "/srv/x/"));
  }

  private static SessionLine line(
      String id, String status, String phase, String awaiting, String repository) {
    return new SessionLine(
        id,
        "run",
        "active",
        status,
        Optional.of(phase),
        Optional.of(2L),
        Optional.of(awaiting),
        NOW.minusSeconds(7200),
        Optional.empty(),
        Optional.of("task"),
        Optional.of(repository),
        Optional.empty());
  }
}
