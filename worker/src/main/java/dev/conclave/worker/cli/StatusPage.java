package dev.conclave.worker.cli;

import dev.conclave.worker.stack.StackStatus;
import java.io.PrintWriter;

/** A status for people. */
final class StatusPage {
  private StatusPage() {}

  static void print(StackStatus status, PrintWriter out) {
    StackStatus.Server server = status.server();
    line(out, "Server", server.up() ? server(status) : server.problem().orElse("down"));
    server.ui().ifPresent(ui -> line(out, "UI", ui));
    server.process().ifPresent(process -> line(out, "", process(process)));
    server
        .retentionDays()
        .ifPresent(days -> line(out, "", "keeps closed sessions " + days + " days"));
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
        status.worker().map(StatusPage::process).orElse("none; start it with `conclave up`"));
    line(out, "Host", status.host().name() + " (" + status.host().id() + ")");
    line(out, "Data", status.dataFolder());
  }

  private static String server(StackStatus status) {
    return "%s, namespace %s, version %s"
        .formatted(
            status.address(), status.namespace(), status.server().version().orElse("unknown"));
  }

  private static String process(StackStatus.Process process) {
    return "pid %d since %s, log %s".formatted(process.pid(), process.since(), process.log());
  }

  private static void line(PrintWriter out, String name, String text) {
    out.printf("%-8s%s%n", name, text);
  }
}
