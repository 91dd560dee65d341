package dev.conclave.client;

import dev.conclave.activities.tool.Tool;
import io.grpc.StatusRuntimeException;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real server on loopback, for what the in-memory one cannot do. Needs the temporal program. */
public final class DevServer implements AutoCloseable {
  private final Process process;
  private final String address;

  private DevServer(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /** Starts one; without the program the test is skipped, or fails, as {@link Tool} says. */
  public static DevServer start(Path folder, boolean attributes) throws Exception {
    Path program = Tool.needed("temporal");
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    List<String> argv =
        new ArrayList<>(
            List.of(
                program.toString(),
                "server",
                "start-dev",
                "--headless",
                "--ip",
                "127.0.0.1",
                "--port",
                String.valueOf(port),
                "--log-level",
                "error",
                // A poll of a worker that was stopped takes tasks until it expires.
                "--dynamic-config-value",
                "matching.longPollExpirationInterval=\"3s\""));
    if (attributes) {
      for (String attribute :
          List.of(
              "ConclavePhase=Keyword",
              "ConclaveRound=Int",
              "ConclaveAwaiting=Keyword",
              "ConclaveRepo=Keyword")) {
        argv.addAll(List.of("--search-attribute", attribute));
      }
    }
    Path log = Files.createFile(folder.resolve("server.log"));
    Process process =
        new ProcessBuilder(argv).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    DevServer server = new DevServer(process, "127.0.0.1:" + port);
    server.await(log);
    return server;
  }

  public String address() {
    return address;
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(10, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }

  /** A server listens some time before it knows its namespace. */
  private void await(Path log) throws Exception {
    WorkflowServiceStubs stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(address).build());
    DescribeNamespaceRequest own =
        DescribeNamespaceRequest.newBuilder().setNamespace("default").build();
    try {
      for (int i = 0; i < 600 && process.isAlive(); i++) {
        try {
          stubs.blockingStub().withDeadlineAfter(2, TimeUnit.SECONDS).describeNamespace(own);
          return;
        } catch (StatusRuntimeException e) {
          Thread.sleep(100);
        }
      }
    } finally {
      stubs.shutdownNow();
    }
    close();
    throw new AssertionError("the server is not ready: " + Files.readString(log));
  }
}
