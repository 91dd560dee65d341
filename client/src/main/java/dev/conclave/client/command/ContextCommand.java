package dev.conclave.client.command;

import dev.conclave.client.session.Refusal;
import dev.conclave.workflows.api.WorkspaceSpec;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.context.ContextRequest;
import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.temporal.Cut;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave context}. */
@Command(
    name = "context",
    description = "Gather the full context of a task, and resolve what conflicts with it.",
    footer = {
      "",
      "Agents explore the code from one to four angles. Where the task conflicts with",
      "what there is, you choose a strategy; it may change planning documents, never",
      "code. With --yes the recommended ones are taken.",
      "",
      "Examples:",
      "  conclave context \"Migrate the sessions to Redis\"",
      "  conclave context \"Split the billing module\" --session WFS-billing",
      "  conclave context -f task.md --source docs/prd.md --editable docs/plan.md",
      "",
      "Exit codes: as for `conclave plan`."
    })
final class ContextCommand implements Callable<Integer> {
  private static final Pattern SESSION =
      Pattern.compile(SessionKind.CONTEXT.prefix().orElseThrow() + "[\\p{L}\\p{N}._-]{1,96}");

  private final CommandContext context;

  @Mixin private StartOptions start = new StartOptions();

  @Option(
      names = "--session",
      paramLabel = "WFS-NAME",
      description = "The id of the session (default: WFS-, the task in short, the date).")
  private Optional<String> session = Optional.empty();

  @Mixin private ContextOptions files = new ContextOptions();

  @Mixin private SharedOptions.Json json = new SharedOptions.Json();

  ContextCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    TextInput input = new TextInput(context);
    return input.keeping(
        () -> {
          Configuration user = context.configuration();
          return start.begin(context, user, json.wanted, request(input, user), session);
        });
  }

  /**
   * The request that options and configuration make.
   *
   * @throws Refusal naming the fix
   */
  private ContextRequest request(TextInput input, Configuration user) {
    if (session.filter(id -> !SESSION.matcher(id).matches()).isPresent()) {
      throw new Refusal(
          "--session takes WFS- and letters, digits, '.', '_' or '-', at most 100 characters, not \"%s\"."
              .formatted(session.get()));
    }
    String task = start.task(context, input, !json.wanted);
    WorkspaceSpec workspace = start.workspace(context, user.hostPatience());
    session.ifPresent(id -> requireSameTask(id, task, workspace));
    Configuration configuration = start.configuration(user, workspace, Optional.empty());
    return new ContextRequest(
        task,
        workspace,
        configuration.tools(),
        start.namesTools(),
        start.fallback(user, configuration),
        files.editable(context, workspace),
        files.sources(context, workspace),
        Optional.empty(),
        start.yes(),
        configuration.budget(),
        start.deadline(),
        start.languages(configuration.languages()),
        configuration.promptContextBytes(),
        true,
        context.user());
  }

  /** What a session gathered for one task is not replaced by what is gathered for another. */
  private static void requireSameTask(String id, String task, WorkspaceSpec workspace) {
    workspace
        .path()
        .map(root -> Path.of(root, ".workflow", "active", id, SessionKind.PROCESS))
        .filter(SessionFolders::isOfSession)
        .map(folder -> SessionFolders.read(folder).request().task())
        .filter(other -> !other.equals(task))
        .ifPresent(
            other -> {
              throw new Refusal(
                  "Session %s has gathered the context of another task (%s): name another --session, or remove its folder."
                      .formatted(id, Cut.shown(other, 100)));
            });
  }
}
