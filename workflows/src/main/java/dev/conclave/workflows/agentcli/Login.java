package dev.conclave.workflows.agentcli;

import com.fasterxml.jackson.databind.JsonNode;
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

  /** It has what a login leaves, or a key. Whether that is still valid only a call tells. */
  static Login found(String how, Optional<String> variable) {
    return new Login(how, variable, Optional.empty());
  }

  static Login none(String fix) {
    return new Login("no login found", Optional.empty(), Optional.of(fix));
  }

  static Login unknown(String why) {
    return found(
        "whether it is logged in cannot be known without a call (" + why + ")", Optional.empty());
  }

  /**
   * Looks for keys and for the files that logins leave, by their presence and shape alone: what is
   * in them is neither used nor shown.
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
          .map(name -> found(name + " is set", Optional.of(name)));
    }

    /** A JSON file in which one of these pointers is filled. */
    Optional<Login> file(Path file, String... pointers) {
      return json(file)
          .filter(all -> Stream.of(pointers).map(all::at).anyMatch(Search::isFilled))
          .flatMap(all -> present(file));
    }

    Optional<Login> present(Path file) {
      return Files.isReadable(file)
          ? Optional.of(found("logged in (" + file + ")", Optional.empty()))
          : Optional.empty();
    }

    /** A file of variables, as shells write them, in which this one is set. */
    Optional<Login> variableFile(Path file, String variable) {
      Pattern filled = Pattern.compile("(?m)^\\s*(export\\s+)?" + variable + "\\s*=\\s*\\S");
      try {
        return Files.isReadable(file) && filled.matcher(Files.readString(file)).find()
            ? Optional.of(found(variable + " is set in " + file, Optional.empty()))
            : Optional.empty();
      } catch (IOException e) {
        return Optional.empty(); // no text: no key that anybody could use
      }
    }

    Optional<JsonNode> json(Path file) {
      try {
        return Files.isReadable(file)
            ? Optional.ofNullable(AgentCli.JSON.readTree(file.toFile()))
            : Optional.empty();
      } catch (IOException e) {
        return Optional.empty(); // cut off, or no JSON: the program cannot use it either
      }
    }

    private static boolean isFilled(JsonNode value) {
      return value.isObject() ? !value.isEmpty() : value.isTextual() && !value.asText().isBlank();
    }
  }
}
