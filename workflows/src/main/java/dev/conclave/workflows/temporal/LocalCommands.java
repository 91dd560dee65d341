package dev.conclave.workflows.temporal;

import java.util.List;

/**
 * Commands that need this host (up, down, worker, doctor, …). Found through {@code ServiceLoader}
 * and joined to {@code conclave} when they are on the class path.
 */
public interface LocalCommands {

  /** What these commands are called, for a client that is alone. */
  List<String> NAMES =
      List.of(
          "up", "down", "status", "worker", "logs", "doctor", "notify", "codec-server", "search");

  /** Has this host's worker read its configuration and environment anew. */
  String READ_ANEW = "conclave down && conclave up --detach";

  /** Annotated picocli command objects, each a subcommand of {@code conclave}. */
  List<Object> commands();
}
