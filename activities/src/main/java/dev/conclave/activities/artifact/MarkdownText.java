package dev.conclave.activities.artifact;

import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.MarkdownEscapes;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.extension.AbstractExtension;
import io.pebbletemplates.pebble.extension.Filter;
import io.pebbletemplates.pebble.extension.escaper.SafeString;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Renders Markdown from templates. Plain output of a template is one line of prose. The template
 * escapes other texts, as in {@code md.code(text)}, so that none breaks the structure.
 */
public final class MarkdownText {
  private static final Map<Language, PebbleEngine> ENGINES =
      Stream.of(Language.values())
          .collect(Collectors.toMap(Function.identity(), MarkdownText::engine));

  private static PebbleEngine engine(Language language) {
    return new PebbleEngine.Builder()
        .loader(new Translated(language))
        .extension(
            new AbstractExtension() {
              @Override
              public Map<String, Filter> getFilters() {
                return Map.of("ours", new Ours(language));
              }
            })
        .addEscapingStrategy("markdown", MarkdownEscapes::prose)
        .defaultEscapingStrategy("markdown")
        .strictVariables(true)
        .newLineTrimming(false)
        .build();
  }

  private static final class Translated extends ClasspathLoader {
    /** A tag, or words of text. */
    private static final Pattern PART =
        Pattern.compile(
            "\\{\\{[^{}]*+}}|\\{%[^{%]*+%}|\\{#[^{#]*+#}|([A-Za-z]+(?:[ '&-]+[A-Za-z]+)*+)");

    private final Language language;

    Translated(Language language) {
      super(MarkdownText.class.getClassLoader());
      this.language = language;
    }

    @Override
    public Reader getReader(String name) {
      StringWriter template = new StringWriter();
      try (Reader source = super.getReader(name)) {
        source.transferTo(template);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new StringReader(
          PART.matcher(template.toString())
              .replaceAll(
                  part ->
                      Matcher.quoteReplacement(
                          part.group(1) == null
                              ? part.group()
                              : language.sentence(part.group(1)))));
    }
  }

  /** Translates a sentence of the program in a value. */
  private record Ours(Language language) implements Filter {
    @Override
    public @Nullable List<String> getArgumentNames() {
      return null;
    }

    @Override
    public Object apply(
        Object sentence,
        Map<String, Object> arguments,
        PebbleTemplate self,
        EvaluationContext context,
        int line) {
      return language.sentence(String.valueOf(sentence));
    }
  }

  private static final Pattern COMMAND = Pattern.compile("[a-z./][^`]*[^`.]");

  /**
   * Fills in a template from the folder {@code templates} on the class path, with its text and its
   * values under {@code ours} in a language.
   */
  public static String render(String template, Map<String, Object> model, Language language) {
    Map<String, Object> variables = new HashMap<>(model);
    variables.put("md", new MarkdownText());
    StringWriter text = new StringWriter();
    try {
      Objects.requireNonNull(ENGINES.get(language))
          .getTemplate("templates/" + template)
          .evaluate(text, variables, Locale.ROOT);
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
