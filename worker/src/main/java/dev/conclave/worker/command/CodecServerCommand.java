package dev.conclave.worker.command;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.operations.CodecServer;
import dev.conclave.worker.stack.LocalStack;
import dev.conclave.workflows.text.ExitCodes;
import java.net.BindException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "codec-server",
    description = "Serve decoded payloads to a Temporal UI and the temporal command.",
    footer = {
      "",
      "The UI of `conclave up` has one already. For another UI, use --ui, and enter the",
      "printed address as its codec server, in a browser on this machine.",
      "It serves only this machine.",
      "",
      "Examples:",
      "  conclave codec-server --ui https://temporal.example.org",
      "  temporal workflow show -w ID --detailed --codec-endpoint http://localhost:8235"
    })
final class CodecServerCommand extends LocalCommand {
  private static final Pattern ORIGIN = Pattern.compile("https?://[^/\\s]+/?");

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Loopback port (default: ${DEFAULT-VALUE}).")
  private int port = 8235;

  @Option(
      names = "--ui",
      paramLabel = "URL",
      description = "A Temporal UI whose pages may use it; may be repeated.")
  private List<String> pages = new ArrayList<>();

  @Override
  int run(HostContext host) throws Exception {
    Set<String> named = new TreeSet<>();
    for (String page : pages) {
      if (!ORIGIN.matcher(page).matches()) {
        throw usage(
            "\"%s\" is not the address of a UI: use the form https://temporal.example.org"
                .formatted(page));
      }
      named.addAll(CodecServer.originsOf(page));
    }
    try (CodecServer server =
        new CodecServer(
            port,
            host.codec(),
            () -> {
              Set<String> all = new TreeSet<>(LocalStack.uiOrigins(host.folder()));
              all.addAll(named);
              return all;
            })) {
      say("Codec server at %s; Ctrl-C stops.".formatted(server.url()));
      new CountDownLatch(1).await();
      return ExitCodes.DONE;
    } catch (BindException e) {
      throw new IllegalStateException(
          ("Port %d is in use, perhaps by the codec server of `conclave up`: choose another port with"
                  + " --port.")
              .formatted(port),
          e);
    }
  }
}
