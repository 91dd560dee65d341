package dev.conclave.activities.artifact;

import dev.conclave.workflows.text.MarkdownEscapes;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.extension.escaper.SafeString;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Renders Markdown from templates. Plain output of a template is one line of prose. The template
 * escapes other texts, as in {@code md.code(text)}, so that none breaks the structure.
 */
public final class MarkdownText {
  private static final PebbleEngine ENGINE =
      new PebbleEngine.Builder()
          .loader(new ClasspathLoader(MarkdownText.class.getClassLoader()))
          .addEscapingStrategy("markdown", MarkdownEscapes::prose)
          .defaultEscapingStrategy("markdown")
          .strictVariables(true)
          .newLineTrimming(false)
          .build();

  private static final Pattern COMMAND = Pattern.compile("[a-z./][^`]*[^`.]");

  /** Fills in a template from the folder {@code templates} on the class path. */
  public static String render(String template, Map<String, Object> model) {
    Map<String, Object> variables = new HashMap<>(model);
    variables.put("md", new MarkdownText());
    StringWriter text = new StringWriter();
    try {
      ENGINE.getTemplate("templates/" + template).evaluate(text, variables, Locale.ROOT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString().replaceAll("\n{3,}", "\n\n").stripTrailing() + "\n";
  }

  public SafeString cell(String text) {
    return new SafeString(MarkdownEscapes.cell(text));
  }

  /** Returns a command as a code span; a sentence or a text with code spans as prose. */
  public SafeString command(String text) {
    String line = MarkdownEscapes.line(text);
    return COMMAND.matcher(line).matches()
        ? code(line)
        : new SafeString(MarkdownEscapes.prose(line));
  }

  public SafeString codeCell(String text) {
    return new SafeString(MarkdownEscapes.codeCell(text));
  }

  public SafeString code(String text) {
    return new SafeString(MarkdownEscapes.code(text));
  }

  public SafeString quote(String text) {
    return new SafeString(MarkdownEscapes.quote(text));
  }
}
