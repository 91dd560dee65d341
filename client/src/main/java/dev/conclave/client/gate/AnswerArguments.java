package dev.conclave.client.gate;

import dev.conclave.workflows.temporal.ShellWord;
import dev.conclave.workflows.temporal.Words;
import java.util.List;
import java.util.Optional;

/**
 * An approval or an execution as arguments behind {@code conclave answer SESSION}, whole, for
 * copying into a shell.
 */
public final class AnswerArguments {
  private final StringBuilder line;

  private AnswerArguments(String kind) {
    this.line = new StringBuilder(kind);
  }

  /** The arguments, without the gate that they are for. */
  public static String of(AnswerDraft draft) {
    AnswerArguments arguments = new AnswerArguments(Words.of(draft.kind));
    draft.solution.ifPresent(number -> arguments.line.append(' ').append(number));
    arguments.option("--execution", draft.execution.map(Words::of));
    arguments.option("--review", draft.review.map(Words::of));
    arguments.options("--constraint", draft.constraints);
    arguments.options("--include", draft.included);
    arguments.options("--exclude", draft.excluded);
    draft.answers.forEach(
        (number, words) ->
            arguments
                .line
                .append(" --answer ")
                .append(number)
                .append('=')
                .append(ShellWord.of(words)));
    return arguments.line.append(draft.acceptDrift ? " --accept-drift" : "").toString();
  }

  private void option(String name, Optional<String> value) {
    options(name, value.stream().toList());
  }

  private void options(String name, List<String> values) {
    values.forEach(value -> line.append(' ').append(name).append(' ').append(ShellWord.of(value)));
  }
}
