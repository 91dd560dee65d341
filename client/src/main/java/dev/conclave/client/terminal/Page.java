package dev.conclave.client.terminal;

import dev.conclave.client.view.Line;
import dev.conclave.client.view.Tone;
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
  public static Page markdown() {
    return new Page(Screen.PLAIN, true);
  }

  public Screen screen() {
    return screen;
  }

  public int height() {
    return lines.size();
  }

  public Page heading(String text) {
    return gap().text(Tone.STRONG, 0, markdown ? "## " + text : text).separated();
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
    if (markdown) {
      String marked = text.startsWith("## ") ? "## " + plain(text.substring(3)) : plain(text);
      lines.add(indent > 0 ? "  - " + marked : marked);
      return indent > 0 ? this : separated();
    }
    for (String line : Columns.wrap(screen.typed(Printable.text(text)), screen.width() - indent)) {
      lines.add((" ".repeat(indent) + screen.paint(tone, line)).stripTrailing());
    }
    return this;
  }

  public Page item(int indent, String mark, String text) {
    return hanging(Tone.PLAIN, indent, mark + " ", text);
  }

  public Page item(Tone tone, int indent, String mark, String text) {
    return hanging(tone, indent, mark + " ", text);
  }

  /** Adds a line after its mark; without a mark the whole line has the tone. */
  public Page line(int indent, Line line) {
    return line.mark().isEmpty()
        ? text(line.tone(), indent, line.text())
        : item(line.tone(), indent, line.mark(), line.text());
  }

  /** Adds a name and a value; a single word or path is never wrapped, so that it can be copied. */
  public Page field(String name, String value) {
    if (markdown) {
      return item(0, name + ":", value);
    }
    if (value.indexOf(' ') < 0 || value.startsWith("/")) {
      String mark = screen.paint(Tone.FAINT, Columns.pad(name + " ", NAME_WIDTH, false));
      lines.add(mark + Printable.line(value));
      return this;
    }
    return hanging(Tone.FAINT, 0, Columns.pad(name + " ", NAME_WIDTH, false), value);
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
    lines.addAll(table.unwrapped(screen));
    return this;
  }

  public Page table(Table table) {
    return table(0, table);
  }

  public Page table(int indent, Table table) {
    lines.addAll(markdown ? table.markdown() : table.render(screen, indent));
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
