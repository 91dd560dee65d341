package dev.conclave.workflows.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.DataFolder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UiPagesTest {
  private static final Optional<String> OWN = Optional.of("http://127.0.0.1:40123");

  @TempDir Path folder;

  @Test
  void what_the_user_names_wins_over_what_the_local_stack_notes() {
    assertThat(page("127.0.0.1:7233", OWN, " https://ui.example.org/ "))
        .contains("https://ui.example.org/namespaces/default/workflows/MCP-x-%E9%99%90");
  }

  @Test
  void what_the_local_stack_notes_wins_over_the_usual_place() {
    assertThat(page("127.0.0.1:7233", OWN, ""))
        .contains("http://127.0.0.1:40123/namespaces/default/workflows/MCP-x-%E9%99%90");
    assertThat(page("127.0.0.1:7233", Optional.empty(), " "))
        .hasValueSatisfying(url -> assertThat(url).startsWith("http://127.0.0.1:8233/"));
  }

  @Test
  void a_server_elsewhere_has_no_page_that_we_could_know() {
    assertThat(page("temporal.example.org:7233", Optional.empty(), "")).isEmpty();
  }

  @Test
  void the_list_of_those_that_await_a_human_is_a_query_of_the_workflow_list() {
    assertThat(new UiPages("http://127.0.0.1:8233/namespaces/default").awaiting())
        .isEqualTo(
            "http://127.0.0.1:8233/namespaces/default/workflows?query="
                + "ConclaveAwaiting%20%21%3D%20%22none%22%20AND%20ExecutionStatus%20%3D%20%22Running%22");
  }

  private Optional<String> page(String address, Optional<String> own, String named) {
    return UiPages.of(
            ConnectionSettings.load(Map.of("TEMPORAL_ADDRESS", address), new DataFolder(folder)),
            own,
            Map.of(UiPages.VARIABLE, named))
        .map(pages -> pages.session("MCP-x-限"));
  }
}
