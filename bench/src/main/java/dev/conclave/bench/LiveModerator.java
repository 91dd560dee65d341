package dev.conclave.bench;

import dev.conclave.activities.agent.CallRequest;
import dev.conclave.activities.agent.CallRunner;
import dev.conclave.activities.agent.CallSlots;
import dev.conclave.activities.agent.Programs;
import dev.conclave.activities.agent.ReplyReader;
import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.activities.discussion.LedgerRules;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.CallPlace;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.Snapshots;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.Logging;
import dev.conclave.worker.command.HostRegistrations;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.WireMapper;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks a configured agent to moderate, as a session does: one request, and one repair if its reply
 * has errors.
 */
final class LiveModerator {
  private static final Workspace NOWHERE =
      new Workspace("", "", "bench", "/", Optional.empty(), "", false, Optional.empty());

  private final DocumentStore documents;
  private final CallRunner calls;

  /**
   * Creates a moderator.
   *
   * @param data an empty folder for the files of its calls
   */
  LiveModerator(DataFolder data) {
    HostContext host = HostContext.ofThisProcess();
    Logging.toConsole(host.environment());
    SecretFilter secrets = SecretFilter.of(host.configuration(), host.environment());
    documents = DocumentStore.in(data);
    Snapshots snapshots = new Snapshots(data, new GitTrees(data, documents), false);
    calls =
        new CallRunner(
            data,
            host.configuration(),
            host.environment(),
            new Programs(),
            (request, holder) -> CallPlace.open(snapshots, request, holder),
            HostRegistrations.prompts(host.configuration(), documents, secrets)::write,
            documents,
            secrets::redact,
            new CallSlots(host.configuration().slots()));
  }

  Moderation moderate(String agent, String task, Ledger ledger) throws Exception {
    AskRequest request =
        new AskRequest(
            "m1.0-" + agent + "-1",
            "bench",
            1,
            agent,
            Role.MODERATOR,
            Mode.ANALYSIS,
            "moderator-1",
            NOWHERE,
            "",
            task,
            Map.of(
                LedgerRules.DOCUMENT, documents.put(WireMapper.get().writeValueAsString(ledger))),
            Map.of(),
            List.of(),
            Optional.empty(),
            List.of("en"),
            Duration.ofMinutes(10),
            0);
    String text = ask(request);
    List<String> errors = new ArrayList<>();
    Optional<Moderation> reply = ReplyReader.moderation(documents, text, request, errors);
    if (!errors.isEmpty()) {
      errors.forEach(error -> System.err.println(agent + " is asked to mend: " + error));
      Optional<DocumentRef> quoted = Optional.of(documents.put(text));
      AskRequest again = request.forRepair(errors, quoted);
      List<String> left = new ArrayList<>();
      reply = ReplyReader.moderation(documents, ask(again), again, left);
      left.forEach(error -> System.err.println("left out: " + error));
    }
    return reply.orElseThrow(() -> new IllegalStateException(agent + " gave no moderation"));
  }

  private String ask(AskRequest request) throws Exception {
    CallRequest call =
        new CallRequest(
            CallKey.of("", "", request.callId().getBytes(StandardCharsets.UTF_8)),
            new WaitingActivity("", request.callId()),
            request);
    return calls.call(call, new CallControl(), progress -> {}).text();
  }
}
