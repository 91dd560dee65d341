package dev.conclave.client.command;

import dev.conclave.client.page.KindPage;
import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.host.HostServices;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.text.ExitCodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code conclave export}. */
@Command(
    name = "export",
    description = "Write a session's folder, or its plan, from the state of the session.",
    footer = {
      "",
      "Documents that no longer exist are named on standard error.",
      "",
      "Examples:",
      "  conclave export last --to rate-limiting",
      "  conclave export last --plan docs/plans"
    })
final class ExportCommand extends SessionCommand {
  @ArgGroup(multiplicity = "1")
  private Target target = new Target();

  private static final class Target {
    @Option(
        names = "--to",
        paramLabel = "DIR",
        required = true,
        description = "The folder to write; new, or empty.")
    private @Nullable Path folder;

    @Option(
        names = "--plan",
        paramLabel = "DIR",
        required = true,
        description = "Write the plan alone, as Markdown, into this folder.")
    private @Nullable Path plans;
  }

  ExportCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws IOException {
    try (Backend backend = Backend.existing(context)) {
      SessionState<?> state = backend.find(named).known();
      List<String> missing = new ArrayList<>();
      Path written =
          target.plans == null
              ? folder(state, Objects.requireNonNull(target.folder), missing)
              : plan(state, target.plans);
      context.print(
          json.wanted, new Documents.Exported(written.toString(), missing), written.toString());
      if (!json.wanted) {
        missing.forEach(context::say);
      }
    }
    return ExitCodes.DONE;
  }

  private Path folder(SessionState<?> state, Path to, List<String> missing) throws IOException {
    Path folder = context.directory().resolve(to).normalize();
    String[] there = folder.toFile().list();
    if (Files.exists(folder) && (there == null || there.length > 0)) {
      throw new UsageException(folder + " is not an empty folder: name a new one with --to.");
    }
    try {
      missing.addAll(
          host(context, state).export(state, context.dataFolder(), folder, context.secrets()));
      return folder;
    } catch (IOException | UncheckedIOException e) {
      throw new IOException(
          "The folder %s cannot be written (%s): name another with --to."
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  /** Writes the plan under the session's handle, as a team commits it. */
  private Path plan(SessionState<?> state, Path plans) throws IOException {
    String text = plan(context, state);
    Path file = context.directory().resolve(plans).normalize().resolve(state.handle() + ".md");
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** The plan as its session's folder has it. */
  static String plan(CommandContext context, SessionState<?> state) {
    KindPage.of(state).plan(state, context::say); // refuses where there is none
    try {
      Path folder = Files.createTempDirectory("conclave-plan");
      try {
        Path copy = folder.resolve("session");
        host(context, state).export(state, context.dataFolder(), copy, context.secrets());
        return Files.readString(copy.resolve("IMPL_PLAN.md"));
      } finally {
        SessionFolders.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static HostServices host(CommandContext context, SessionState<?> state) {
    return context
        .host()
        .orElseThrow(
            () ->
                new UsageException(
                    "Writing a folder needs the worker, and only the client is installed here: export it on host %s."
                        .formatted(state.workspace().map(w -> w.hostName()).orElse("?"))));
  }
}
