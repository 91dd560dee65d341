package dev.conclave.worker.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.stack.LocalStack;
import dev.conclave.worker.stack.ServerProgram;
import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.WireMapper;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Base of the commands of this host; handles output. */
@Command
abstract class LocalCommand implements Callable<Integer> {
  /** Of the terminal; services write their logs in English. */
  Language language = Language.EN;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs the command; exceptions become a line and an exit code. */
  abstract int run(HostContext host) throws Exception;

  /** Returns the host's context; some commands override this to tolerate a broken configuration. */
  HostContext context() {
    return HostContext.ofThisProcess();
  }

  @Override
  public final Integer call() throws Exception {
    try {
      return run(context());
    } finally {
      out().flush();
    }
  }

  final void say(@Nullable String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(ControlCharacters.removed(language.console(String.valueOf(line))));
    err.flush();
  }

  /** Pads a text to columns of the terminal, two for an ideograph. */
  static String padded(String text, int columns) {
    int width = Ansi.OFF.new Text(text).getCJKAdjustedLength();
    return text + " ".repeat(Math.max(0, columns - width));
  }

  final CommandLine.ParameterException usage(String message) {
    return new CommandLine.ParameterException(spec.commandLine(), message);
  }

  final int width() {
    return spec.usageMessage().width();
  }

  /**
   * Returns standard output without control characters, which may come from programs and
   * repositories.
   */
  final PrintWriter out() {
    return new PrintWriter(spec.commandLine().getOut()) {
      @Override
      public void write(String text, int from, int length) {
        String visible = ControlCharacters.removed(text.substring(from, from + length));
        super.write(visible, 0, visible.length());
      }
    };
  }

  static LocalStack stack(HostContext host) {
    return new LocalStack(
        host,
        HostRegistrations::on,
        List.of(WorkerCommand.class.getName(), WorkerCommand.BACKGROUND),
        new ServerProgram(host.environment(), host.folder()));
  }

  final void printJson(Object document) throws JsonProcessingException {
    out().println(WireMapper.get().writerWithDefaultPrettyPrinter().writeValueAsString(document));
  }

  static final class JsonOutput {
    @Option(
        names = "--json",
        description = "Print one JSON document, and nothing else, on standard output.")
    boolean wanted;
  }
}
