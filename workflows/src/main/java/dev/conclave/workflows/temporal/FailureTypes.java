package dev.conclave.workflows.temporal;

/** Failure types that a workflow distinguishes; those of agent calls are in {@code FailureKind}. */
public final class FailureTypes {

  public static final String WORKSPACE_REFUSED = "workspace-refused";

  /** A remote repository that is unreachable now; retried. */
  public static final String CLONE_FAILED = "clone-failed";

  /** The workspace is on another host: the activity was sent to the wrong queue. */
  public static final String WRONG_HOST = "wrong-host";

  public static final String HOST_GONE = "host-gone";
  public static final String TREE_MISSING = "tree-missing";
  public static final String DOCUMENT_MISSING = "document-missing";

  /** A link or a file blocks the session folder's path. */
  public static final String FOLDER_REFUSED = "session-folder-refused";

  public static final String OVERSIZED = "oversized-record";
  public static final String ANSWER_REFUSED = "answer-refused";
  public static final String NOT_NOTIFIED = "not-notified";
  public static final String DISK_FULL = "disk-full";

  /** Unsealed arguments where messages must be sealed. */
  public static final String NOT_SEALED = "not-sealed";

  /** The session failed; its state is in the details. */
  public static final String SESSION_FAILED = "session-failed";

  /** A bug; never retried. */
  public static final String FAULT = "fault";

  private FailureTypes() {}
}
