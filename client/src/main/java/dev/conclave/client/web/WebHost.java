package dev.conclave.client.web;

import dev.conclave.client.session.Sessions;
import dev.conclave.client.session.Workers;
import dev.conclave.workflows.model.ApproverKey;
import dev.conclave.workflows.temporal.UiPages;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Data and services of the command that serves the page, and of its host.
 *
 * @param temporal the Temporal UI; empty if its address is unknown
 * @param user who answers
 * @param hostId of this host, whose files the page can read
 * @param files contents of session folders on this host
 * @param directory base of relative paths in user input
 * @param key signs answers; empty if the user has none
 * @param withoutSecrets removes secrets from user input
 * @param start forms of the commands that start sessions
 * @param command runs {@code conclave} with arguments
 */
public record WebHost(
    Sessions sessions,
    Workers workers,
    Optional<UiPages> temporal,
    String user,
    String hostId,
    SessionFiles files,
    Path directory,
    Supplier<Optional<ApproverKey>> key,
    UnaryOperator<String> withoutSecrets,
    List<StartForm> start,
    Function<List<String>, CommandResult> command) {

  /**
   * The result of a command.
   *
   * @param out its JSON document
   */
  public record CommandResult(int code, String out) {}
}
