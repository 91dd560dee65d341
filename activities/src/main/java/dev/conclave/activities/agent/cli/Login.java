package dev.conclave.activities.agent.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Whether an agent program is logged in, as far as that can be known without a call.
 *
 * @param text for people
 * @param variable the one that has the key
 * @param fix what logs it in, when it is not
 */
public record Login(String text, Optional<String> variable, Optional<String> fix) {
  /** A token in a file of JSON. */
  static final String TOKEN = "\"(refresh|access)_token\"\\s*:\\s*\"[^\"]";

  static Login none(String fix) {
    return new Login("no login found", Optional.empty(), Optional.of(fix));
  }

  static Login unknown(String why) {
    return new Login(
        "whether it is logged in cannot be known without a call (" + why + ")",
        Optional.empty(),
        Optional.empty());
  }

  /**
   * Looks for keys and for the files that logins leave, by their shape alone: what is in them is
   * neither used nor shown, and whether it is still valid only a call tells.
   *
   * @param environment as the agent's process would have it
   * @param home of the user
   */
  public record Search(Map<String, String> environment, Path home, Clock clock) {

    /** The folder that a variable names, else one below the user's home. */
    Path folder(String variable, String otherwise) {
      String value = environment.getOrDefault(variable, "");
      return value.isBlank() ? home.resolve(otherwise) : Path.of(value);
    }

    /** The first of these variables that is set. */
    Optional<Login> key(String... variables) {
      return Stream.of(variables)
          .filter(name -> !environment.getOrDefault(name, "").isBlank())
          .findFirst()
          .map(name -> new Login(name + " is set", Optional.of(name), Optional.empty()));
    }

    /** A file in which a pattern is found. */
    Optional<Login> file(Path file, String pattern) {
      return Files.isReadable(file) && Pattern.compile(pattern).matcher(text(file)).find()
          ? Optional.of(new Login("logged in (" + file + ")", Optional.empty(), Optional.empty()))
          : Optional.empty();
    }

    /** What is in a file; nothing where there is none, or no text. */
    String text(Path file) {
      try {
        return Files.isReadable(file) ? Files.readString(file) : "";
      } catch (IOException e) {
        return "";
      }
    }

    /** In milliseconds since the epoch. */
    long now() {
      return clock.millis();
    }
  }
}
