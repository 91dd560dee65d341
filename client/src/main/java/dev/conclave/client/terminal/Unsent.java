package dev.conclave.client.terminal;

import dev.conclave.client.session.Refusal;
import dev.conclave.workflows.temporal.ServerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** What a person wrote in an editor, until it is sent: a failure in between loses nothing. */
public final class Unsent {
  private final Surroundings around;
  private Optional<String> text = Optional.empty();

  public Unsent(Surroundings around) {
    this.around = around;
  }

  /** Keeps a text; an empty one when no editor was opened. */
  public Optional<String> written(Optional<String> words) {
    text = words;
    return words;
  }

  /** Does what sends it; when that fails, the text is kept in a file that is named. */
  public <T> T during(Supplier<T> sending) {
    try {
      return sending.get();
    } catch (Refusal | ServerException e) {
      text.ifPresent(this::keep);
      throw e;
    }
  }

  private void keep(String words) {
    try {
      Path file = Files.createTempFile("conclave-", ".md");
      Files.writeString(file, words + "\n");
      around.output().say("What you wrote is kept: send it with -f " + file);
    } catch (IOException e) {
      around.output().say("What you wrote, since no file can be made for it:\n" + words);
    }
  }
}
