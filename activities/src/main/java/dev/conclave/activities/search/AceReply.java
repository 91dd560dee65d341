package dev.conclave.activities.search;

import java.time.Duration;

/** What became of one query to an MCP server. */
public sealed interface AceReply {

  /** How long it took. */
  Duration took();

  /** It answered, if only with a sentence that says that nothing was found. */
  record Answered(String text, Duration took) implements AceReply {}

  /** It did not, or with text that starts with {@code Error:}. */
  record Failed(String reason, Duration took) implements AceReply {}
}
