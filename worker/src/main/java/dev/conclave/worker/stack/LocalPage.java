package dev.conclave.worker.stack;

import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.stack.StackProcess.ProcessNote;
import dev.conclave.workflows.host.PageAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The web page in the background. If {@code conclave ui} already serves it in a terminal, that page
 * is used, and {@code conclave down} does not stop it.
 */
record LocalPage(HostContext host) {
  private static final String PORT = "CONCLAVE_UI_PORT";
  private static final String OFF = "off";
  private static final Duration READY = Duration.ofSeconds(60);

  /** A class of the client, on which this module does not depend. */
  private static final String COMMAND = "dev.conclave.client.command.Conclave";

  /** Finds or starts the page for the server at this address; only reports failures. */
  void get(String address, Consumer<String> progress) throws InterruptedException {
    try {
      find(address, progress);
    } catch (IOException e) {
      report(e.toString(), progress);
    }
  }

  private void find(String address, Consumer<String> progress)
      throws IOException, InterruptedException {
    StackProcess process = StackProcess.page(host.folder());
    Optional<ProcessNote> running = process.running();
    if (running.filter(note -> !note.address().equals(address)).isPresent()) {
      process.stop(LocalWorker.STOP);
    } else if (running.isPresent() || PageAddress.find(host.folder()).isPresent()) {
      return;
    }
    String port = host.environment().getOrDefault(PORT, "");
    if (!port.equals(OFF) && isInstalled()) {
      start(address, port, progress);
    }
  }

  private static List<String> main(String port) {
    return port.isEmpty() ? List.of(COMMAND, "ui") : List.of(COMMAND, "ui", "--port", port);
  }

  private static boolean isInstalled() {
    return LocalPage.class.getResource("/" + COMMAND.replace('.', '/') + ".class") != null;
  }

  private void start(String address, String port, Consumer<String> progress)
      throws IOException, InterruptedException {
    Path output = host.folder().logs().resolve("page.out");
    Files.deleteIfExists(output);
    Optional<ProcessIdentity> started =
        StackProcess.start(
            StackProcess.java(List.of(), main(port)),
            LocalWorker.environment(host, address),
            Path.of("").toAbsolutePath(),
            output);
    if (started.isPresent()) {
      note(started.get(), address);
    }
    Instant end = Instant.now().plus(READY);
    while (started.filter(ProcessIdentity::isAlive).isPresent() && Instant.now().isBefore(end)) {
      if (PageAddress.find(host.folder()).isPresent()) {
        progress.accept("Started the page (pid %d)".formatted(started.get().pid()));
        return;
      }
      Thread.sleep(100);
    }
    if (started.isPresent()) {
      StackProcess.end(started.get(), LocalWorker.STOP);
      StackProcess.page(host.folder()).forget(started.get().pid());
    }
    List<String> said = Files.exists(output) ? Files.readAllLines(output) : List.of();
    report(said.isEmpty() ? "it did not answer" : said.get(said.size() - 1), progress);
  }

  /**
   * Writes the note before the page answers: `down` ends it even if this command is interrupted.
   */
  private void note(ProcessIdentity started, String address)
      throws IOException, InterruptedException {
    try {
      StackProcess.page(host.folder())
          .write(new ProcessNote(started, address, Optional.empty(), "conclave ui", Instant.now()));
    } catch (IOException e) {
      StackProcess.end(started, LocalWorker.STOP);
      throw e;
    }
  }

  /** Reports a failure without its advice, which is for {@code conclave ui}. */
  private static void report(String failure, Consumer<String> progress) {
    int end = failure.endsWith(".") ? failure.length() - 1 : failure.length();
    int advice = failure.indexOf(". ");
    progress.accept(
        "Page not started: %s. Set %s to a free port, or to %s to disable the page."
            .formatted(failure.substring(0, advice < 0 ? end : advice), PORT, OFF));
  }

  /** Stops the page in the background; false if none runs. */
  boolean stop() throws IOException, InterruptedException {
    return StackProcess.page(host.folder()).stop(LocalWorker.STOP);
  }
}
