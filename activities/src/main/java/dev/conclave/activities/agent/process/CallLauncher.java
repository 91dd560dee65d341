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
 * Starts the processes of calls. A call gets its own session, so that Ctrl-C does not end it with
 * the worker; a minimal environment; the host's best isolation; and files instead of pipes, so that
 * it outlives its worker.
 */
public final class CallLauncher {
  /** The environment variable that marks all processes of a call. */
  public static final String MARKER = "CONCLAVE_CALL";

  /** Command prefix that starts a process in its own session; empty where none is available. */
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
   * Starts a program with the call's prompt as stdin.
   *
   * @return the process, recorded in the folder before the program itself starts
   * @throws IOException when it cannot be started
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
              .orElseThrow(() -> new IOException("the call's wrapper exited immediately"));
      folder.noteProcess(identity);
      go.write((folder.secret() + "\n").getBytes(StandardCharsets.US_ASCII));
      return identity;
    }
  }
}
