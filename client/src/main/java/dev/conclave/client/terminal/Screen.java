package dev.conclave.client.terminal;

import dev.conclave.client.view.Tone;
import dev.conclave.workflows.text.Language;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Properties of an output device.
 *
 * @param width columns, at least {@link #NARROWEST}
 * @param color whether to use color
 * @param piped whether a program reads the output, so that lines are not wrapped
 * @param program how the user invokes the command, such as {@code ./conclave} in a checkout
 * @param language of the program's own words
 */
public record Screen(int width, boolean color, boolean piped, String program, Language language) {
  /** Minimum width in columns, used also for narrower terminals. */
  public static final int NARROWEST = 60;

  /** Maximum width in columns; wider lines are hard to read. */
  public static final int WIDEST = 140;

  private static final String INSTALLED = "conclave";

  /** A file or a pipe. */
  public static final Screen PLAIN = new Screen(100, false, true, INSTALLED, Language.EN);

  /** The command followed by a subcommand or option; not within a path or word. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?<![\\w./-])conclave(?= (?:--|init|plan|analyze|context|review|resume|rm|approver-key|search|list|show|watch|export"
              + "|answer|decide|clarify|confirm|cancel|up|down|status|logs|worker|doctor"
              + "|codec-server|help|completion|COMMAND)\\b)");

  public Screen {
    width = Math.max(NARROWEST, Math.min(WIDEST, width));
  }

  public Screen(int width, boolean color) {
    this(width, color, false, INSTALLED, Language.EN);
  }

  public Screen calledAs(String name) {
    return new Screen(width, color, piped, name, language);
  }

  public Screen in(Language other) {
    return new Screen(width, color, piped, program, other);
  }

  /** Returns this device as a terminal of another width. */
  public Screen resized(int columns) {
    return new Screen(columns, color, false, program, language);
  }

  public String paint(Tone tone, String text) {
    String code =
        switch (tone) {
          case PLAIN -> "";
          case STRONG -> "1";
          case FAINT -> "2";
          case GOOD -> "32";
          case CAREFUL -> "33";
          case BAD -> "31";
          case NAME -> "36";
        };
    return color && !code.isEmpty() && !text.isEmpty()
        ? "\u001b[" + code + "m" + text + "\u001b[0m"
        : text;
  }

  /** Translates a sentence of the program, with commands as the user types them. */
  public String ours(String sentence) {
    return typed(language.sentence(sentence));
  }

  /** Translates a sentence that only the console shows, with commands as the user types them. */
  public String console(String sentence) {
    return typed(language.console(sentence));
  }

  /** Replaces {@code conclave} in commands with the program name that the user types. */
  public String typed(String text) {
    return program.equals(INSTALLED)
        ? text
        : COMMAND.matcher(text).replaceAll(Matcher.quoteReplacement(program));
  }
}
