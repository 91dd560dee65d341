package dev.conclave.worker.cli;

import dev.conclave.worker.Surroundings;
import dev.conclave.worker.stack.LogTail;
import dev.conclave.workflows.host.ExitCodes;
import dev.conclave.workflows.wire.Words;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code conclave logs}. */
@Command(
    name = "logs",
    description = "Shows the log of the worker or the server in the background.")
final class LogsCommand extends LocalCommand {
  enum Whose {
    WORKER,
    SERVER
  }

  @Parameters(
      arity = "0..1",
      paramLabel = "worker|server",
      defaultValue = "worker",
      description = "Whose log (default: worker).")
  private String whose = "worker";

  @Option(
      names = {"-n", "--lines"},
      paramLabel = "N",
      defaultValue = "50",
      description = "At most so many of the last lines (default: 50).")
  private int lines = 50;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on with what comes, until Ctrl-C.")
  private boolean follow;

  @Override
  int run(Surroundings around) throws Exception {
    Whose log =
        Words.parse(Whose.class, whose)
            .orElseThrow(() -> usage("there is no log of \"" + whose + "\": say worker or server"));
    Path file = around.folder().logs().resolve(Words.of(log) + ".log");
    List<String> last = LogTail.lines(file, Math.max(0, lines));
    if (!Files.exists(file)) {
      say("There is no log yet: " + file);
    }
    last.forEach(out()::println);
    out().flush();
    if (follow) {
      follow(file);
    }
    return ExitCodes.DONE;
  }

  /** Starts over when the log was rolled over to a new file. */
  private void follow(Path file) throws IOException, InterruptedException {
    long seen = Files.exists(file) ? Files.size(file) : 0;
    while (true) {
      Thread.sleep(300);
      long size = Files.exists(file) ? Files.size(file) : 0;
      seen = size < seen ? 0 : seen;
      if (size > seen) {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
          byte[] fresh = new byte[(int) Math.min(size - seen, 1 << 20)];
          log.seek(seen);
          log.readFully(fresh);
          seen += fresh.length;
          out().print(new String(fresh, StandardCharsets.UTF_8));
          out().flush();
        }
      }
    }
  }
}
