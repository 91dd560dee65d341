package dev.conclave.client.command;

import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.host.HostServices;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.text.ExitCodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code conclave export}. */
@Command(
    name = "export",
    description = "Write a session's folder again from the state of the session.",
    footer = {
      "",
      "Documents that no longer exist are named on standard error.",
      "",
      "Example:",
      "  conclave export last --to rate-limiting"
    })
final class ExportCommand extends SessionCommand {
  @Option(
      names = "--to",
      paramLabel = "DIR",
      required = true,
      description = "The folder to write; new, or empty.")
  private Path to = Path.of("");

  ExportCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws IOException {
    Path target = context.directory().resolve(to).normalize();
    String[] there = target.toFile().list();
    if (Files.exists(target) && (there == null || there.length > 0)) {
      throw new UsageException(target + " is not an empty folder: name a new one with --to.");
    }
    try (Backend backend = Backend.existing(context)) {
      SessionState<?> state = backend.find(named).known();
      HostServices host =
          context
              .host()
              .orElseThrow(
                  () ->
                      new UsageException(
                          "Writing a folder needs the worker, and only the client is installed here: export it on host %s."
                              .formatted(state.workspace().map(w -> w.hostName()).orElse("?"))));
      List<String> missing = host.export(state, context.dataFolder(), target, context.secrets());
      String folder = target.toString();
      context.print(json.wanted, new Documents.Exported(folder, missing), folder);
      if (!json.wanted) {
        missing.forEach(context::say);
      }
    } catch (IOException | UncheckedIOException e) {
      throw new IOException(
          "The folder %s cannot be written (%s): name another with --to."
              .formatted(target, e.getMessage()),
          e);
    }
    return ExitCodes.DONE;
  }
}
