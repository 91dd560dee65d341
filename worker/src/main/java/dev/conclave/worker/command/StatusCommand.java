package dev.conclave.worker.command;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.command.LocalCommand.JsonOutput;
import dev.conclave.worker.stack.DiskSpace;
import dev.conclave.worker.stack.StackStatus;
import dev.conclave.workflows.temporal.ExitCodes;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.BiConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code conclave status}. */
@Command(
    name = "status",
    description = "Say which server and worker run, how many sessions wait, and disk use.",
    footer = {
      "",
      "Example:",
      "  conclave status --json",
      "",
      "Exit codes: 0 both run, 3 one of them does not."
    })
final class StatusCommand extends LocalCommand {
  @Mixin private JsonOutput json = new JsonOutput();

  @Override
  HostContext context() {
    return HostContext.despiteConfiguration(this::say);
  }

  @Override
  int run(HostContext host) throws Exception {
    StackStatus status = StackStatus.now(host);
    if (json.wanted()) {
      json.print(out(), status);
    } else {
      print(status, out());
    }
    return status.isUp() ? ExitCodes.DONE : ExitCodes.NO_SERVER;
  }

  static void print(StackStatus status, PrintWriter out) {
    BiConsumer<String, String> line = (name, text) -> out.printf("%-10s%s%n", name, text);
    StackStatus.Server server = status.server();
    line.accept(
        "Server",
        server.up()
            ? "%s, namespace %s, version %s"
                .formatted(status.address(), status.namespace(), server.version().orElse("unknown"))
            : server.problem().orElse("down"));
    server.ui().ifPresent(ui -> line.accept("UI", ui));
    server.codec().ifPresent(codec -> line.accept("Codec", codec));
    server.process().ifPresent(process -> line.accept("", process(process)));
    server
        .retentionDays()
        .map(days -> "keeps closed sessions " + days + (days == 1 ? " day" : " days"))
        .ifPresent(kept -> line.accept("", kept));
    if (!server.missingSearchAttributes().isEmpty()) {
      String missing = String.join(", ", server.missingSearchAttributes());
      line.accept("", "not registered: " + missing + "; `conclave doctor --fix` does it");
    }
    line.accept(
        "Worker",
        status
            .worker()
            .map(worker -> process(worker.process()))
            .orElse("none; start it with `conclave up`"));
    status
        .worker()
        .flatMap(StackStatus.Worker::metrics)
        .ifPresent(url -> line.accept("", "metrics and health at " + url));
    if (status.workers().size() > (status.worker().isPresent() ? 1 : 0)) {
      String whose =
          status.worker().isEmpty() ? "not of this data folder, heard in the last 5 min: " : "";
      line.accept("Workers", whose + String.join(", ", status.workers()));
    }
    status.sessions().ifPresent(sessions -> line.accept("Sessions", sessions.text()));
    status.host().ifPresent(host -> line.accept("Host", host.name() + " (" + host.id() + ")"));
    line.accept(
        "Data", status.dataFolder() + status.disk().map(disk -> ", " + disk(disk)).orElse(""));
    line.accept("Version", status.version() + ", Java " + Runtime.version().feature());
  }

  private static String process(StackStatus.Process process) {
    Duration up = Duration.ofSeconds(process.uptimeSeconds());
    return "pid %d, up %s, log %s".formatted(process.pid(), uptime(up), process.log());
  }

  private static String disk(DiskSpace disk) {
    return "%s, of which %s sessions; %s free%s"
        .formatted(
            DiskSpace.human(disk.used()),
            DiskSpace.human(disk.database()),
            DiskSpace.human(disk.free()),
            disk.free() < DiskSpace.LITTLE ? ", too little: free some space" : "");
  }

  /** The two largest units: {@code 3 d 4 h}. */
  static String uptime(Duration up) {
    if (up.toDays() > 0) {
      return up.toDays() + " d " + up.toHoursPart() + " h";
    }
    return up.toHours() > 0
        ? up.toHours() + " h " + up.toMinutesPart() + " min"
        : (up.toMinutes() > 0 ? up.toMinutes() + " min " : "") + up.toSecondsPart() + " s";
  }
}
