package dev.conclave.activities.agent;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.activities.agent.cli.OutputReader.CliOutput;
import dev.conclave.activities.agent.process.CallEnding;
import dev.conclave.activities.agent.process.CallFolder;
import dev.conclave.activities.agent.process.CallFolder.StartedCall;
import dev.conclave.activities.agent.process.CallWatch;
import dev.conclave.activities.agent.process.NetworkProxy;
import dev.conclave.activities.agent.process.OrphanSweep;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.workspace.CallPlace;
import dev.conclave.activities.workspace.WorkFolder;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.SandboxLevel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Builds the result of a call that has ended: its receipt, and its answer or failure. */
record CallOutcome(
    CallRunner runner,
    AskRequest ask,
    AgentCli cli,
    CallFolder folder,
    StartedCall started,
    CallEnding ending,
    CliOutput output,
    Instant end) {
  private static final int MOST_PATHS = 50;
  private static final int MOST_REFUSED = 10;
  private static final String USUAL = " (usual)";
  private static final Pattern MISSING =
      Pattern.compile("(?i)no such file|not found|cannot find|can't open|cannot open|enoent");
  private static final Pattern ABSOLUTE = Pattern.compile("/[^\\s\\x00-\\x1f'\"`:,;()]+");
  private static final int STDERR_JUDGED = 4 << 10;
  private static final int STDERR_KEPT = 256 << 10;

  /** Maximum bytes stored of the raw output; several outputs must fit in memory. */
  private static final int RAW_KEPT = 16 << 20;

  CallResult result(CallPlace place, CallWatch.CallLimits limits) throws IOException {
    Receipt receipt = receipt();
    List<String> changed =
        ask.mode() == Mode.ANALYSIS
            ? place.changedPaths().stream().limit(MOST_PATHS).toList()
            : List.of();
    boolean culprit =
        started.level() != SandboxLevel.SANDBOXED
            && !place.isReopened()
            && !new OrphanSweep(runner.data())
                .hadConcurrentUnsandboxedCall(folder, started.started());
    String stderr = tail(STDERR_JUDGED);
    AgentFailure failure = CallResult.judge(cli, limits, ask.mode(), end, ending, output, stderr);
    if (failure == null && !changed.isEmpty()) {
      String all = String.join(", ", changed);
      failure =
          culprit
              ? CallResult.failure(
                  FailureKind.WROTE_TO_WORKSPACE, "it changed files in analysis mode: " + all)
              : CallResult.failure(
                  FailureKind.FAILED,
                  "files changed during the call, possibly by another process: " + all);
    }
    WorkFolder.Result left = null;
    if (failure == null) {
      try {
        left = place.written().orElse(null);
      } catch (GitFailed e) {
        failure =
            CallResult.failure(
                FailureKind.FAILED, "its changes could not be stored as a tree: " + e.getMessage());
      }
    }
    if (left != null && left.tree().equals(ask.tree())) {
      // An agent that changed nothing must give an answer.
      failure = CallResult.judge(cli, limits, Mode.ANALYSIS, end, ending, output, stderr);
    }
    return failure == null
        ? CallResult.of(relativized(place.path()), left, receipt)
        : CallResult.of(withReceipt(failure, culprit ? changed : List.of(), receipt), receipt);
  }

  private AgentFailure withReceipt(AgentFailure failure, List<String> paths, Receipt receipt) {
    String unreached = unreached(receipt.refused());
    // The program may mistake a proxy refusal for an authentication failure.
    boolean ours = failure.kind() == FailureKind.NOT_AUTHENTICATED && !unreached.isEmpty();
    return new AgentFailure(
        ours ? FailureKind.UNAVAILABLE : failure.kind(),
        runner.sentence(failure.message() + unreached + hidden(failure.message())),
        failure.resetAt(),
        paths,
        Optional.of(receipt));
  }

  private String relativized(Path place) throws IOException {
    String said = output.answer();
    // A program may have removed its working folder.
    Path real = Files.exists(place) ? place.toRealPath() : place;
    for (Path root : List.of(place, real, Path.of(ask.workspace().path()))) {
      // JSON may escape non-ASCII characters.
      String escaped =
          root.toString()
              .chars()
              .mapToObj(c -> c < 128 ? Character.toString(c) : "\\u%04x".formatted(c))
              .collect(Collectors.joining());
      String named = Pattern.quote(root.toString()) + "|" + Pattern.quote(escaped);
      said =
          Pattern.compile("(^|[^\\w./-])(?:file://)?(?:" + named + ")/")
              .matcher(said)
              .replaceAll("$1");
    }
    return said;
  }

  private Receipt receipt() throws IOException {
    Optional<String> model = Optional.of(output.model()).filter(name -> !name.isEmpty());
    Optional<Double> computed =
        model
            .or(() -> runner.configuration().agent(ask.agent()).model())
            .filter(any -> output.tokensIn() + output.tokensOut() > 0)
            .flatMap(runner.configuration()::price)
            .map(price -> price.of(output.tokensIn(), output.tokensOut()));
    boolean reported = output.costUsd() > 0;
    return new Receipt(
        started.callId(),
        started.agent(),
        started.binary(),
        Optional.ofNullable(started.version()),
        started.argv(),
        model,
        ask.tree(),
        started.started(),
        end,
        Optional.ofNullable(ending.exit()),
        Optional.ofNullable(ending.killed()).map(any -> "TERM"),
        started.attempts(),
        folder.isStarted() ? Files.size(folder.stdout()) : 0,
        Optional.ofNullable(raw()),
        output.tokensIn(),
        output.tokensOut(),
        reported ? Optional.of(output.costUsd()) : computed,
        reported ? "reported" : computed.isPresent() ? "price-table" : "unknown",
        Optional.of(started.level()),
        folder.refused().stream().limit(MOST_REFUSED).map(this::refused).toList());
  }

  private String refused(String place) {
    String named = place.replace(NetworkProxy.UNKNOWN, "");
    return cli.expectsRefusal(named) ? named + USUAL : place;
  }

  /** Returns a suffix for a failure that the network proxy may have caused. */
  private String unreached(List<String> refused) {
    List<String> places = refused.stream().filter(place -> !place.endsWith(USUAL)).toList();
    boolean known = places.stream().anyMatch(place -> !place.endsWith(NetworkProxy.UNKNOWN));
    String permit = " (to permit addresses that are not public, set agents.%s.network_allow)";
    String listed = String.join(", ", places);
    return places.isEmpty()
        ? ""
        : "; its network blocks " + listed + (known ? permit.formatted(ask.agent()) : "");
  }

  /** Returns a suffix for a failure about a file that exists but is hidden by the sandbox. */
  private String hidden(String failure) {
    if (started.level() == SandboxLevel.SANDBOXED && MISSING.matcher(failure).find()) {
      Matcher path = ABSOLUTE.matcher(failure);
      while (path.find()) {
        if (Files.exists(Path.of(path.group()))) {
          return "; the sandbox hides %s: add it to agents.%s.readable"
              .formatted(path.group(), ask.agent());
        }
      }
    }
    return "";
  }

  /**
   * Stores the redacted raw output for people, followed by stderr if the program failed, since the
   * message shows only one line of it. Excessive output stays in the call's folder only.
   */
  private @Nullable DocumentRef raw() throws IOException {
    if (!folder.isStarted() || ending.killed() == CallEnding.Reason.OUTPUT_EXCEEDED) {
      return null;
    }
    String text;
    try (InputStream stdout = Files.newInputStream(folder.stdout())) {
      text = new String(stdout.readNBytes(RAW_KEPT), StandardCharsets.UTF_8);
    }
    boolean failed = ending.exit() != null && ending.exit() != 0;
    String stderr = failed ? tail(STDERR_KEPT) : "";
    if (!stderr.isEmpty()) {
      text += (text.isEmpty() || text.endsWith("\n") ? "" : "\n");
      text += "--- stderr ---\n" + stderr + "\n";
    }
    return text.isEmpty() ? null : runner.documents().put(runner.redact().apply(text));
  }

  private String tail(int most) throws IOException {
    if (!Files.exists(folder.stderr())) {
      return "";
    }
    try (InputStream stderr = Files.newInputStream(folder.stderr())) {
      stderr.skipNBytes(Math.max(0, Files.size(folder.stderr()) - most));
      return new String(stderr.readNBytes(most), StandardCharsets.UTF_8).strip();
    }
  }
}
