package dev.conclave.client.terminal;

import dev.conclave.workflows.config.UserHome;
import dev.conclave.workflows.temporal.ExitCodes;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jline.terminal.Terminal.SignalHandler;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.TerminalBuilder.SystemOutput;
import org.jline.terminal.impl.PosixSysTerminal;
import org.jline.terminal.impl.jni.JniTerminalProvider;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;
import org.jspecify.annotations.Nullable;

/** The real terminal of this process. Prompts and live views go to standard error. */
public final class SystemTerminal implements AutoCloseable {
  private final Map<String, String> environment;
  private final Optional<TerminalProvider> provider = provider();
  private final StandardOutput results =
      new StandardOutput(
          new FileOutputStream(FileDescriptor.out), () -> System.exit(ExitCodes.NOBODY_READS));
  private @Nullable Console console;

  public SystemTerminal(Map<String, String> environment) {
    this.environment = environment;
  }

  public Surroundings surroundings() {
    boolean person = isTerminal(SystemStream.Input) && isTerminal(SystemStream.Error);
    return new Surroundings(
        environment,
        Path.of("").toAbsolutePath(),
        UserHome.of(environment),
        System.getProperty("user.name", "unknown"),
        System.in,
        new Output(
            stream(results),
            stream(new FileOutputStream(FileDescriptor.err)),
            screen(SystemStream.Output),
            screen(SystemStream.Error)),
        person ? Optional.of((Supplier<Console>) this::open) : Optional.empty(),
        HostServices.load(),
        Clock.systemUTC(),
        Duration.ofSeconds(1));
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

  private synchronized Console open() {
    if (console == null) {
      try {
        console = onTerminal();
      } catch (IOException e) {
        throw new UncheckedIOException("The terminal cannot be opened: " + e.getMessage(), e);
      }
    }
    return console;
  }

  private Console onTerminal() throws IOException {
    String type = environment.getOrDefault("TERM", "");
    if (!type.isEmpty() && provider.orElse(null) instanceof JniTerminalProvider jni) {
      ExactPty pty = new ExactPty(jni.current(SystemStream.Error));
      return new Console(
          new PosixSysTerminal(
              "conclave", type, pty, StandardCharsets.UTF_8, false, SignalHandler.SIG_DFL),
          pty);
    }
    return new Console(
        TerminalBuilder.builder()
            .system(true)
            .systemOutput(SystemOutput.SysErr)
            .encoding(StandardCharsets.UTF_8)
            .nativeSignals(false)
            .build());
  }

  private Screen screen(SystemStream stream) {
    if (!isTerminal(stream)) {
      return Screen.PLAIN.calledAs(ProgramName.of(environment));
    }
    int width = provider.map(p -> p.systemStreamWidth(stream)).orElse(0);
    boolean color =
        environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "").equals("dumb");
    return new Screen(width > 0 ? width : Screen.PLAIN.width(), color)
        .calledAs(ProgramName.of(environment));
  }

  private boolean isTerminal(SystemStream stream) {
    return provider.map(p -> p.isSystemStream(stream)).orElse(false);
  }

  private static PrintStream stream(OutputStream out) {
    return new PrintStream(out, true, StandardCharsets.UTF_8);
  }

  /** Why what a command printed got nowhere; empty when nothing was lost. */
  public Optional<IOException> lost() {
    return results.lost();
  }

  /** The native one where it loads, else the one that asks the system's own commands. */
  private static Optional<TerminalProvider> provider() {
    for (String name : new String[] {"jni", "exec"}) {
      try {
        return Optional.of(TerminalProvider.load(name));
      } catch (IOException | LinkageError e) {
        // The next one may do.
      }
    }
    return Optional.empty();
  }
}
