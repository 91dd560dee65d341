package dev.conclave.activities.agent.cli;

import com.google.re2j.Pattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The login of an agent program, as far as it can be known without a call.
 *
 * @param fix what logs it in; empty where it may be logged in
 */
public record Login(String text, String fix) {
  /** A token in a file of JSON. */
  static final String TOKEN = "\"(refresh|access)_token\"\\s*:\\s*\"[^\"]";

  static Login none(String fix) {
    return new Login("no login found", fix);
  }

  static Login unknown(String why) {
    return new Login("only a call can show whether it is logged in (" + why + ")", "");
  }

  /**
   * Looks for keys and for the files that logins leave, by their shape alone: what is in them is
   * neither used nor shown, and whether it is still valid only a call tells.
   *
   * @param environment as the agent's process would have it
   * @param home of the user
   */
  public record Search(Map<String, String> environment, Path home) {

    /** The folder that a variable names, else one below the user's home. */
    Path folder(String variable, String otherwise) {
      String value = environment.getOrDefault(variable, "");
      return value.isBlank() ? home.resolve(otherwise) : Path.of(value);
    }

    Optional<Login> key(String... variables) {
      return Stream.of(variables)
          .filter(name -> !environment.getOrDefault(name, "").isBlank())
          .findFirst()
          .map(name -> new Login(name + " is set", ""));
    }

    /** A file in which a pattern is found; one that cannot be read holds none. */
    Optional<Login> file(Path file, String pattern) {
      try {
        return Files.isReadable(file)
                && Pattern.compile(pattern).matcher(Files.readString(file)).find()
            ? Optional.of(new Login("logged in (" + file + ")", ""))
            : Optional.empty();
      } catch (IOException e) {
        return Optional.empty();
      }
    }
  }
}
