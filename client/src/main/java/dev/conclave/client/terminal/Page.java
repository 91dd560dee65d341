package dev.conclave.client.terminal;

import dev.conclave.client.view.Field;
import dev.conclave.client.view.Line;
import dev.conclave.client.view.Tone;
import dev.conclave.workflows.text.Language;
import java.util.ArrayList;
import java.util.List;

/** Lines laid out for a screen, top down. Sanitizes all text. Not thread-safe. */
public final class Page {
  private static final int NAME_WIDTH = 13;

  private final Screen screen;
  private final boolean markdown;
  private final List<String> lines = new ArrayList<>();

  public Page(Screen screen) {
    this(screen, false);
  }

  private Page(Screen screen, boolean markdown) {
    this.screen = screen;
    this.markdown = markdown;
  }

  /** Returns a page that renders as Markdown, one line per paragraph. */
  public static Page markdown(Language language) {
    return new Page(Screen.PLAIN.in(language), true);
  }

  public Screen screen() {
    return screen;
  }

  public int height() {
    return lines.size();
  }

  public Page heading(String text) {
    String heading = screen.language().sentence(text);
    return gap().quote(Tone.STRONG, 0, markdown ? "## " + heading : heading).separated();
  }

  public Page gap() {
    if (!lines.isEmpty() && !lines.get(lines.size() - 1).isEmpty()) {
      lines.add("");
    }
    return this;
  }

  public Page text(String text) {
    return text(Tone.PLAIN, 0, text);
  }

  public Page text(Tone tone, int indent, String text) {
    return quote(tone, indent, screen.language().sentence(text));
  }

  /** Adds words of an agent or a person, which are never translated. */
  public Page quote(String text) {
    return quote(Tone.PLAIN, 0, text);
  }

  public Page quote(Tone tone, int indent, String text) {
    if (markdown) {
      String marked = text.startsWith("## ") ? "## " + plain(text.substring(3)) : plain(text);
      if (indent > 0) {
        lines.add("  - " + marked);
        return this;
      }
      gap().lines.add(marked);
      return gap();
    }
    for (String line : Columns.wrap(screen.typed(Printable.text(text)), screen.width() - indent)) {
      lines.add((" ".repeat(indent) + screen.paint(tone, line)).stripTrailing());
    }
    return this;
  }

  public Page item(int indent, String mark, String text) {
    return item(Tone.PLAIN, indent, mark, text);
  }

  public Page item(Tone tone, int indent, String mark, String text) {
    return quote(tone, indent, mark, screen.language().sentence(text));
  }

  /** Adds words of an agent or a person, which are never translated, after their mark. */
  public Page quote(Tone tone, int indent, String mark, String text) {
    return hanging(tone, indent, screen.ours(mark) + " ", text);
  }

  /** Adds a line after its mark; without a mark the whole line has the tone. */
  public Page line(int indent, Line line) {
    return quote(indent, line.in(screen.language()));
  }

  /** Adds a line that is in the language of the screen. */
  public Page quote(int indent, Line line) {
    return line.mark().isEmpty()
        ? quote(line.tone(), indent, line.text())
        : hanging(line.tone(), indent, line.mark() + " ", line.text());
  }

  /** Adds a name and a value; a single word or path is never wrapped, so that it can be copied. */
  public Page field(String name, String value) {
    return field(new Field(name, value, false));
  }

  public Page field(Field field) {
    String name = screen.ours(field.name());
    String value = field.quoted() ? field.value() : screen.language().sentence(field.value());
    if (markdown) {
      return hanging(Tone.PLAIN, 0, name + ":", value);
    }
    String mark = Columns.pad(name + " ", NAME_WIDTH, false);
    if (value.indexOf(' ') < 0 || value.startsWith("/")) {
      lines.add(screen.paint(Tone.FAINT, mark) + Printable.line(value));
      return this;
    }
    return hanging(Tone.FAINT, 0, mark, value);
  }

  /** Adds a line to copy: never wrapped or colored. */
  public Page verbatim(int indent, String line) {
    if (markdown) {
      lines.add("    " + Printable.line(line));
      return this;
    }
    lines.add(" ".repeat(indent) + screen.typed(Printable.line(line)));
    return this;
  }

  /** Adds a table without wrapping rows. */
  public Page unwrapped(Table table) {
    lines.addAll(table.in(screen).unwrapped(screen));
    return this;
  }

  public Page table(Table table) {
    return table(0, table);
  }

  public Page table(int indent, Table table) {
    Table told = table.in(screen);
    lines.addAll(markdown ? told.markdown() : told.render(screen, indent));
    return this;
  }

  /** Returns the page so far; ends with a newline unless it is empty. */
  @Override
  public String toString() {
    String page = String.join("\n", lines).stripTrailing();
    return page.isEmpty() ? "" : page + "\n";
  }

  /** Adds the empty line that Markdown needs between paragraphs. */
  private Page separated() {
    return markdown ? gap() : this;
  }

  /** Escapes text so that it contains no HTML. */
  static String plain(String text) {
    return Printable.line(text).replace("<", "\\<");
  }

  private Page hanging(Tone markTone, int indent, String mark, String text) {
    if (markdown) {
      String sign = mark.strip();
      boolean bullet =
          sign.isEmpty() || sign.equals("·") || (sign.equals("-") && markTone != Tone.BAD);
      String lead = bullet ? "" : "**" + plain(sign) + "** ";
      lines.add((indent > 0 ? "  - " : "- ") + lead + plain(text));
      return this;
    }
    int hang = indent + Columns.of(mark);
    boolean first = true;
    for (String line : Columns.wrap(screen.typed(Printable.text(text)), screen.width() - hang)) {
      String lead = first ? " ".repeat(indent) + screen.paint(markTone, mark) : " ".repeat(hang);
      lines.add((lead + line).stripTrailing());
      first = false;
    }
    return this;
  }
}
