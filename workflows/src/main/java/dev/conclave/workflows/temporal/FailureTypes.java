package dev.conclave.workflows.temporal;

/**
 * The type strings of failures that a workflow tells apart. Those of agent calls are in {@link
 * dev.conclave.workflows.api.FailureKind}.
 */
public final class FailureTypes {

  /** A workspace that cannot be opened: missing, no directory, unreadable, a refused URL. */
  public static final String WORKSPACE_REFUSED = "workspace-refused";

  /** A remote repository that cannot be reached just now, or a disk that refuses; worth a retry. */
  public static final String CLONE_FAILED = "clone-failed";

  /** A workspace that another host has: the activity reached the wrong queue. */
  public static final String WRONG_HOST = "wrong-host";

  /** The host of a session is gone, and no other could take its place. */
  public static final String HOST_GONE = "host-gone";

  /** A tree id that this host does not hold. */
  public static final String TREE_MISSING = "tree-missing";

  /** A document that is not in this host's data folder, or no longer what its digest says. */
  public static final String DOCUMENT_MISSING = "document-missing";

  /** A session folder that cannot be written where it belongs: a link or a file is in its way. */
  public static final String FOLDER_REFUSED = "session-folder-refused";

  /** A document of a round that is no analysis. */
  public static final String ANALYSIS_UNREADABLE = "analysis-unreadable";

  /** A record that is larger than history may carry; never retried. */
  public static final String OVERSIZED = "oversized-record";

  /** An answer that the open gate does not take. */
  public static final String ANSWER_REFUSED = "answer-refused";

  /** A webhook that did not take a notification this time. */
  public static final String NOT_NOTIFIED = "not-notified";

  /** A disk without room; tried again until it has some. */
  public static final String DISK_FULL = "disk-full";

  /** What nobody foresaw and only a new program mends; never retried. */
  public static final String FAULT = "fault";

  private FailureTypes() {}
}
