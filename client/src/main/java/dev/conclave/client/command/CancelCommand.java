package dev.conclave.client.command;

import dev.conclave.client.session.Session;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.session.Workers.Presence;
import dev.conclave.workflows.api.ExecutionActivities.Delivered;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.ExitCodes;
import dev.conclave.workflows.text.Words;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code conclave cancel}. */
@Command(
    name = "cancel",
    description = "Cancel a session: stop its agents and save its state.",
    footer = {
      "",
      "Example:",
      "  conclave cancel last",
      "",
      "Exit codes: 0 cancelled, 1 ended otherwise, 3 no server or worker."
    })
final class CancelCommand extends SessionCommand {
  /** 15 s until a lost call times out, 12 s for notifications, half a minute for the folder. */
  private static final Duration PATIENCE = Duration.ofSeconds(75);

  @Option(names = "--as", paramLabel = "NAME", description = "Who cancels (default: your login).")
  private String by = "";

  CancelCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws InterruptedException {
    try (Backend backend = Backend.existing(context)) {
      Session session = backend.find(named).continuation();
      if (session.ended().isPresent()) {
        throw new UsageException(
            "Session %s has already ended (%s); see `conclave show %s`."
                .formatted(session.handle(), ended(session), session.handle()));
      }
      session.cancel(by.isBlank() ? context.user() : by);
      context.say(
          "Waiting up to %d s for the agents to stop and the folder to be written."
              .formatted(PATIENCE.toSeconds()));
      Instant end = Instant.now().plus(PATIENCE);
      while (session.ended().isEmpty()) {
        if (Instant.now().isAfter(end)) {
          throw new ServerException(
              "The cancellation was recorded, but the session did not end within %d s%s"
                  .formatted(
                      PATIENCE.toSeconds(),
                      backend.workers().ofWorkflows() == Presence.ABSENT
                          ? ": no worker is running; it will end when one starts (`conclave worker`)."
                          : ". If its worker has stopped, run `conclave up`; the session will end then."));
        }
        Thread.sleep(context.pace().toMillis());
      }
      return tell(session);
    }
  }

  /** Reports how the session ended, since the cancel may have come too late. */
  private int tell(Session session) {
    String how = ended(session);
    boolean cancelled = how.equals(Words.of(Phase.CANCELLED));
    String sentence =
        cancelled
            ? "Session %1$s is cancelled.%3$s Continue from the saved state with: conclave resume %1$s"
            : "Session %1$s was not cancelled: it had already ended (%2$s). See: conclave show %1$s";
    context.print(
        json.wanted,
        new Documents.Cancelled(session.id(), how),
        sentence.formatted(session.handle(), how, cancelled ? committed(session) : ""));
    return cancelled ? ExitCodes.DONE : ExitCodes.FAILED;
  }

  private static String committed(Session session) {
    if (SessionKinds.ofId(session.id()) != ExecuteState.KIND
        || !(session.last() instanceof ExecuteState state)
        || state.commits().isEmpty()) {
      return "";
    }
    String place =
        state
            .delivered()
            .filter(Delivered::done)
            .map(kept -> "on branch " + kept.place())
            .orElse("kept; resume the session to deliver the branch");
    boolean one = state.commits().size() == 1;
    return " Its %s %s %s."
        .formatted(Words.counted(state.commits().size(), "commit"), one ? "is" : "are", place);
  }

  /** Returns the phase in which it ended, else how its workflow ended. */
  private static String ended(Session session) {
    String ended = session.ended().orElse("running");
    return ended.equals("completed")
        ? Words.of(session.last().phase())
        : ended.equals("canceled") ? Words.of(Phase.CANCELLED) : ended;
  }
}
