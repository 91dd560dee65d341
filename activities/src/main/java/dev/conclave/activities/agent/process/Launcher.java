package dev.conclave.activities.agent.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Starts calls. A call gets a session of its own, so that Ctrl-C in a terminal does not take it
 * along with the worker, an environment made from nothing, a PID namespace where the host allows
 * one, and files in place of pipes, so that it outlives its worker.
 */
public final class Launcher {
  /** The variable by which the processes of a call are known. */
  public static final String MARKER = "CONCLAVE_CALL";

  private static final String WRAPPER = wrapper();

  /** Put before a command line, it gives the process a session of its own; may be empty. */
  public static final List<String> OWN_SESSION = ownSession();

  private Launcher() {}

  /**
   * Starts a command line, its stdin the spool's prompt.
   *
   * @param environment all of it, the marker aside
   * @return the process, noted in the spool before the program itself began
   * @throws IOException when nothing could be started
   */
  public static ProcessIdentity start(
      Spool spool, List<String> argv, Map<String, String> environment, Path directory)
      throws IOException {
    return start(spool, argv, environment, directory, PidNamespace.ofHost());
  }

  static ProcessIdentity start(
      Spool spool,
      List<String> argv,
      Map<String, String> environment,
      Path directory,
      PidNamespace namespace)
      throws IOException {
    List<String> command = new ArrayList<>(OWN_SESSION);
    command.addAll(List.of("/bin/sh", "-c", WRAPPER, "conclave-call", spool.folder().toString()));
    command.addAll(namespace.command());
    command.addAll(argv);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.to(spool.wrapperLog().toFile()));
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put(MARKER, spool.marker());
    Process process = builder.start();
    try (OutputStream go = process.getOutputStream()) {
      ProcessIdentity identity =
          ProcessIdentity.of(process.pid())
              .orElseThrow(() -> new IOException("the call's wrapper ended at once"));
      spool.noteProcess(identity);
      go.write("go\n".getBytes(StandardCharsets.US_ASCII));
      return identity;
    }
  }

  private static List<String> ownSession() {
    Stream<Path> setsid = Stream.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));
    Path perl = Path.of("/usr/bin/perl");
    return setsid
        .filter(Files::isExecutable)
        .findFirst()
        .map(found -> List.of(found.toString()))
        .orElseGet(
            () ->
                Files.isExecutable(perl)
                    ? List.of(perl.toString(), "-e", "use POSIX; POSIX::setsid(); exec @ARGV", "--")
                    : List.of());
  }

  private static String wrapper() {
    try (InputStream script = Launcher.class.getResourceAsStream("call.sh")) {
      if (script == null) {
        throw new IllegalStateException("call.sh is missing from the class path");
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
