package dev.conclave.worker.command;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.command.LocalCommand.JsonOutput;
import dev.conclave.worker.stack.DiskSpace;
import dev.conclave.worker.stack.LocalStack;
import dev.conclave.worker.stack.StackStatus;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.host.PageAddress;
import dev.conclave.workflows.text.ExitCodes;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.Words;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.BiConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "status",
    description = "Show the server, the worker and the disk space.",
    footer = {
      "",
      "Example:",
      "  conclave status --json",
      "",
      "Exit codes: 0 both are running, 3 one of them is not."
    })
final class StatusCommand extends LocalCommand {
  @Mixin private JsonOutput json = new JsonOutput();

  @Override
  HostContext context() {
    return HostContext.ignoringConfigurationErrors(this::say);
  }

  @Override
  int run(HostContext host) throws Exception {
    StackStatus status = StackStatus.now(host);
    if (json.wanted) {
      printJson(status);
    } else {
      print(status, host.folder(), out(), language);
    }
    return status.isUp() ? ExitCodes.DONE : ExitCodes.NO_SERVER;
  }

  static void print(StackStatus status, DataFolder folder, PrintWriter out, Language language) {
    BiConsumer<String, String> line =
        (name, text) -> out.println(padded(language.console(name), 10) + language.console(text));
    StackStatus.Server server = status.server();
    line.accept(
        "Server",
        server.up()
            ? "%s, namespace %s, version %s"
                .formatted(status.address(), status.namespace(), server.version().orElse("unknown"))
            : server.problem().orElse("down"));
    server.ui().ifPresent(ui -> line.accept("UI", LocalStack.withSignInToken(folder, ui)));
    line.accept(
        "Page",
        PageAddress.find(folder)
            .map(PageAddress::link)
            .orElse("not running; start it with `conclave up` or `conclave ui`"));
    server.codec().ifPresent(codec -> line.accept("Codec", codec));
    server.process().ifPresent(process -> line.accept("", process(process)));
    server
        .retentionDays()
        .map(days -> "keeps closed sessions for " + Words.counted(days, "day"))
        .ifPresent(kept -> line.accept("", kept));
    if (!server.missingSearchAttributes().isEmpty()) {
      String missing = String.join(", ", server.missingSearchAttributes());
      line.accept("", "not registered: " + missing + "; `conclave doctor --fix` registers them");
    }
    line.accept(
        "Worker",
        status
            .worker()
            .map(worker -> process(worker.process()))
            .orElse("not running; start it with `conclave up`"));
    status
        .worker()
        .flatMap(StackStatus.Worker::metrics)
        .ifPresent(url -> line.accept("", "metrics and health at " + url));
    if (!status.workers().isEmpty()) {
      line.accept("Workers", "seen in the last 5 min: " + String.join(", ", status.workers()));
    }
    status.host().ifPresent(host -> line.accept("Host", host.name() + " (" + host.id() + ")"));
    line.accept(
        "Data", status.dataFolder() + status.free().map(bytes -> ", " + free(bytes)).orElse(""));
    line.accept("Version", status.version() + ", Java " + Runtime.version().feature());
  }

  private static String process(StackStatus.Process process) {
    Duration up = Duration.ofSeconds(process.uptimeSeconds());
    return "pid %d, up %d h %d min, log %s"
        .formatted(process.pid(), up.toHours(), up.toMinutesPart(), process.log());
  }

  private static String free(long bytes) {
    return DiskSpace.human(bytes)
        + (bytes < DiskSpace.LITTLE ? " free, too little: free some space" : " free");
  }
}
