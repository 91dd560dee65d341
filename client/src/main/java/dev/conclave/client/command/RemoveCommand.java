package dev.conclave.client.command;

import dev.conclave.client.session.Session;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.session.UsageException.UnknownSession;
import dev.conclave.client.terminal.Console;
import dev.conclave.client.terminal.Prompt.PromptAbandoned;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.ExitCodes;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code conclave rm}. */
@Command(
    name = "rm",
    description = "Delete a session that has ended: its folder and its documents.",
    footer = {
      "",
      "At a terminal it asks first, also about the history on the server. Documents",
      "that another session on this machine needs are kept.",
      "",
      "Examples:",
      "  conclave rm clock-7f3",
      "  conclave rm last --yes --history",
      "",
      "Exit codes: 0 deleted, 2 refused, 3 no server."
    })
final class RemoveCommand extends SessionCommand {
  private static final Pattern DIGEST = Pattern.compile("\"([0-9a-f]{64})\"");

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask.")
  private boolean yes;

  @Option(names = "--history", description = "Also delete its history on the server.")
  private boolean history;

  RemoveCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws IOException {
    SessionFolders folders = new SessionFolders(context);
    try (Backend backend = Backend.existing(context)) {
      Session session = backend.find(named);
      return remove(session, folders.find(session.id()));
    } catch (UnknownSession | ServerException e) {
      if (e instanceof ServerException && history) {
        throw e;
      }
      Optional<Path> folder = folders.find(named);
      SessionState<?> state = SessionFolders.read(folder.orElseThrow(() -> e));
      return remove(state, folder, null);
    }
  }

  private int remove(Session session, Optional<Path> folder) throws IOException {
    if (session.ended().isEmpty()) {
      throw new UsageException(
          "Session %1$s is still running: cancel it first with `conclave cancel %1$s`."
              .formatted(session.handle()));
    }
    List<String> running = session.runningChildren();
    if (!running.isEmpty()) {
      throw new UsageException(
          "Session %1$s is executing its plan: cancel that first with `conclave cancel %1$s`."
              .formatted(running.get(0)));
    }
    return remove(session.known(), folder, session);
  }

  private int remove(SessionState<?> state, Optional<Path> folder, @Nullable Session session)
      throws IOException {
    Set<String> documents = documents(state, folder);
    String what =
        "%s and %d documents of session %s"
            .formatted(
                folder.map(path -> "The folder " + path).orElse("No folder"),
                documents.size(),
                state.handle());
    if (!yes && !agreed(what + " will be deleted. Continue?")) {
      context.say("Nothing was deleted.");
      return ExitCodes.DONE;
    }
    Session forgotten =
        session != null
                && (history || (!yes && agreed("Delete its history on the server as well?")))
            ? session
            : null;
    if (folder.isPresent()) {
      SessionFolders.delete(folder.get());
    }
    context.host().ifPresent(host -> host.deleteDocuments(context.dataFolder(), documents));
    if (forgotten != null) {
      forgotten.deleteHistory();
    }
    context.startedSessions().beginning("").stream()
        .filter(started -> goesWith(started, state))
        .forEach(context.startedSessions()::remove);
    context.print(
        json.wanted,
        new Documents.Removed(state.session(), documents.size(), forgotten != null),
        "Deleted session " + state.handle() + ".");
    return ExitCodes.DONE;
  }

  private boolean agreed(String question) {
    Console console =
        context
            .console()
            .map(Supplier::get)
            .orElseThrow(
                () -> new UsageException(question + " There is no terminal to ask: add --yes."));
    try {
      return Set.of("y", "yes")
          .contains(console.ask(context.ours(question + " (y/N)")).toLowerCase(Locale.ROOT));
    } catch (PromptAbandoned e) {
      return false;
    }
  }

  /** Whether it is that session or was started for it, with its folder inside the other's. */
  private static boolean goesWith(String session, SessionState<?> removed) {
    return session.equals(removed.session())
        || KindSpec.folderName(session).equals(removed.session());
  }

  /**
   * Returns documents that only this session and those in its folder use, among sessions started
   * here.
   */
  private Set<String> documents(SessionState<?> state, Optional<Path> folder) throws IOException {
    Set<String> own = digests(WireMapper.get().valueToTree(state).toString());
    for (String begun :
        folder.isPresent() ? SessionFolders.childrenIn(folder.get()) : List.<String>of()) {
      own.addAll(digests(begun));
    }
    for (String other : context.startedSessions().beginning("")) {
      if (!goesWith(other, state)) {
        Optional<Path> its = new SessionFolders(context).find(other);
        if (its.isEmpty()) {
          return Set.of(); // unknown which ones that session needs
        }
        own.removeAll(digests(SessionFolders.text(its.get())));
      }
    }
    return own;
  }

  private static Set<String> digests(String json) {
    return DIGEST
        .matcher(json)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(HashSet::new));
  }
}
