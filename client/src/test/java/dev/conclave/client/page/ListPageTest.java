package dev.conclave.client.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Samples;
import dev.conclave.client.session.SessionLine;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListPageTest {
  private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
  private static final String LONG = "MCP-add-rate-limiting-per-client-to-the-serv-2026-11-21-12";
  private static final String CHINESE = "MCP-给服务器加限流-2026-11-21";

  @ParameterizedTest
  @ValueSource(ints = {60, 120})
  void every_session_is_one_line_that_starts_with_its_id(int width) {
    Page page = new Page(new Screen(width, false));

    ListPage.write(page, sessions(), NOW);

    assertThat(page.toString().lines().skip(1).map(line -> line.split(" ", -1)[0]))
        .containsExactly(LONG, CHINESE, "MCP-x-2026-11-20");
    assertThat(page.toString())
        .contains("awaiting decision", "analyzing", "terminated", "gateway 仓库", "tools", "2h 00m");
  }

  private static List<SessionLine> sessions() {
    return List.of(
        line(LONG, "running", "awaiting-decision", "decision", "/home/ada/src/gateway 仓库"),
        line(CHINESE, "running", "analyzing", "none", "git@example.org:team/tools.git#main"),
        line("MCP-x-2026-11-20", "terminated", "analyzing", "none", "/srv/x/"));
  }

  private static SessionLine line(
      String id, String status, String phase, String awaiting, String repository) {
    return Samples.read(
        SessionLine.class,
        """
        {"id": "%s", "status": "active", "workflow": "%s", "phase": "%s", "round": 2,
         "awaiting": "%s", "started": "2026-11-21T08:00:00Z", "task": "task", "repository": "%s"}
        """
            .formatted(id, status, phase, awaiting, repository));
  }
}
