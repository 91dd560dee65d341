package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.workflows.config.Suggestion;
import io.temporal.envconfig.ClientConfig;
import io.temporal.envconfig.ClientConfigProfile;
import io.temporal.envconfig.LoadClientConfigOptions;
import io.temporal.envconfig.LoadClientConfigProfileOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A profile of {@code temporal.toml} under the {@code TEMPORAL_*} variables, and where its address
 * came from.
 *
 * @param addressOrigin who named the address, or why nobody did
 */
record TemporalProfile(ClientConfigProfile profile, String addressOrigin) {
  private static final String FILE = "TEMPORAL_CONFIG_FILE";
  private static final String PROFILE = "TEMPORAL_PROFILE";
  private static final String ADDRESS = "TEMPORAL_ADDRESS";

  /**
   * Reads the profile that {@code TEMPORAL_PROFILE} names, by default {@code default}.
   *
   * @throws ServerException when the file cannot be read or lacks a profile that was named
   */
  static TemporalProfile read(Map<String, String> given) {
    Map<String, String> environment = withoutBlanks(given);
    Optional<String> file = variable(environment, FILE);
    Optional<String> named = variable(environment, PROFILE);
    try {
      TreeSet<String> known = names(environment);
      if (named.isPresent() && !known.contains(named.get())) {
        throw unknown(named.get(), file, known);
      }
      ClientConfigProfile profile =
          ClientConfigProfile.load(
              LoadClientConfigProfileOptions.newBuilder().setEnvOverrides(environment).build());
      return new TemporalProfile(
          profile, origin(environment, profile, named.orElse("default"), file));
    } catch (IOException | IllegalArgumentException e) {
      throw unreadable(file, e);
    }
  }

  /** An empty variable means that it is not set; only of metadata it takes away. */
  private static Map<String, String> withoutBlanks(Map<String, String> given) {
    Map<String, String> environment = new HashMap<>(given);
    environment
        .entrySet()
        .removeIf(
            variable ->
                variable.getKey().startsWith("TEMPORAL_")
                    && !variable.getKey().startsWith("TEMPORAL_GRPC_META_")
                    && variable.getValue().isBlank());
    return environment;
  }

  private static String origin(
      Map<String, String> environment,
      ClientConfigProfile profile,
      String name,
      Optional<String> file) {
    if (variable(environment, ADDRESS).isPresent()) {
      return "from " + ADDRESS;
    }
    String where = "profile \"%s\" of %s".formatted(name, said(file));
    if (profile.getAddress() != null && !profile.getAddress().isBlank()) {
      return "from " + where;
    }
    return file.filter(TemporalProfile::absent).isPresent()
        ? "the default: %s names %s, which is not there".formatted(FILE, said(file))
        : "the default: neither %s nor %s names one".formatted(ADDRESS, where);
  }

  private static TreeSet<String> names(Map<String, String> environment) throws IOException {
    return new TreeSet<>(
        ClientConfig.load(LoadClientConfigOptions.newBuilder().setEnvOverrides(environment).build())
            .getProfiles()
            .keySet());
  }

  private static ServerException unknown(
      String name, Optional<String> file, TreeSet<String> known) {
    if (file.filter(TemporalProfile::absent).isPresent()) {
      return new ServerException(
          "%s names profile \"%s\", but there is no file %s: correct %s."
              .formatted(PROFILE, name, said(file), FILE));
    }
    return new ServerException(
        "There is no profile \"%s\" in %s, which has %s: %scorrect %s."
            .formatted(
                name,
                said(file),
                known.isEmpty() ? "none" : String.join(", ", known),
                Suggestion.of(name, known)
                    .map(w -> "did you mean \"" + w + "\"? If so, ")
                    .orElse(""),
                PROFILE));
  }

  private static ServerException unreadable(Optional<String> file, Exception e) {
    String line = "";
    String reason = String.valueOf(e.getMessage());
    if (e instanceof JsonProcessingException toml) {
      reason = toml.getOriginalMessage();
      line = toml.getLocation() == null ? "" : ", line " + toml.getLocation().getLineNr();
    }
    return new ServerException(
        "Cannot read the Temporal profiles in %s%s: %s. Correct that file, or name another with %s."
            .formatted(said(file), line, reason.replaceFirst("\\.$", ""), FILE),
        e);
  }

  /** The default's place differs from system to system, and temporal-envconfig does not tell it. */
  private static String said(Optional<String> file) {
    return file.orElse("your temporal.toml");
  }

  private static boolean absent(String file) {
    return !Files.exists(Path.of(file));
  }

  private static Optional<String> variable(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name));
  }
}
