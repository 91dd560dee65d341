package dev.conclave.activities.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

class ToolTest {
  @TempDir Path folder;

  static class OneOfTwoNeedsATool {
    @Test
    void needs_it() {
      Tool.needed("no-such-program", Tool.find("no-such-program"), false);
    }

    @Test
    void needs_none() {}
  }

  static class AllNeedATool {
    @BeforeAll
    static void need() {
      Tool.needed("no-such-program", Tool.find("no-such-program"), false);
    }

    @Test
    void one() {}

    @Test
    void two() {}
  }

  @Test
  void tests_with_a_missing_tool_are_skipped_and_counted_over_all_modules() throws Exception {
    Path counts = folder.resolve("target/counts");

    SummaryGeneratingListener first = run(OneOfTwoNeedsATool.class, counts);
    assertThat(first.getSummary().getTestsFailedCount()).isZero();
    assertThat(first.getSummary().getTestsSucceededCount()).isEqualTo(1);
    assertThat(Files.readAllLines(counts)).containsExactly("no-such-program=1");

    SummaryGeneratingListener second = run(AllNeedATool.class, counts);
    assertThat(second.getSummary().getTotalFailureCount()).isZero();
    assertThat(Files.readAllLines(counts)).containsExactly("no-such-program=3");
  }

  @Test
  void a_missing_tool_is_a_failure_where_tools_are_required() {
    assertThatThrownBy(() -> Tool.needed("no-such-program", Optional.empty(), true))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("no-such-program is missing");
  }

  private static SummaryGeneratingListener run(Class<?> tests, Path counts) {
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    Launcher launcher =
        LauncherFactory.create(
            LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(new SkippedTests(Optional.of(counts)), summary)
                .build());
    launcher.execute(
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(tests)).build());
    return summary;
  }
}
