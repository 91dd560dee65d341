package dev.conclave.client.command;

import dev.conclave.client.command.TaskCommand.Continuing;
import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.context.ContextRequest;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.text.Cut;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave context}. */
@Command(
    name = "context",
    description = "Gather the full context of a task and resolve its conflicts.",
    footer = {
      "",
      "Agents explore the code from one to four angles. If the task conflicts with the",
      "code, you choose a strategy. It may change planning documents, but never code.",
      "--yes takes the recommended strategies.",
      "",
      "Examples:",
      "  conclave context \"Migrate the sessions to Redis\"",
      "  conclave context \"Split the billing module\" --session WFS-billing",
      "  conclave context --continue",
      "  conclave context -f task.md --source docs/prd.md --editable docs/plan.md",
      "",
      "Exit codes: as for `conclave plan`."
    })
final class ContextCommand extends TaskCommand {
  private static final Pattern SESSION =
      Pattern.compile(ContextState.KIND.prefix() + "[\\p{L}\\p{N}._-]{1,96}");

  @Option(
      names = "--session",
      paramLabel = "WFS-NAME",
      description = "The id of the session (default: WFS-, a short form of the task, the date).")
  private Optional<String> session = Optional.empty();

  @Mixin private ContextOptions files = new ContextOptions();

  @Mixin private Continuing continuing = new Continuing();

  ContextCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    if (continuing.wanted()) {
      return resume(continuing, ContextState.KIND);
    }
    return input.sendOrKeep(
        () -> {
          Configuration user = context.configuration();
          return begin(user, request(user), session);
        });
  }

  private ContextRequest request(Configuration user) {
    if (session.filter(id -> !SESSION.matcher(id).matches()).isPresent()) {
      throw new UsageException(
          "--session takes WFS- followed by letters, digits, '.', '_' or '-', at most 100 characters in all, not \"%s\"."
              .formatted(session.get()));
    }
    String task = task();
    WorkspaceSpec workspace = workspace(user);
    session.ifPresent(id -> requireSameTask(id, task, workspace));
    Configuration configuration = configuration(user, workspace, Optional.empty());
    return new ContextRequest(
        terms(task, user, configuration, workspace),
        files.editable(context, workspace),
        files.sources(context, workspace),
        Optional.empty());
  }

  private static void requireSameTask(String id, String task, WorkspaceSpec workspace) {
    workspace
        .path()
        .map(root -> Path.of(root, ".workflow", "active", id, ContextState.PROCESS))
        .filter(SessionFolders::isOfSession)
        .map(folder -> SessionFolders.read(folder).request().task())
        .filter(other -> !other.equals(task))
        .ifPresent(
            other -> {
              throw new UsageException(
                  "Session %s holds the context of another task (%s): use another --session, or remove its folder."
                      .formatted(id, Cut.shorten(other, 100)));
            });
  }
}
