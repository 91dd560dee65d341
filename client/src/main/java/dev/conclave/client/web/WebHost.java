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
 * What the page has of the command that serves it, and of the host on which that runs.
 *
 * @param temporal the Temporal UI; empty when nothing tells where it is
 * @param user who answers
 * @param hostId of this host, whose files the page can read
 * @param files of session folders, from this host's documents
 * @param directory that paths which a person writes start from
 * @param key signs answers; empty when the user has none
 * @param withoutSecrets takes secrets out of what a person wrote
 * @param start what a form to start a session asks for, by the command that does it
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
   * What a command came to.
   *
   * @param out its one JSON document
   */
  public record CommandResult(int code, String out) {}
}
