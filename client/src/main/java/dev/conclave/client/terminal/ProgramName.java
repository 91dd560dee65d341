package dev.conclave.client.terminal;

import dev.conclave.workflows.temporal.Words;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the user calls the command, as the launcher tells it: what is printed for copying can be
 * typed as it stands, also in a checkout that is not on PATH.
 *
 * @param typed such as {@code conclave} or {@code ./conclave}
 */
public record ProgramName(String typed) {
  /** On PATH. */
  public static final ProgramName INSTALLED = new ProgramName("conclave");

  /** The command with one of its words behind it; no part of a path or another word. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?<![\\w./-])conclave(?= (?:--|plan|resume|search|list|show|watch|export|answer|decide"
              + "|clarify|confirm|cancel|up|down|status|logs|worker|doctor|notify|help|completion"
              + "|COMMAND)\\b)");

  /** As the launcher found it; on PATH when it does not tell. */
  public static ProgramName of(Map<String, String> environment) {
    String called = environment.getOrDefault("CONCLAVE_CALLED", "");
    return called.isBlank() ? INSTALLED : new ProgramName(Words.shell(called));
  }

  /** A text of ours in which commands are called as the user calls them. */
  public String in(String text) {
    return equals(INSTALLED)
        ? text
        : COMMAND.matcher(text).replaceAll(Matcher.quoteReplacement(typed));
  }

  /** A writer whose texts call the command so. */
  public PrintWriter writer(PrintStream out) {
    return new PrintWriter(out, true, StandardCharsets.UTF_8) {
      @Override
      public void write(String text, int offset, int length) {
        String called = in(text.substring(offset, offset + length));
        super.write(called, 0, called.length());
      }
    };
  }
}
