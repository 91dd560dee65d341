package dev.conclave.worker.doctor;

import dev.conclave.worker.Surroundings;
import dev.conclave.workflows.config.ConfigurationReader;
import dev.conclave.workflows.config.UserHome;
import dev.conclave.workflows.temporal.ShellWord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The user's configuration.
 *
 * @param problem why it cannot be used, naming file and line
 */
record ConfigurationCheck(Surroundings around, Optional<String> problem) implements Check {

  @Override
  public String subject() {
    return "configuration";
  }

  @Override
  public List<Diagnosis> examine() {
    List<Diagnosis> found = new ArrayList<>();
    Path file = ConfigurationReader.file(around.environment(), UserHome.of(around.environment()));
    found.add(
        Diagnosis.of(
            problem
                .map(wrong -> unusable(wrong, file))
                .orElseGet(
                    () ->
                        Finding.ok(
                            subject(),
                            Files.exists(file)
                                ? file.toString()
                                : "defaults; there is no " + file))));
    if (around.configuration().encryption().isPresent()) {
      found.add(Diagnosis.of(encryption()));
    }
    return found;
  }

  private Finding unusable(String wrong, Path file) {
    if (!Files.exists(file)) {
      return Finding.missing(subject(), wrong, "unset CONCLAVE_CONFIG");
    }
    return Files.isReadable(file)
        ? Finding.malformed(
            subject(), wrong, "correct it there; docs/configuration.md has all keys")
        : Finding.missing(subject(), wrong, "chmod u+r " + ShellWord.of(file.toString()));
  }

  private Finding encryption() {
    try {
      around.converter();
      return Finding.ok("encryption", "on; its keys can be read");
    } catch (IllegalArgumentException e) {
      return Finding.missing(
          "encryption",
          String.valueOf(e.getMessage()),
          "give the key that config.yaml names; without it sessions cannot be read");
    }
  }
}
