package dev.conclave.client.command;

import dev.conclave.client.page.KindPage;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.web.SessionExport;
import dev.conclave.client.web.SessionExport.Format;
import dev.conclave.client.web.SessionFiles;
import dev.conclave.workflows.host.HostServices;
import dev.conclave.workflows.plan.PlanState;
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
    description = "Export a session as a folder, its plan, or one document.",
    footer = {
      "",
      "Documents that no longer exist are listed on standard error.",
      "",
      "Examples:",
      "  conclave export last --to rate-limiting",
      "  conclave export last --plan docs/plans",
      "  conclave export last --format html --to decision.html"
    })
final class ExportCommand extends SessionCommand {
  @ArgGroup(multiplicity = "1")
  private Target target = new Target();

  private static final class Target {
    @Option(
        names = "--to",
        paramLabel = "DIR",
        required = true,
        description = "The folder to write, new or empty. With --format, the file.")
    private @Nullable Path folder;

    @Option(
        names = "--plan",
        paramLabel = "DIR",
        required = true,
        description = "Write only the plan, as Markdown, into this folder.")
    private @Nullable Path plans;
  }

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "With --to: write one self-contained document, md or html.")
  private @Nullable Format format;

  @Option(names = "--round", paramLabel = "N", description = "With --format: write only round N.")
  private int round;

  ExportCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws IOException {
    try (Backend backend = Backend.existing(context)) {
      Session session = backend.find(named);
      SessionState<?> state = session.known();
      List<String> missing = new ArrayList<>();
      Path written;
      if (target.plans != null) {
        written = plan(state, target.plans);
      } else if (format == null) {
        written = folder(state, Objects.requireNonNull(target.folder), missing);
      } else {
        SessionSnapshot now =
            new SessionSnapshot(
                state.view(), List.of(), List.of(), null, session.ended().orElse(null));
        written = document(state, now, format, Objects.requireNonNull(target.folder));
      }
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
      throw new UsageException(folder + " is not empty: choose another folder with --to.");
    }
    try {
      missing.addAll(
          host(context, state).export(state, context.dataFolder(), folder, context.secrets()));
      return folder;
    } catch (IOException | UncheckedIOException e) {
      throw new IOException(
          "Cannot write folder %s (%s): choose another with --to."
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  private Path document(SessionState<?> state, SessionSnapshot now, Format as, Path to)
      throws IOException {
    Path file = context.directory().resolve(to).normalize();
    SessionFiles files =
        new SessionFiles(context.host(), context.hostId(), context.dataFolder(), context.secrets());
    String language = state.request().languages().get(0);
    String text = SessionExport.of(state, now, files, as, round, language);
    if (Files.isDirectory(file)) {
      throw new UsageException(file + " is a folder: choose a file with --to.");
    }
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    return Files.writeString(file, text);
  }

  private Path plan(SessionState<?> state, Path plans) throws IOException {
    String text = plan(context, state);
    Path file = context.directory().resolve(plans).normalize().resolve(state.handle() + ".md");
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** Returns the plan as in the session's folder. */
  static String plan(CommandContext context, SessionState<?> state) {
    if (!(state instanceof PlanState)) {
      throw KindPage.onlyOfPlans(state, "a plan");
    }
    KindPage.of(state).plan(state, context::say); // throws if there is none
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
                    "Only the client is installed here, and export needs the worker: run it on host %s."
                        .formatted(state.workspace().map(w -> w.hostName()).orElse("?"))));
  }
}
