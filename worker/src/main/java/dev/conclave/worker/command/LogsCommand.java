package dev.conclave.worker.command;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.command.LocalCommand.JsonOutput;
import dev.conclave.worker.stack.LogFile;
import dev.conclave.workflows.text.ExitCodes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "logs",
    description = "Show the log of the worker, the server or the web page.",
    footer = {"", "Examples:", "  conclave logs -n 200", "  conclave logs server --follow"})
final class LogsCommand extends LocalCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "[worker|server|page]",
      hideParamSyntax = true,
      description = "worker, server or page (default: worker).")
  private String whose = "worker";

  @Option(
      names = {"-n", "--lines"},
      paramLabel = "N",
      description = "Number of lines to print (default: 50).")
  private int lines = 50;

  @Option(
      names = {"-f", "--follow"},
      description = "Keep printing new lines until Ctrl-C.")
  private boolean follow;

  @Mixin private JsonOutput json = new JsonOutput();

  record Log(String file, List<String> lines) {}

  @Override
  HostContext context() {
    return HostContext.ignoringConfigurationErrors(this::say);
  }

  @Override
  int run(HostContext host) throws Exception {
    if (json.wanted && follow) {
      throw usage("--json prints the log once: omit --follow");
    }
    if (!List.of("worker", "server", "page").contains(whose)) {
      throw usage("unknown log \"" + whose + "\": use worker, server or page");
    }
    Path file = host.folder().logs().resolve(whose + (whose.equals("page") ? ".out" : ".log"));
    LogFile following = new LogFile(file);
    List<String> last = following.last(Math.max(0, lines));
    if (!Files.exists(file)) {
      say(
          "There is no log yet ("
              + file
              + "): run `conclave up` to start the process that writes it.");
    }
    if (json.wanted) {
      printJson(new Log(file.toString(), last));
      return ExitCodes.DONE;
    }
    last.forEach(out()::println);
    while (follow) {
      out().flush();
      Thread.sleep(300);
      following.readNewLines(out()::println);
    }
    return ExitCodes.DONE;
  }
}
