package dev.conclave.client.command;

import dev.conclave.client.session.Documents;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.plan.SessionView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What an agent printed in a round, as the session folder keeps it. */
final class RawOutput {
  private static final String ENDING = ".txt";

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
            .orElseThrow(
                () ->
                    new Refusal(
                        "The session has no folder yet; see `conclave show "
                            + view.session()
                            + "`."));
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
    Path raw = folder.resolve(Path.of("rounds", String.valueOf(round), "raw"));
    Path file = raw.resolve(agent + ENDING);
    try {
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      if (json) {
        around.output().json(new Documents.Raw(agent, round, file.toString(), text));
      } else {
        around.output().quoted(text);
      }
    } catch (NoSuchFileException e) {
      throw new Refusal(absent(folder, raw, agent, round), e);
    } catch (IOException e) {
      throw new Refusal("Cannot read " + file + ": " + e.getMessage() + ".", e);
    }
  }

  /** Who is asked for may be no agent of the round, or one that printed nothing. */
  private static String absent(Path folder, Path raw, String agent, int round) {
    List<String> others = agents(raw);
    return "%s printed nothing in round %d, or was not asked in it; there is output of %s. What each call came to: `conclave show %s --receipts`."
        .formatted(
            agent,
            round,
            others.isEmpty() ? "nobody" : String.join(", ", others),
            folder.getFileName());
  }

  private static List<String> agents(Path raw) {
    try (Stream<Path> files = Files.list(raw)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ENDING))
          .map(name -> name.substring(0, name.length() - ENDING.length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
