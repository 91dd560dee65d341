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
 * What a command finds where it was called.
 *
 * @param home of the user
 * @param console opens the terminal; empty when nobody sits at one
 * @param host what the worker adds to the command; empty when the client runs alone
 * @param pace between two looks at a session that is followed
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
   * The user's settings.
   *
   * @throws dev.conclave.workflows.config.ConfigurationException when they are wrong
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
   * The user's own key for answers, which nobody else may read; empty when none is named.
   *
   * @throws UsageException when it is not there, or open to others
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
            "Others can use your key %1$s: run `chmod 600 %1$s`."
                .formatted(Words.shell("" + file)));
      }
      return ApproverKey.read(Files.readString(file));
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(
          "Your key %s cannot be used (%s): correct approver_key or CONCLAVE_APPROVER_KEY."
              .formatted(file, e instanceof IOException ? "it cannot be read" : e.getMessage()),
          e);
    }
  }

  /** A page of the Temporal UI for a terminal, where the link may also let the browser in. */
  String signedIn(String page) {
    return host.map(own -> own.signedIn(dataFolder(), page)).orElse(page);
  }

  /** A link to a session on the page of {@code conclave ui}; empty when none runs here. */
  Optional<String> pageOf(Session session) {
    return PageAddress.find(dataFolder()).map(page -> page.link(session.id()));
  }

  /** Tells people on standard error what is going on. */
  void say(String line) {
    output.say(line);
  }

  /** Prints the result of a command: a document for programs, or a page for people. */
  void print(boolean json, Object document, Consumer<Page> writer) {
    if (json) {
      output.json(document);
    } else {
      Page page = new Page(output.resultScreen());
      writer.accept(page);
      output.result(page);
    }
  }

  /** Prints the result of a command: a document for programs, or a line for people. */
  void print(boolean json, Object document, String line) {
    if (json) {
      output.json(document);
    } else {
      output.result(line);
    }
  }

  /** Takes secrets out of what a person wrote, before it goes into history, and says so. */
  String withoutSecrets(String what, String words) {
    String clean = secrets().redact(words);
    if (!clean.equals(ControlCharacters.removed(words))) {
      say(
          "A secret was removed from %s before sending: [redacted: …] stands in its place."
              .formatted(what));
    }
    return clean;
  }

  /** Takes out what looks like a secret, and what this host knows to be one. */
  SecretFilter secrets() {
    return SecretFilter.of(configuration(), environment);
  }

  StartedSessions startedSessions() {
    return new StartedSessions(dataFolder().root().resolve("sessions-started"));
  }

  /** The id of this host, which is made when it has none. */
  String hostId() {
    return HostId.of(dataFolder(), environment).id();
  }
}
