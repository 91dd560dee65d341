package dev.conclave.activities.agent;

import dev.conclave.activities.agent.AgentCalls.Answer;
import dev.conclave.activities.agent.process.CallEnding;
import dev.conclave.activities.agent.process.CallFolder;
import dev.conclave.activities.agent.process.CallFolder.StartedCall;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.agentcli.OutputReader.Output;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.temporal.Cut;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Makes the result of a call that has ended, with its receipt.
 *
 * @param configuration for the price table
 * @param redact takes secrets out of raw output and messages
 */
record CallReport(
    Configuration configuration, DocumentStore documents, UnaryOperator<String> redact) {
  private static final int STDERR_TAIL = 4 << 10;
  private static final int STDERR_KEPT = 256 << 10;
  private static final String STDERR = "--- stderr ---\n";
  private static final int MOST_PATHS = 50;
  private static final int LONGEST_SENTENCE = 500;
  private static final Map<Integer, String> SIGNALS =
      Map.of(
          1, "HUP", 2, "INT", 3, "QUIT", 6, "ABRT", 9, "KILL", 11, "SEGV", 13, "PIPE", 15, "TERM");

  /** How a call came out, as its folder keeps it: one of the two is there. */
  record CallResult(Optional<Answer> answer, Optional<AgentFailure> failure) {

    /** Of the process, however it came out. */
    Optional<Receipt> receipt() {
      return answer.map(Answer::receipt).or(() -> failure.flatMap(AgentFailure::receipt));
    }

    Answer orThrow() throws AgentCall.Failed {
      if (failure.isPresent()) {
        throw new AgentCall.Failed(failure.get());
      }
      return answer.orElseThrow();
    }
  }

  CallResult of(
      AskRequest request,
      CallFolder folder,
      StartedCall started,
      CallJudge judge,
      CallEnding ending,
      Output output,
      WorkingFolder place)
      throws IOException {
    Receipt receipt = receipt(request, folder, started, ending, output, judge.now());
    List<String> changed = request.mode() == Mode.ANALYSIS ? place.changedPaths() : List.of();
    List<String> paths = changed.stream().limit(MOST_PATHS).toList();
    Optional<CallJudge.Verdict> verdict =
        judge.judge(ending, output, tail(folder.stderr(), STDERR_TAIL));
    if (!changed.isEmpty()) {
      place.discard();
      verdict =
          verdict.or(
              () ->
                  Optional.of(
                      new CallJudge.Verdict(
                          FailureKind.WROTE_TO_WORKSPACE,
                          "it wrote in analysis mode: " + String.join(", ", paths),
                          Optional.empty())));
    }
    return verdict
        .map(
            failed ->
                new CallResult(
                    Optional.empty(),
                    Optional.of(
                        new AgentFailure(
                            failed.kind(),
                            sentence(failed.message(), redact),
                            failed.resetAt(),
                            paths,
                            Optional.of(receipt)))))
        .orElseGet(
            () ->
                new CallResult(
                    Optional.of(new Answer(output.answer(), receipt)), Optional.empty()));
  }

  /** A program's words as one line that people are shown, bounded and without secrets. */
  static String sentence(String words, UnaryOperator<String> redact) {
    // Secrets go before the cut, which would leave half of one that nobody recognizes.
    return Cut.shown(redact.apply(words).replaceAll("\\s+", " ").strip(), LONGEST_SENTENCE);
  }

  /** The receipt of an analyst that is no program: nothing was run, and it cost nothing. */
  static Receipt builtIn(AskRequest request, Instant start, Instant end) {
    return new Receipt(
        request.callId(),
        request.agent(),
        "built-in",
        Optional.empty(),
        List.of(),
        Optional.empty(),
        request.tree(),
        start,
        end,
        Optional.of(0),
        Optional.empty(),
        1,
        0,
        Optional.empty(),
        0,
        0,
        Optional.of(0.0),
        "reported");
  }

  private Receipt receipt(
      AskRequest request,
      CallFolder folder,
      StartedCall started,
      CallEnding ending,
      Output output,
      Instant end)
      throws IOException {
    Optional<String> priced = output.model().or(() -> configuration.agent(request.agent()).model());
    Optional<Double> computed =
        output.tokensIn() + output.tokensOut() == 0
            ? Optional.empty()
            : priced
                .flatMap(configuration::price)
                .map(price -> price.of(output.tokensIn(), output.tokensOut()));
    Optional<Integer> exit =
        ending instanceof CallEnding.Exited exited ? Optional.of(exited.code()) : Optional.empty();
    Optional<String> signal =
        ending instanceof CallEnding.Killed
            ? Optional.of("TERM")
            : exit.map(code -> SIGNALS.getOrDefault(code - 128, ""))
                .filter(name -> !name.isEmpty());
    return new Receipt(
        started.callId(),
        started.agent(),
        started.binary(),
        started.version(),
        started.argv(),
        output.model(),
        request.tree(),
        started.started(),
        end,
        exit.filter(code -> signal.isEmpty()),
        signal,
        started.attempts(),
        Files.exists(folder.stdout()) ? Files.size(folder.stdout()) : 0,
        raw(folder, ending),
        output.tokensIn(),
        output.tokensOut(),
        output.costUsd().or(() -> computed),
        output.costUsd().isPresent()
            ? "reported"
            : computed.isPresent() ? "price-table" : "unknown");
  }

  /**
   * The raw output for people, so without secrets; behind that of a program that failed what it
   * wrote to stderr, of which a message tells one line. A flood is kept in the call's folder alone.
   */
  private Optional<DocumentRef> raw(CallFolder folder, CallEnding ending) throws IOException {
    if (ending.equals(new CallEnding.Killed(CallEnding.Reason.FLOODED))) {
      return Optional.empty();
    }
    String text =
        Files.exists(folder.stdout())
            ? new String(Files.readAllBytes(folder.stdout()), StandardCharsets.UTF_8)
            : "";
    boolean failed = ending instanceof CallEnding.Exited exited && exited.code() != 0;
    String stderr = failed ? tail(folder.stderr(), STDERR_KEPT) : "";
    if (!stderr.isEmpty()) {
      text += (text.isEmpty() || text.endsWith("\n") ? "" : "\n") + STDERR + stderr + "\n";
    }
    return text.isEmpty() ? Optional.empty() : Optional.of(documents.put(redact.apply(text)));
  }

  /** The end of stderr, where programs say why they ended. */
  private static String tail(Path file, int most) throws IOException {
    if (!Files.exists(file)) {
      return "";
    }
    try (RandomAccessFile stderr = new RandomAccessFile(file.toFile(), "r")) {
      byte[] bytes = new byte[(int) Math.min(most, stderr.length())];
      stderr.seek(stderr.length() - bytes.length);
      stderr.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8).strip();
    }
  }
}
