package dev.conclave.workflows.session;

import com.google.re2j.Pattern;
import dev.conclave.workflows.model.Workspace;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The kinds of session, as a Temporal server knows them. */
public enum SessionKind {
  PLAN("PlanWorkflow", "MCP-"),
  CONTEXT("ContextWorkflow", "WFS-"),
  ANALYZE("AnalyzeWorkflow", "uan-"),
  EXECUTE("ExecuteWorkflow");

  /** Separates a session's id from the name of a session begun for it. */
  private static final String OF = "/";

  private static final Pattern ID =
      Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._-]*(?:" + OF + "[a-z]+)?");

  private static final int LONGEST_ID = 250;

  /** Ends the place of a context: planning documents of people stand beside it. */
  public static final String PROCESS = "/.process";

  private final String type;
  private final Optional<String> prefix;

  SessionKind(String type) {
    this.type = type;
    prefix = Optional.empty();
  }

  SessionKind(String type, String prefix) {
    this.type = type;
    this.prefix = Optional.of(prefix);
  }

  public String type() {
    return type;
  }

  /** What the ids of such sessions begin with; empty when they are named after another session. */
  public Optional<String> prefix() {
    return prefix;
  }

  /** The folder that holds the folders of such sessions, on the workspace's host. */
  public Path folder(Workspace workspace) {
    Path plans = Path.of(workspace.sessionsFolder());
    return switch (this) {
      case ANALYZE -> plans.resolveSibling(".csv-wave");
      case CONTEXT -> plans.resolveSibling("active");
      default -> plans;
    };
  }

  /** The place of a session's own folder in the folder of all. */
  public String place(String id) {
    return this == CONTEXT ? folderName(id) + PROCESS : id;
  }

  /** The name of a session's folder: that of the session that it was begun for, if any. */
  public static String folderName(String id) {
    return id.split(OF, 2)[0];
  }

  /** The id of the context that is gathered for a session. */
  public static String contextOf(String id) {
    return id + OF + "context";
  }

  /** The kind of a workflow type; empty for a workflow that is no session. */
  public static Optional<SessionKind> ofType(String type) {
    return Arrays.stream(values()).filter(kind -> kind.type.equals(type)).findFirst();
  }

  /** The condition of a workflow query that matches sessions of every kind. */
  public static String query() {
    return Arrays.stream(values())
        .map(kind -> "'" + kind.type + "'")
        .collect(Collectors.joining(", ", "WorkflowType IN (", ")"));
  }

  /** The kind of a session by its id; a planning session where no prefix says another. */
  public static SessionKind ofId(String id) {
    if (ofAnother(id)) {
      return CONTEXT;
    }
    return Arrays.stream(values())
        .filter(kind -> kind.prefix.filter(id::startsWith).isPresent())
        .findFirst()
        .orElse(PLAN);
  }

  /**
   * Whether a session may have this id: letters, digits, dots, hyphens and underscores, so that it
   * names a folder and is one word of any shell. Others are refused when they start.
   */
  public static boolean isId(String id) {
    return id.length() <= LONGEST_ID && !id.contains("..") && ID.matcher(id).matches();
  }

  public static boolean ofAnother(String id) {
    return id.contains(OF);
  }

  public static String bare(String id) {
    return Arrays.stream(values())
        .flatMap(kind -> kind.prefix.stream())
        .filter(id::startsWith)
        .findFirst()
        .map(start -> id.substring(start.length()))
        .orElse(id);
  }

  /**
   * Whether a person may mean the id by these words at its beginning; the prefix may be left out.
   */
  public static boolean begins(String id, String words) {
    return id.startsWith(words) || bare(id).startsWith(words);
  }
}
