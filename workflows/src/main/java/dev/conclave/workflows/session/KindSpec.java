package dev.conclave.workflows.session;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.workflows.model.Workspace;
import java.nio.file.Path;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * Describes a kind of session, for code that serves all kinds.
 *
 * @param command that starts it
 * @param workflow the interface whose name is the workflow type
 * @param prefix of the session ids
 * @param childSuffix suffix of the parent session's id; empty when no session starts this kind
 * @param days date format in the id
 * @param folder name of these sessions' parent folder, next to that of plans; empty for the same
 *     folder
 * @param place path of the session's own folder within the folder of its name; empty for the folder
 *     itself
 * @param continues whether a complete session can be resumed, and is archived for that
 */
public record KindSpec(
    String command,
    Class<? extends SessionWorkflow> workflow,
    Class<? extends SessionWorkflow> implementation,
    Class<? extends SessionState<?>> state,
    String prefix,
    Optional<String> childSuffix,
    DateTimeFormatter days,
    Optional<String> folder,
    String place,
    boolean continues) {

  /** Separates the parent session's id from the suffix. */
  private static final String OF = "/";

  private static final Pattern ID =
      Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._-]*(?:" + OF + "[a-z]+(?:-[0-9]+)?)?");

  private static final Pattern NUMBER = Pattern.compile("-[0-9]+$");

  private static final int LONGEST_ID = 250;

  public String type() {
    return workflow.getSimpleName();
  }

  /** Returns whether an id belongs to this kind, by its suffix or its prefix. */
  public boolean names(String id) {
    return isChild(id)
        ? childSuffix
            .filter(name -> NUMBER.matcher(id.split(OF, 2)[1]).replaceFirst("").equals(name))
            .isPresent()
        : id.startsWith(prefix);
  }

  /** Returns the id of the session of this kind started for another. */
  public String childId(String id) {
    return id + OF + childSuffix.orElseThrow();
  }

  /** Returns the parent folder of these sessions on the workspace's host. */
  public Path folder(Workspace workspace) {
    Path plans = Path.of(workspace.sessionsFolder());
    return folder.map(plans::resolveSibling).orElse(plans);
  }

  /** Returns the relative path of a session's folder; further sessions have a number. */
  public String place(String id) {
    return folderName(id) + (place.isEmpty() || !isChild(id) ? place : place + number(id));
  }

  /** Returns {@code -2} for the second child of a session, and so on; empty for the first. */
  public static String number(String id) {
    Matcher number = NUMBER.matcher(id);
    return isChild(id) && number.find() ? number.group() : "";
  }

  /** Returns the name of a session's folder, which is that of its parent session, if any. */
  public static String folderName(String id) {
    return id.split(OF, 2)[0];
  }

  /**
   * Returns whether an id is valid: letters, digits, dots, hyphens and underscores, so that it
   * works as a folder name and as one shell word. Other ids are refused at the start.
   */
  public static boolean isId(String id) {
    return id.length() <= LONGEST_ID && !id.contains("..") && ID.matcher(id).matches();
  }

  /** Returns whether another session started this one. */
  public static boolean isChild(String id) {
    return id.contains(OF);
  }
}
