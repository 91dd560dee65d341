package dev.conclave.activities.agent.cli;

import dev.conclave.workflows.api.FailureKind;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a failure is, from its HTTP status and its words. The words are those of the programs named
 * in docs/agents.md, as recorded from them; what none of them fits is {@link FailureKind#FAILED}.
 */
public final class FailureText {
  private static final Pattern STATUS =
      Pattern.compile(
          "(?i)(?:status(?: code)?:?|API error:?|HTTP|\"code\":|error code:?)\\s*\"?([45]\\d\\d)\\b");

  private static final Map<FailureKind, Pattern> WORDS = new LinkedHashMap<>();

  static {
    words(
        FailureKind.REJECTED_INPUT,
        "prompt is too long|context[_ ]length|maximum context|context window|input exceeds|"
            + "input (is )?too (large|long)|too many tokens|maximum number of tokens|"
            + "request too large|request_too_large|argument list too long");
    words(
        FailureKind.RATE_LIMITED,
        "rate.?limit|too many requests|quota|usage limit|resource_exhausted|limit reached|"
            + "hit your limit");
    words(
        FailureKind.NOT_AUTHENTICATED,
        "unauthori[sz]ed|unauthenticated|authenticat|not logged in|/login|log in|"
            + "api[_ ]key|auth method|permission_error|invalid_grant|credentials");
    words(
        FailureKind.EMPTY_REPLY,
        "empty response|no visible output|loop detected|no text or thoughts|invalid_stream");
    words(
        FailureKind.UNAVAILABLE,
        "\\b(econnre(fused|set)|enotfound|eai_again)\\b|socket hang up|fetch failed|connection error|"
            + "connection (was )?(refused|reset|closed)|stream (disconnected|ended|closed)|"
            + "without a finish reason|service unavailable|overloaded|bad gateway|"
            + "gateway timeout|timed out|timeout|network error|internal server error|"
            + "empty or malformed response|terminated|error sending request");
    words(
        FailureKind.NOT_INSTALLED,
        "node['’]?: no such file|requires node|unsupported engine|node\\.js version|"
            + "command not found");
  }

  private FailureText() {}

  /** The kind behind a status and a message. */
  public static FailureKind kind(Optional<Integer> status, String message) {
    Optional<Integer> code = status.or(() -> status(message));
    Optional<FailureKind> words =
        WORDS.entrySet().stream()
            .filter(entry -> entry.getValue().matcher(message).find())
            .map(Map.Entry::getKey)
            .findFirst();
    // Too large a prompt comes as 400, a spent quota at times as 403.
    if (words.filter(kind -> kind == FailureKind.REJECTED_INPUT).isPresent()
        || (code.filter(c -> c == 403).isPresent()
            && words.filter(kind -> kind == FailureKind.RATE_LIMITED).isPresent())) {
      return words.get();
    }
    return code.flatMap(FailureText::kind).or(() -> words).orElse(FailureKind.FAILED);
  }

  /** The HTTP status that a message names. */
  static Optional<Integer> status(String message) {
    Matcher matcher = STATUS.matcher(message);
    return matcher.find() ? Optional.of(Integer.parseInt(matcher.group(1))) : Optional.empty();
  }

  private static Optional<FailureKind> kind(int status) {
    return switch (status) {
      case 401, 403 -> Optional.of(FailureKind.NOT_AUTHENTICATED);
      case 413 -> Optional.of(FailureKind.REJECTED_INPUT);
      case 429 -> Optional.of(FailureKind.RATE_LIMITED);
      default -> status >= 500 ? Optional.of(FailureKind.UNAVAILABLE) : Optional.empty();
    };
  }

  private static void words(FailureKind kind, String pattern) {
    WORDS.put(kind, Pattern.compile(pattern.toLowerCase(Locale.ROOT), Pattern.CASE_INSENSITIVE));
  }
}
