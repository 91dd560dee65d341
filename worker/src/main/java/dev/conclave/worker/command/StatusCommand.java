package dev.conclave.worker.command;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.command.LocalCommand.JsonOutput;
import dev.conclave.worker.stack.DiskSpace;
import dev.conclave.worker.stack.StackStatus;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.LocalCommands;
import java.io.PrintWriter;
import java.time.Duration;
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
    StackStatus.Server server = status.server();
    line(out, "Server", server.up() ? server(status) : server.problem().orElse("down"));
    server.ui().ifPresent(ui -> line(out, "UI", ui));
    server.codec().ifPresent(codec -> line(out, "Codec", codec));
    server.process().ifPresent(process -> line(out, "", process(process)));
    server
        .retentionDays()
        .ifPresent(
            days ->
                line(out, "", "keeps closed sessions " + days + (days == 1 ? " day" : " days")));
    if (!server.missingSearchAttributes().isEmpty()) {
      line(
          out,
          "",
          "not registered: "
              + String.join(", ", server.missingSearchAttributes())
              + "; `conclave doctor --fix` does it");
    }
    line(
        out,
        "Worker",
        status
            .worker()
            .map(worker -> process(worker.process()))
            .orElse("none; start it with `conclave up`"));
    status
        .worker()
        .flatMap(StackStatus.Worker::outdated)
        .ifPresent(old -> line(out, "", old + "; `" + LocalCommands.READ_ANEW + "`"));
    if (status.workers().size() > 1 || (status.worker().isEmpty() && !status.workers().isEmpty())) {
      line(
          out,
          "Workers",
          (status.worker().isEmpty() ? "not of this data folder, heard in the last 5 min: " : "")
              + String.join(", ", status.workers()));
    }
    status
        .foreground()
        .ifPresent(up -> line(out, "Up", "pid %d looks after both".formatted(up.process().pid())));
    status.sessions().ifPresent(sessions -> line(out, "Sessions", sessions.text()));
    status.host().ifPresent(host -> line(out, "Host", host.name() + " (" + host.id() + ")"));
    line(
        out, "Data", status.dataFolder() + status.disk().map(disk -> ", " + disk(disk)).orElse(""));
    line(out, "Version", status.version() + ", Java " + Runtime.version().feature());
  }

  private static String server(StackStatus status) {
    return "%s, namespace %s, version %s"
        .formatted(
            status.address(), status.namespace(), status.server().version().orElse("unknown"));
  }

  private static String process(StackStatus.Process process) {
    return "pid %d, up %s, log %s"
        .formatted(
            process.pid(), uptime(Duration.ofSeconds(process.uptimeSeconds())), process.log());
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
    if (up.toHours() > 0) {
      return up.toHours() + " h " + up.toMinutesPart() + " min";
    }
    return up.toMinutes() > 0
        ? up.toMinutes() + " min " + up.toSecondsPart() + " s"
        : up.toSeconds() + " s";
  }

  private static void line(PrintWriter out, String name, String text) {
    out.printf("%-10s%s%n", name, text);
  }
}
