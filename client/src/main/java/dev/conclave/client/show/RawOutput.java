package dev.conclave.client.show;

import dev.conclave.client.document.Documents;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.surroundings.Surroundings;
import dev.conclave.workflows.plan.SessionView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What an agent printed in a round, as the session folder keeps it. */
final class RawOutput {
  private final Surroundings around;
  private final boolean json;

  RawOutput(Surroundings around, boolean json) {
    this.around = around;
    this.json = json;
  }

  /** Prints the output of the agent in the round, by default the last. */
  void print(SessionView view, String agent, Optional<Integer> round) {
    Path folder =
        view.folder()
            .map(Path::of)
            .orElseThrow(() -> new Refusal("The session has no folder yet; see `conclave show`."));
    if (!Files.isDirectory(folder)) {
      throw new Refusal(
          "What agents printed is kept on host %s, in %s: ask there."
              .formatted(view.hostName().or(view::host).orElse("?"), folder));
    }
    print(folder, agent, round.orElse(Math.max(1, view.rounds().size())));
  }

  /** Prints it from a session folder. */
  void print(Path folder, String agent, int round) {
    if (!agent.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw new Refusal("\"" + agent + "\" is no agent's name.");
    }
    Path file = folder.resolve(Path.of("rounds", String.valueOf(round), "raw", agent + ".txt"));
    try {
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      if (json) {
        around.output().json(new Documents.Raw(agent, round, file.toString(), text));
      } else {
        around.output().quoted(text);
      }
    } catch (IOException e) {
      throw new Refusal(
          "There is no output of %s in round %d (%s): see `conclave show --receipts`."
              .formatted(agent, round, file),
          e);
    }
  }
}
