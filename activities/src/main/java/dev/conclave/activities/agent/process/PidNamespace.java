package dev.conclave.activities.agent.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The PID namespace that each call gets where the host supports it. When the first process of a
 * namespace ends, the kernel kills all others in it, whatever their parent, session or environment.
 *
 * @param command prefix that runs a command line in a new namespace; empty where unsupported
 * @param refusal why it is unsupported; empty where it is supported
 */
public record PidNamespace(List<String> command, String refusal) {
  private static final String UNSHARE = "/usr/bin/unshare";
  private static final long PROBE_SECONDS = 30;
  private static final PidNamespace HOST = find();

  /** Returns what this host supports, probed once per JVM. */
  public static PidNamespace ofHost() {
    return HOST;
  }

  static PidNamespace candidate(boolean root) {
    List<String> command = new ArrayList<>(List.of(UNSHARE));
    // Root needs no user namespace, in which it would lose access to other users' files.
    command.addAll(root ? List.of() : List.of("--user", "--map-current-user"));
    command.addAll(List.of("--pid", "--fork", "--mount-proc", "--kill-child"));
    // The first process of a namespace must reap orphans and ignores TERM, so it must be a shell
    // and not the agent. The trailing exit prevents the shell from replacing itself by exec.
    command.addAll(List.of("/bin/sh", "-c", "\"$@\"; exit $?", "conclave-init"));
    return new PidNamespace(command, "");
  }

  static PidNamespace none(String refusal) {
    return new PidNamespace(List.of(), refusal);
  }

  private static PidNamespace find() {
    return !ProcessIdentity.onLinux()
        ? none("only Linux has PID namespaces")
        : !Files.isExecutable(Path.of(UNSHARE))
            ? none(UNSHARE + " is not installed")
            : candidate(ProcessIdentity.isRoot()).probed();
  }

  /**
   * Returns this namespace if it works even when nested in itself: agents sandbox their tools in
   * the same way, and a host may allow only the outer namespace.
   */
  PidNamespace probed() {
    List<String> nested = new ArrayList<>(command);
    nested.addAll(command);
    nested.addAll(List.of("/bin/sh", "-c", "read -r pid rest </proc/self/stat && test $pid = $$"));
    String problem = problem("unshare", new ProcessBuilder(nested));
    return problem.isEmpty() ? this : none(problem);
  }

  /** Runs a probe command; returns the problem, or an empty text when it works. */
  static String problem(String tool, ProcessBuilder probe) {
    try {
      Process process =
          probe
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .start();
      // Not interruptible: a cancel of the call that probes first must not end the probe.
      process.onExit().completeOnTimeout(process, PROBE_SECONDS, TimeUnit.SECONDS).join();
      if (process.isAlive()) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return tool + " did not return";
      }
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.exitValue() == 0
          ? ""
          : said.lines().findFirst().orElse(tool + " failed with exit code " + process.exitValue());
    } catch (IOException e) {
      return e.toString();
    }
  }
}
