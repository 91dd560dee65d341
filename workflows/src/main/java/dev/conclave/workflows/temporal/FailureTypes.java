package dev.conclave.workflows.temporal;

/**
 * The types of failures that a workflow tells apart; those of agent calls are in {@code
 * FailureKind}.
 */
public final class FailureTypes {

  public static final String WORKSPACE_REFUSED = "workspace-refused";

  /** A remote repository that cannot be reached now; retried. */
  public static final String CLONE_FAILED = "clone-failed";

  /** A workspace that another host has: the activity reached the wrong queue. */
  public static final String WRONG_HOST = "wrong-host";

  public static final String HOST_GONE = "host-gone";
  public static final String TREE_MISSING = "tree-missing";
  public static final String DOCUMENT_MISSING = "document-missing";

  /** A session folder that cannot be written where it belongs: a link or a file is in its way. */
  public static final String FOLDER_REFUSED = "session-folder-refused";

  public static final String OVERSIZED = "oversized-record";
  public static final String ANSWER_REFUSED = "answer-refused";
  public static final String NOT_NOTIFIED = "not-notified";
  public static final String DISK_FULL = "disk-full";

  /** Arguments that nobody with a key sealed, where messages have to be. */
  public static final String NOT_SEALED = "not-sealed";

  /** A session that ended as failed; its state is in the details. */
  public static final String SESSION_FAILED = "session-failed";

  /** A bug; never retried. */
  public static final String FAULT = "fault";

  private FailureTypes() {}
}
