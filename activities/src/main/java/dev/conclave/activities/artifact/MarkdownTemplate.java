package dev.conclave.activities.artifact;

import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A Markdown file by template. What the template prints plainly is one line of prose, {@code md} in
 * it is a {@link MarkdownText}. Thread-safe.
 */
record MarkdownTemplate(PebbleTemplate template) {
  private static final PebbleEngine ENGINE =
      new PebbleEngine.Builder()
          .loader(new ClasspathLoader(MarkdownTemplate.class.getClassLoader()))
          .addEscapingStrategy("markdown", MarkdownText::prose)
          .defaultEscapingStrategy("markdown")
          .strictVariables(true)
          .newLineTrimming(false)
          .build();

  /** A template of the folder {@code templates} on the class path. */
  static MarkdownTemplate of(String name) {
    return new MarkdownTemplate(ENGINE.getTemplate("templates/" + name));
  }

  String render(Map<String, Object> model) {
    Map<String, Object> variables = new HashMap<>(model);
    variables.put("md", new MarkdownText());
    StringWriter text = new StringWriter();
    try {
      template.evaluate(text, variables, Locale.ROOT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString().replaceAll("\n{3,}", "\n\n").stripTrailing() + "\n";
  }
}
