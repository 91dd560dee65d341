package dev.conclave.client.command;

import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;

import dev.conclave.client.session.Session;
import dev.conclave.client.session.StartedSessions;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.terminal.Console;
import dev.conclave.client.terminal.Output;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.SystemTerminal;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.host.HostServices;
import dev.conclave.workflows.host.PageAddress;
import dev.conclave.workflows.model.ApproverKey;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.EncryptionKeys;
import dev.conclave.workflows.temporal.HostId;
import dev.conclave.workflows.temporal.TemporalConnection;
import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The environment of a command.
 *
 * @param home of the user
 * @param console opens the terminal; empty without one
 * @param host services that the worker adds; empty in a client-only installation
 * @param pace polling interval while following a session
 */
public record CommandContext(
    Map<String, String> environment,
    Path directory,
    Path home,
    String user,
    InputStream in,
    Output output,
    Optional<Supplier<Console>> console,
    Optional<HostServices> host,
    Clock clock,
    Duration pace) {

  static CommandContext of(Map<String, String> environment, SystemTerminal terminal) {
    return new CommandContext(
        environment,
        Path.of("").toAbsolutePath(),
        DataFolder.home(environment),
        System.getProperty("user.name", "unknown"),
        System.in,
        terminal.output(),
        terminal.console(),
        HostServices.load(),
        Clock.systemUTC(),
        Duration.ofSeconds(1));
  }

  DataFolder dataFolder() {
    return DataFolder.of(environment, home);
  }

  /**
   * Loads the user's configuration.
   *
   * @throws dev.conclave.workflows.config.ConfigurationException when it is invalid
   */
  Configuration configuration() {
    return Configuration.load(environment, home);
  }

  ConnectionSettings connectionSettings() {
    return ConnectionSettings.load(environment, dataFolder());
  }

  /**
   * Connects to a server; starts nothing.
   *
   * @throws dev.conclave.workflows.temporal.ServerException when there is none
   */
  TemporalConnection connect(ConnectionSettings settings) {
    try {
      return TemporalConnection.open(
          settings,
          ConclaveDataConverter.of(
              EncryptionKeys.read(configuration().encryption(), environment),
              settings.namespace(),
              configuration().messages()));
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Reads the user's approver key; empty when none is configured.
   *
   * @throws UsageException when it is missing, or other users can read it
   */
  Optional<ApproverKey> approverKey() {
    return Optional.ofNullable(environment.get("CONCLAVE_APPROVER_KEY"))
        .filter(path -> !path.isBlank())
        .or(() -> configuration().approverKey())
        .map(path -> directory.resolve(path.replaceFirst("^~(?=/)", home.toString())))
        .map(CommandContext::approverKey);
  }

  private static ApproverKey approverKey(Path file) {
    try {
      if (!Set.of(OWNER_READ, OWNER_WRITE).containsAll(Files.getPosixFilePermissions(file))) {
        throw new UsageException(
            "Other users can read your key %1$s: run `chmod 600 %1$s`."
                .formatted(Words.shell("" + file)));
      }
      return ApproverKey.read(Files.readString(file));
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(
          "Your key %s is unusable (%s): correct approver_key or CONCLAVE_APPROVER_KEY."
              .formatted(file, e instanceof IOException ? "it cannot be read" : e.getMessage()),
          e);
    }
  }

  /** Returns a link to a Temporal UI page for the terminal; it may include a login token. */
  String withSignInToken(String page) {
    return host.map(own -> own.withSignInToken(dataFolder(), page)).orElse(page);
  }

  /**
   * Returns a link to a session on the page of {@code conclave ui}; empty when it is not running.
   */
  Optional<String> pageOf(Session session) {
    return PageAddress.find(dataFolder()).map(page -> page.link(session.id()));
  }

  /** Translates a prompt, with commands as the user types them. */
  String ours(String prompt) {
    return output.progressScreen().ours(prompt);
  }

  void say(String line) {
    output.say(line);
  }

  void print(boolean json, Object document, Consumer<Page> writer) {
    if (json) {
      output.json(document);
    } else {
      Page page = new Page(output.resultScreen());
      writer.accept(page);
      output.result(page);
    }
  }

  void print(boolean json, Object document, String line) {
    if (json) {
      output.json(document);
    } else {
      output.result(line);
    }
  }

  /** Removes secrets from the user's text before it enters history, and reports that. */
  String withoutSecrets(String what, String words) {
    String clean = secrets().redact(words);
    if (!clean.equals(ControlCharacters.removed(words))) {
      say(
          "A secret was removed from %s before sending and replaced with [redacted: …]."
              .formatted(what));
    }
    return clean;
  }

  SecretFilter secrets() {
    return SecretFilter.of(configuration(), environment);
  }

  StartedSessions startedSessions() {
    return new StartedSessions(dataFolder().root().resolve("sessions-started"));
  }

  /** Returns the id of this host; creates it if missing. */
  String hostId() {
    return HostId.of(dataFolder(), environment).id();
  }
}
