package dev.conclave.client.terminal;

import dev.conclave.workflows.text.ExitCodes;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.Words;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.TerminalBuilder.SystemOutput;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;
import org.jspecify.annotations.Nullable;

/** The terminal of this process. Prompts and live views go to standard error. */
public final class SystemTerminal implements AutoCloseable {
  private final Map<String, String> environment;
  private final Language language;
  private final Optional<TerminalProvider> provider = provider();
  private @Nullable Console console;

  public SystemTerminal(Map<String, String> environment) {
    this.environment = environment;
    language = Language.ofLocale(environment);
  }

  public Output output() {
    return new Output(
        new PrintStream(results(), true, StandardCharsets.UTF_8),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        screen(SystemStream.Output),
        screen(SystemStream.Error));
  }

  /** Returns a supplier that opens the console; empty without a terminal. */
  public Optional<Supplier<Console>> console() {
    return isTerminal(SystemStream.Input) && isTerminal(SystemStream.Error)
        ? Optional.of(this::open)
        : Optional.empty();
  }

  private synchronized Console open() {
    if (console == null) {
      try {
        Terminal terminal =
            TerminalBuilder.builder()
                .system(true)
                .systemOutput(SystemOutput.SysErr)
                .encoding(StandardCharsets.UTF_8)
                // Uses stty: the native providers do not restore the terminal's speed.
                .provider("exec")
                .nativeSignals(false)
                .build();
        console = new Console(terminal);
      } catch (IOException e) {
        throw new UncheckedIOException("The terminal cannot be opened: " + e.getMessage(), e);
      }
    }
    return console;
  }

  @Override
  public void close() {
    if (console != null) {
      try {
        console.terminal().close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private Screen screen(SystemStream stream) {
    if (!isTerminal(stream)) {
      return Screen.PLAIN.calledAs(program()).in(language);
    }
    int width = provider.map(p -> p.systemStreamWidth(stream)).orElse(0);
    boolean color =
        environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "").equals("dumb");
    return new Screen(width > 0 ? width : Screen.PLAIN.width(), color)
        .calledAs(program())
        .in(language);
  }

  private String program() {
    String called = environment.getOrDefault("CONCLAVE_CALLED", "");
    return called.isBlank() ? Screen.PLAIN.program() : Words.shell(called);
  }

  private boolean isTerminal(SystemStream stream) {
    return provider.map(p -> p.isSystemStream(stream)).orElse(false);
  }

  /** Returns the native provider if it loads, else the one that runs system commands. */
  private static Optional<TerminalProvider> provider() {
    for (String name : new String[] {"jni", "exec"}) {
      try {
        return Optional.of(TerminalProvider.load(name));
      } catch (IOException | LinkageError e) {
        // try the next
      }
    }
    return Optional.empty();
  }

  /** Returns standard output; reports write errors, which a print stream would swallow. */
  private OutputStream results() {
    return new FileOutputStream(FileDescriptor.out) {
      @Override
      public void write(byte[] bytes, int offset, int length) {
        try {
          super.write(bytes, offset, length);
        } catch (IOException e) {
          if (String.valueOf(e.getMessage()).contains("Broken pipe")) {
            System.exit(ExitCodes.BROKEN_PIPE); // such as head
          }
          System.err.println(
              language.sentence(
                  "Cannot write to standard output (%s): free some space, or redirect the output."
                      .formatted(e.getMessage())));
          System.exit(ExitCodes.FAILED);
        }
      }
    };
  }
}
