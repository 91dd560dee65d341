package dev.conclave.worker.doctor;

import dev.conclave.workflows.temporal.LocalCommands;
import dev.conclave.workflows.temporal.ShellWord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * What is known of an agent program that is there.
 *
 * @param release as it says; empty when it says none, or does not start
 * @param known what we measured of it
 * @param node the major release of Node.js on this host; 0 without one
 * @param worker names of the running worker's variables
 */
record AgentFacts(
    String subject,
    Path program,
    Optional<String> release,
    Optional<KnownCli> known,
    int node,
    Login login,
    Optional<Set<String>> worker) {
  private static final int SHEBANG = 128;

  /** One sentence of all, and the fix of what is worst. */
  Finding finding() {
    String where = program + release.map(r -> ", " + r + measured(r)).orElse("");
    Optional<KnownCli> unfit = known.filter(cli -> !runs(cli));
    if (unfit.isPresent()) {
      return Finding.doubtful(subject, where + ", " + nodeHere(), nodeFix(unfit.get()));
    }
    if (known.isPresent() && release.isEmpty()) {
      return Finding.doubtful(
          subject,
          where + ", does not say its version: it may not start",
          "try `"
              + ShellWord.of(program.toString())
              + " --version`, or: "
              + known.get().install(node));
    }
    String all = where + ", " + loggedIn();
    if (login instanceof Login.None none) {
      return Finding.doubtful(subject, all, none.fix());
    }
    if (unseen().isPresent()) {
      return Finding.doubtful(
          subject,
          all + ", but the running worker was started without it",
          LocalCommands.READ_ANEW);
    }
    return known
        .filter(cli -> release.map(cli::isOlder).orElse(false))
        .map(cli -> Finding.doubtful(subject, all, cli.install(node)))
        .orElseGet(() -> Finding.ok(subject, all));
  }

  private String measured(String installed) {
    return known
        .map(
            cli ->
                cli.isTested(installed)
                    ? " (tested)"
                    : cli.isOlder(installed)
                        ? " (older than what was tested, " + cli.testedReleases() + ")"
                        : " (tested with " + cli.testedReleases() + ")")
        .orElse("");
  }

  private String loggedIn() {
    if (login instanceof Login.Found found) {
      return found.how();
    }
    return login instanceof Login.Unknown unknown
        ? "whether it is logged in cannot be known without a call (" + unknown.why() + ")"
        : "no login found";
  }

  /** The key's variable, when the worker lacks it. */
  private Optional<String> unseen() {
    return login instanceof Login.Found found
        ? found.variable().filter(name -> worker.map(names -> !names.contains(name)).orElse(false))
        : Optional.empty();
  }

  private boolean runs(KnownCli cli) {
    return !isNodeScript() || node >= oldestNode(cli);
  }

  private int oldestNode(KnownCli cli) {
    return release.map(cli::nodeFor).orElseGet(() -> cli.tested().get(0).node());
  }

  private String nodeHere() {
    return node == 0 ? "and there is no Node.js to run it" : "too new for Node.js " + node;
  }

  private String nodeFix(KnownCli cli) {
    String newer = "install Node.js " + oldestNode(cli) + " or newer";
    return node == 0 ? newer : newer + ", or: " + cli.install(node);
  }

  private boolean isNodeScript() {
    try (InputStream in = Files.newInputStream(program)) {
      String start = new String(in.readNBytes(SHEBANG), StandardCharsets.ISO_8859_1);
      return start.startsWith("#!") && start.lines().findFirst().orElse("").contains("node");
    } catch (IOException e) {
      return false; // it cannot be read, but perhaps be run
    }
  }
}
