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
 * @param fix how to log in; empty if it may be logged in
 */
public record Login(String text, String fix) {
  static final String TOKEN = "\"(refresh|access)_token\"\\s*:\\s*\"[^\"]";

  static Login none(String fix) {
    return new Login("no login found", fix);
  }

  static Login unknown(String why) {
    return new Login("only a call can show whether it is logged in (" + why + ")", "");
  }

  /**
   * Looks for keys and for files that logins leave, without using or showing their content. Only a
   * call can tell whether a login is still valid.
   *
   * @param environment of the agent's process
   * @param home of the user
   */
  public record Search(Map<String, String> environment, Path home) {

    /** Returns the folder that a variable names, or a default below the user's home. */
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

    /** Returns a login if a file matches a pattern; unreadable files do not match. */
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
