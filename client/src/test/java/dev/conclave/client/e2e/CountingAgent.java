package dev.conclave.client.e2e;

import dev.conclave.activities.tool.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A custom agent that records its calls outside the tree and answers from {@link Script}. Files in
 * its folder hold it, make it stubborn or hold Git, so that a test controls the state of a call.
 */
final class CountingAgent {
  /** The last argument of a stubborn call's child. */
  static final String CHILD = "while :; do sleep 1; done";

  private static final String PROGRAM =
      """
      folder=$1 name=$2
      prompt=$(cat)
      case $prompt in
        *"You carry out one task"*)
          echo "$name task" >>"$folder/calls"
          case $prompt in
            *TASK-002*) echo '# asks the bucket' >>src/server.py ;;
            *) echo 'class Bucket: pass' >src/bucket.py ;;
          esac
          echo Done.
          exit ;;
        *"reviewers of the same change"*)
          echo "$name review" >>"$folder/calls"
          criteria=$(printf '%%s\\n' "$prompt" | sed -n 's/^<<<[^ ]* \\(P[0-9]*\\)$/{"id": "\\1", "verdict": "met", "evidence": ["src\\/bucket.py:1"]}/p' | paste -sd, -)
          echo '{"findings": [], "criteria": ['"$criteria"']}'
          exit ;;
        *execution_group*)
          echo "$name plan" >>"$folder/calls"
          exec cat "$folder/plan" ;;
        *"%s"*)
          echo "$name moderation" >>"$folder/calls"
          exec cat "$folder/moderation.$name" ;;
        *"You prepare the analysis"*) role=topic ;;
        *"You explore a repository"*) role=exploration ;;
        *"in a repository from one perspective"*) role=perspective ;;
        *"You conclude the analysis"*) role=conclusion ;;
        *"You say what stands between"*) role=conflicts ;;
        *) role=analysis ;;
      esac
      if [ -e "$folder/stubborn" ]; then
        trap '' TERM
        setsid sh -c '%s' &
      fi
      echo "$name $role" >>"$folder/calls"
      while [ -e "$folder/held.$name" ] || [ -e "$folder/stubborn" ]; do sleep 0.1; done
      [ "$(cat "$folder/last")" != "$name" ] || : >"$folder/git.held"
      case $role in analysis|perspective) exec cat "$folder/analysis.$name" ;; esac
      # Others are answered with the example that the prompt gives, in other words and with a place of this tree.
      printf '%%s\\n' "$prompt" | sed '1,/^An example of the form/d; /^RULES$/,$d; s|[a-z/_]*[.]py:[0-9]*|src/server.py:1|g; s|[a-z/_]*[.]py\\([^:a-z]\\)|src/server.py\\1|g; s|\\("[^" ]* \\)|\\1indeed |g'
      """
          .formatted(Script.MODERATES, CHILD);

  /** A Git that waits while held. */
  private static final String GIT =
      """
      #!/bin/sh
      while [ -e '%s' ]; do sleep 0.05; done
      exec '%s' "$@"
      """;

  private final Laptop laptop;
  private final Path folder;

  record Call(String agent, String role) {}

  private CountingAgent(Laptop laptop, Path folder) {
    this.laptop = laptop;
    this.folder = folder;
  }

  /** Configures agents with these names and a different voice each. */
  static CountingAgent on(Laptop laptop, String... names) throws IOException {
    CountingAgent agent = new CountingAgent(laptop, laptop.outside().resolve("agents"));
    Files.createDirectories(agent.folder);
    Files.writeString(agent.folder.resolve("agent.sh"), PROGRAM);
    Files.writeString(agent.folder.resolve("plan"), Script.PLAN);
    agent.forget();
    laptop.program("git", GIT.formatted(agent.folder.resolve("git.held"), Tool.needed("git")));
    for (int i = 0; i < names.length; i++) {
      agent.answers(names[i], Script.analysis(i % 2), Script.MODERATION);
    }
    return agent;
  }

  private void answers(String name, String analysis, String moderation) throws IOException {
    Files.writeString(folder.resolve("analysis." + name), analysis);
    Files.writeString(folder.resolve("moderation." + name), moderation);
    String program = folder.resolve("agent.sh").toString();
    List<String> argv = List.of("sh", program, folder.toString(), name);
    laptop.agent(
        name, Map.of("argv", argv, "write_argv", argv, "writable", List.of(folder.toString())));
  }

  /** Configures two more agents that contradict each other in everything. */
  CountingAgent quarrel(String one, String other) throws IOException {
    answers(one, Script.quarrel(true), Script.QUARREL);
    answers(other, Script.quarrel(false), Script.QUARREL);
    return this;
  }

  /** Keeps every analysis of this agent from ending. */
  void hold(String name) throws IOException {
    Files.writeString(folder.resolve("held." + name), "");
  }

  void release(String name) throws IOException {
    Files.deleteIfExists(folder.resolve("held." + name));
  }

  /** Makes calls that ignore TERM, never end and leave a child in a separate session. */
  void stubborn(boolean so) throws IOException {
    Path file = folder.resolve("stubborn");
    if (so) {
      Files.writeString(file, "");
    } else {
      Files.deleteIfExists(file);
    }
  }

  /** Makes Git wait from the end of this agent's analysis until released. */
  void holdGitAfter(String name) throws IOException {
    Files.writeString(folder.resolve("last"), name);
  }

  /** Makes Git wait until released. */
  void holdGit() throws IOException {
    Files.writeString(folder.resolve("git.held"), "");
  }

  void releaseGit() throws IOException {
    Files.deleteIfExists(folder.resolve("git.held"));
  }

  /** Resets the recorded calls and holds. */
  void forget() throws IOException {
    Files.writeString(folder.resolve("calls"), "");
    holdGitAfter("nobody");
  }

  List<Call> calls() {
    try {
      return Files.readAllLines(folder.resolve("calls")).stream()
          .map(line -> line.split(" "))
          .map(words -> new Call(words[0], words[1]))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the agents asked, one entry per call, sorted. */
  List<String> asked(String role) {
    return calls().stream()
        .filter(call -> call.role().equals(role))
        .map(Call::agent)
        .sorted()
        .toList();
  }

  static void signal(ProcessHandle process, String signal) throws Exception {
    Process kill =
        new ProcessBuilder("sh", "-c", "kill -%s %d".formatted(signal, process.pid())).start();
    if (!kill.waitFor(2, TimeUnit.MINUTES) || kill.exitValue() != 0) {
      throw new AssertionError("cannot send " + signal + " to " + process.pid());
    }
  }
}
