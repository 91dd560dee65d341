package dev.conclave.workflows.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Size limits for records of a session. Pure. */
public final class Bounds {
  /** Longest human text kept in full, in bytes of UTF-8. */
  public static final int ANSWER_TEXT_BYTES = 2 << 10;

  public static final int PATHS_BYTES = 8 << 10;

  private Bounds() {}

  /** Truncates a text over {@link #ANSWER_TEXT_BYTES} to its beginning and digest. */
  public static String shortened(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length <= ANSWER_TEXT_BYTES
        ? text
        : Cut.shorten(text, 400) + " [whole text: sha256 " + Digests.sha256(text) + "]";
  }

  /** Returns the first paths, and how many more there are, for display. */
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

  /** Truncates to 200 characters. */
  public static String topic(String text) {
    return Cut.shorten(text, 200);
  }

  /** Truncates a message to 500 characters. */
  public static String message(Optional<String> message) {
    return message.map(text -> Cut.shorten(text, 500)).orElse("no reason given");
  }
}
