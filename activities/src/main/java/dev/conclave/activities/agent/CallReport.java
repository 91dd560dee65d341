package dev.conclave.activities.agent;

import dev.conclave.activities.agent.cli.AgentOutput;
import dev.conclave.activities.agent.process.Ending;
import dev.conclave.activities.agent.process.KillReason;
import dev.conclave.activities.agent.process.Spool;
import dev.conclave.activities.agent.process.SpooledCall;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.api.Receipt;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Makes an ended call's result.
 *
 * @param redact takes secrets out of raw output and messages
 */
record CallReport(Receipts receipts, DocumentStore documents, UnaryOperator<String> redact) {
  private static final int STDERR_TAIL = 4 << 10;
  private static final int STDERR_KEPT = 256 << 10;
  private static final String STDERR = "--- stderr ---\n";
  private static final int MOST_PATHS = 50;

  CallResult of(
      AgentCall call,
      Spool spool,
      SpooledCall spooled,
      CallJudge judge,
      Ending ending,
      AgentOutput output,
      Workplace place)
      throws IOException {
    long bytes = Files.exists(spool.stdout()) ? Files.size(spool.stdout()) : 0;
    Receipt receipt =
        receipts.of(spooled, call.tree(), ending, output, bytes, raw(spool, ending), judge.now());
    List<String> changed = call.mode() == Mode.ANALYSIS ? place.changedPaths() : List.of();
    if (!changed.isEmpty()) {
      place.discard();
    }
    Optional<CallJudge.Verdict> verdict =
        judge.judge(ending, output, tail(spool.stderr(), STDERR_TAIL));
    if (verdict.isPresent()) {
      return CallResult.of(
          new AgentFailure(
              verdict.get().kind(),
              new Sentence(redact).of(verdict.get().message()),
              verdict.get().resetAt(),
              paths(changed),
              Optional.of(receipt)));
    }
    if (!changed.isEmpty()) {
      return CallResult.of(
          new AgentFailure(
              FailureKind.WROTE_TO_WORKSPACE,
              new Sentence(redact)
                  .of("it wrote in analysis mode: " + String.join(", ", paths(changed))),
              Optional.empty(),
              paths(changed),
              Optional.of(receipt)));
    }
    return CallResult.of(new AgentAnswer(output.answer(), receipt));
  }

  /**
   * The raw output for people, so without secrets; behind that of a program that failed what it
   * wrote to stderr, of which a message tells one line. A flood is kept in the spool alone.
   */
  private Optional<DocumentRef> raw(Spool spool, Ending ending) throws IOException {
    if (ending.equals(new Ending.Killed(KillReason.FLOODED))) {
      return Optional.empty();
    }
    String text =
        Files.exists(spool.stdout())
            ? new String(Files.readAllBytes(spool.stdout()), StandardCharsets.UTF_8)
            : "";
    boolean failed = ending instanceof Ending.Exited exited && exited.code() != 0;
    String stderr = failed ? tail(spool.stderr(), STDERR_KEPT) : "";
    if (!stderr.isEmpty()) {
      text += (text.isEmpty() || text.endsWith("\n") ? "" : "\n") + STDERR + stderr + "\n";
    }
    return text.isEmpty() ? Optional.empty() : Optional.of(documents.put(redact.apply(text)));
  }

  private static List<String> paths(List<String> changed) {
    return changed.stream().limit(MOST_PATHS).toList();
  }

  /** The end of stderr, where programs say why they ended. */
  private static String tail(Path file, int most) throws IOException {
    if (!Files.exists(file)) {
      return "";
    }
    try (RandomAccessFile stderr = new RandomAccessFile(file.toFile(), "r")) {
      int length = (int) Math.min(most, stderr.length());
      byte[] bytes = new byte[length];
      stderr.seek(stderr.length() - length);
      stderr.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8).strip();
    }
  }
}
