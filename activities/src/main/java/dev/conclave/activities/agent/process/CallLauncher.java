package dev.conclave.activities.agent.process;

import dev.conclave.activities.document.Resources;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Starts calls. A call gets a session of its own, so that Ctrl-C in a terminal does not end it with
 * the worker, an environment made from nothing, the sandbox or PID namespace that the host allows,
 * and files in place of pipes, so that it outlives its worker.
 */
public final class CallLauncher {
  /** The variable by which the processes of a call are known. */
  public static final String MARKER = "CONCLAVE_CALL";

  /** Put before a command line, it gives the process a session of its own; may be empty. */
  public static final List<String> OWN_SESSION =
      Stream.of(
              List.of("/usr/bin/setsid"),
              List.of("/bin/setsid"),
              List.of("/usr/bin/perl", "-e", "use POSIX; POSIX::setsid(); exec @ARGV", "--"))
          .filter(command -> Files.isExecutable(Path.of(command.get(0))))
          .findFirst()
          .orElse(List.of());

  private static final String WRAPPER = Resources.text(CallLauncher.class, "call.sh");

  private CallLauncher() {}

  /**
   * Starts a program, its stdin the call's prompt.
   *
   * @return the process, noted in the folder before the program itself began
   * @throws IOException when nothing could be started
   */
  public static ProcessIdentity start(CallFolder folder, Sandbox.Program program, Sandbox sandbox)
      throws IOException {
    boolean sandboxed = sandbox.bwrap() != null;
    List<String> command = new ArrayList<>(OWN_SESSION);
    command.addAll(List.of("/bin/sh", "-c", WRAPPER, "conclave-call", folder.path().toString()));
    if (sandboxed) {
      command.addAll(sandbox.command(folder.path(), program));
    } else {
      command.addAll(sandbox.namespace().command());
      command.addAll(program.argv());
    }
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory((sandboxed ? folder.path() : program.directory()).toFile())
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.to(folder.path().resolve("wrapper").toFile()));
    builder.environment().clear();
    builder.environment().putAll(program.environment());
    builder.environment().put(MARKER, folder.marker());
    Process process = builder.start();
    try (OutputStream go = process.getOutputStream()) {
      ProcessIdentity identity =
          ProcessIdentity.of(process.pid())
              .orElseThrow(() -> new IOException("the call's wrapper ended at once"));
      folder.noteProcess(identity);
      go.write((folder.secret() + "\n").getBytes(StandardCharsets.US_ASCII));
      return identity;
    }
  }
}
