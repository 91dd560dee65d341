package dev.conclave.workflows.temporal;

/** Command lines of this host that messages name. */
public final class LocalCommands {
  /** Has this host's worker read its configuration and environment anew. */
  public static final String READ_ANEW = "conclave down && conclave up";

  private LocalCommands() {}
}
