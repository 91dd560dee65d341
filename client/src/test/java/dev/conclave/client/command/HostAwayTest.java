package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Bench;
import dev.conclave.client.Bench.Run;
import dev.conclave.client.DevServer;
import dev.conclave.client.SimulatedHost;
import dev.conclave.workflows.plan.PlanWorkflowImpl;
import dev.conclave.workflows.temporal.TaskQueues;
import io.temporal.worker.WorkerFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a session whose host nobody works for; the server knows who polls. */
@Timeout(600)
class HostAwayTest {
  /** A host that no worker has ever polled for: to the server as one that was away for long. */
  private static final String AWAY = "0123456789ab";

  @Test
  void a_session_says_which_host_or_which_kind_of_worker_it_waits_for(@TempDir Path folder)
      throws Exception {
    try (DevServer server = DevServer.start(folder, true);
        Bench bench = new Bench(server.address(), folder)) {
      WorkerFactory workers = WorkerFactory.newInstance(bench.connection.client());
      workers
          .newWorker(TaskQueues.WORKFLOWS)
          .registerWorkflowImplementationTypes(PlanWorkflowImpl.class);
      workers
          .newWorker(TaskQueues.host(bench.hostId()))
          .registerActivitiesImplementations(new SimulatedHost(AWAY));
      workers
          .newWorker(TaskQueues.probe(bench.hostId()))
          .registerActivitiesImplementations(new SimulatedHost(AWAY));
      bench.start(workers);
      try {
        plan(bench, "Of a folder");
        String id = "MCP-of-a-folder-2026-11-21";
        String waiting = "waiting for host lima: no worker of it polls now";
        Run shown = eventually(() -> bench.conclave("show", id), waiting);
        assertThat(shown.out()).as(shown.err()).contains(waiting);
        assertThat(bench.conclave("show", id, "--json").out()).contains(waiting);

        plan(bench, "Of a url", "--repo", "https://example.org/x.git");
        String nobody = "waiting for a worker that takes workspaces by URL";
        Run url = eventually(() -> bench.conclave("show", "MCP-of-a-url-2026-11-21"), nobody);
        assertThat(url.out()).as(url.err()).contains(nobody);
      } finally {
        workers.shutdownNow();
      }
    }
  }

  private static void plan(Bench bench, String... task) {
    List<String> arguments = new ArrayList<>(List.of("plan", "--detach"));
    arguments.addAll(List.of(task));
    Run begun = bench.conclave(arguments.toArray(String[]::new));
    assertThat(begun.code()).as(begun.err()).isZero();
  }

  private static Run eventually(Supplier<Run> look, String wanted) throws InterruptedException {
    Run run = look.get();
    for (int i = 0; i < 1800 && !run.out().contains(wanted); i++) {
      Thread.sleep(100);
      run = look.get();
    }
    return run;
  }
}
