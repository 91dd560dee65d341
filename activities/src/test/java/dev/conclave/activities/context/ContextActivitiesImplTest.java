package dev.conclave.activities.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.agent.MemoryDocuments;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.context.ContextActivities.Gathering;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.HostId;
import io.temporal.failure.ApplicationFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextActivitiesImplTest {
  private final MemoryDocuments documents = new MemoryDocuments();

  @TempDir Path temp;

  private ContextActivitiesImpl on(String host) {
    GitTrees trees =
        new GitTrees(new HostId(host, host), new DataFolder(temp.resolve("data")), documents);
    return new ContextActivitiesImpl(documents, trees, new SecretFilter(), Clock.systemUTC());
  }

  @Test
  void modifications_are_applied_to_the_workspace() throws Exception {
    Gathering gathering = Gatherings.in(temp.toRealPath(), "Limit rates");
    Path plan = Files.writeString(temp.resolve("PLAN.md"), "# Goals\n");
    ContextActivitiesImpl here = on("host-1");
    var drawn =
        here.draftEdits(
            gathering,
            List.of(Gatherings.chosen("CON-001", Gatherings.add("PLAN.md", "Goals", "- x"))));
    assertThat(here.write(gathering.workspace(), drawn.edits())).isEmpty();
    assertThat(plan).hasContent("# Goals\n\n- x\n");
  }

  @Test
  void a_former_host_of_the_session_changes_nothing() {
    Gathering gathering = Gatherings.in(temp, "Limit rates");
    ContextActivitiesImpl other = on("host-2");
    List<Runnable> calls =
        List.of(
            () -> other.detect(gathering),
            () -> other.draftEdits(gathering, List.of()),
            () -> other.write(gathering.workspace(), List.of()));
    for (Runnable call : calls) {
      assertThatThrownBy(call::run)
          .isInstanceOfSatisfying(
              ApplicationFailure.class,
              failure -> assertThat(failure.getType()).isEqualTo(FailureTypes.WRONG_HOST));
    }
    assertThat(temp.resolve(".workflow")).doesNotExist();
  }
}
