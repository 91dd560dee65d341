package dev.conclave.worker.stack;

import java.io.IOException;
import java.util.function.Consumer;

/** What server and worker write to their logs, as it comes. */
record BothLogs(LogFollower server, LogFollower worker) {

  static BothLogs of(LocalServer server, LocalWorker worker) throws IOException {
    return new BothLogs(new LogFollower(server.log()), new LogFollower(worker.log()));
  }

  /** Tells what is new and worth it, each line with whose it is; the files have the rest. */
  void look(Consumer<String> log) throws IOException {
    server.look(line -> tell("server", line, log));
    worker.look(line -> tell("worker", line, log));
  }

  private static void tell(String name, String line, Consumer<String> log) {
    if (LogTail.tells(line)) {
      log.accept(name + " | " + line);
    }
  }
}
