package dev.conclave.workflows.temporal;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What keeps records of a session small. Pure. */
public final class Bounds {
  /** Longest text of a human that is kept whole, in bytes of UTF-8. */
  public static final int ANSWER_TEXT_BYTES = 2 << 10;

  /** A list of paths that is shown and carried. */
  public static final int PATHS_BYTES = 8 << 10;

  private static final int TOPIC_CHARACTERS = 200;
  private static final int MESSAGE_CHARACTERS = 500;

  /** What is kept of a text that is longer than {@link #ANSWER_TEXT_BYTES}. */
  private static final int ANSWER_CHARACTERS = 400;

  private Bounds() {}

  /** A text of at most {@link #ANSWER_TEXT_BYTES}. */
  public static String shortened(String text) {
    if (text.getBytes(StandardCharsets.UTF_8).length <= ANSWER_TEXT_BYTES) {
      return text;
    }
    return Cut.shown(text, ANSWER_CHARACTERS)
        + " [whole text: sha256 "
        + Digests.sha256(text)
        + "]";
  }

  /** Paths for a person to look at: the first ones, and how many more there are. */
  public static List<String> paths(List<String> paths) {
    List<String> kept = new ArrayList<>();
    int bytes = 0;
    for (String path : paths) {
      bytes += bytes(path);
      if (bytes > PATHS_BYTES) {
        kept.add("… and " + (paths.size() - kept.size()) + " more");
        break;
      }
      kept.add(path);
    }
    return List.copyOf(kept);
  }

  public static int bytes(Object record) {
    return WireMapper.get().valueToTree(record).toString().getBytes(StandardCharsets.UTF_8).length;
  }

  /** A text in a line or two. */
  public static String topic(String text) {
    return Cut.shown(text, TOPIC_CHARACTERS);
  }

  /** At most so many characters of a message, for an ending or a note. */
  public static String message(Optional<String> message) {
    return message.map(text -> Cut.shown(text, MESSAGE_CHARACTERS)).orElse("no reason");
  }
}
