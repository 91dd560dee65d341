package dev.conclave.client.command;

import dev.conclave.client.session.UsageException;
import dev.conclave.client.web.PageServer;
import dev.conclave.workflows.text.ExitCodes;
import java.io.IOException;
import java.net.BindException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code conclave ui}. */
@Command(
    name = "ui",
    description = "Serve the web page of your sessions on this machine.",
    footer = {
      "",
      "It answers on 127.0.0.1 alone, and lets in only browsers that open the link it",
      "prints, which works once. Ctrl-C ends it; sessions go on.",
      "",
      "Examples:",
      "  conclave ui",
      "  ssh -L 8234:127.0.0.1:8234 HOST    then open the link from your laptop"
    })
final class UiCommand implements Callable<Integer> {
  private final CommandContext context;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port on 127.0.0.1 (default: 8234).")
  private int port = 8234;

  UiCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    try (Backend backend = Backend.existing(context);
        PageServer server =
            new PageServer(port, backend.sessions(), backend.workers(), backend.pages())) {
      context.output().result(server.link());
      new CountDownLatch(1).await();
      return ExitCodes.DONE;
    } catch (BindException e) {
      throw new UsageException(
          "Port %d of 127.0.0.1 is in use: name another with --port.".formatted(port), e);
    }
  }
}
