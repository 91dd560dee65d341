package dev.conclave.workflows.session;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.workflows.model.Workspace;
import java.nio.file.Path;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * A kind of session: all that the parts which serve every kind have to know of one.
 *
 * @param command the command that starts such a session
 * @param workflow the interface whose name is the workflow type
 * @param implementation what a worker registers for it
 * @param state what holds all that such a session knows
 * @param prefix what the ids of such sessions begin with
 * @param begunAs what follows the id of the session that such a one is begun for; empty when none
 *     is begun for another
 * @param days how an id writes its day
 * @param folder the name of the folder that holds the folders of such sessions, beside that of
 *     plans; empty for the same
 * @param place where in the folder of a name the session's own is; empty for the folder itself
 * @param continues whether a complete one can be resumed, and waits for that in the archive
 */
public record KindSpec(
    String command,
    Class<? extends SessionWorkflow> workflow,
    Class<? extends SessionWorkflow> implementation,
    Class<? extends SessionState<?>> state,
    String prefix,
    Optional<String> begunAs,
    DateTimeFormatter days,
    Optional<String> folder,
    String place,
    boolean continues) {

  /** Separates a session's id from the name of a session begun for it. */
  private static final String OF = "/";

  private static final Pattern ID =
      Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._-]*(?:" + OF + "[a-z]+(?:-[0-9]+)?)?");

  private static final Pattern NUMBER = Pattern.compile("-[0-9]+$");

  private static final int LONGEST_ID = 250;

  /** The workflow type, as a Temporal server has it. */
  public String type() {
    return workflow.getSimpleName();
  }

  /** Whether this id is one of such a session: by its end, or by its beginning. */
  public boolean names(String id) {
    return isBegun(id)
        ? begunAs
            .filter(name -> NUMBER.matcher(id.split(OF, 2)[1]).replaceFirst("").equals(name))
            .isPresent()
        : id.startsWith(prefix);
  }

  /** The id of the session of this kind that is begun for another. */
  public String begunFor(String id) {
    return id + OF + begunAs.orElseThrow();
  }

  /** The folder that holds the folders of such sessions, on the workspace's host. */
  public Path folder(Workspace workspace) {
    Path plans = Path.of(workspace.sessionsFolder());
    return folder.map(plans::resolveSibling).orElse(plans);
  }

  /** The place of a session's own folder in the folder of all; a later one has its number. */
  public String place(String id) {
    return folderName(id) + (place.isEmpty() || !isBegun(id) ? place : place + number(id));
  }

  private static String number(String id) {
    Matcher number = NUMBER.matcher(id);
    return number.find() ? number.group() : "";
  }

  /** The name of a session's folder: that of the session that it was begun for, if any. */
  public static String folderName(String id) {
    return id.split(OF, 2)[0];
  }

  /**
   * Whether a session may have this id: letters, digits, dots, hyphens and underscores, so that it
   * names a folder and is one word of any shell. Others are refused when they start.
   */
  public static boolean isId(String id) {
    return id.length() <= LONGEST_ID && !id.contains("..") && ID.matcher(id).matches();
  }

  /** Whether the session was begun for another one. */
  public static boolean isBegun(String id) {
    return id.contains(OF);
  }
}
