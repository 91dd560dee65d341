package dev.conclave.client.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.text.MarkdownEscapes;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.junit.jupiter.api.Test;

class MarkdownTest {
  private static final String MARKUP = "**__~~aab1 .)-+#[x]()<>&;#\\|!:=变€“";

  @Test
  void escaped_text_is_shown_as_written() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      String text =
          random
              .ints(1 + random.nextInt(16), 0, MARKUP.length())
              .mapToObj(at -> MARKUP.substring(at, at + 1))
              .collect(Collectors.joining());
      String line = MarkdownEscapes.line(text);
      String prose = MarkdownEscapes.prose(text);
      assertThat(shown(prose)).as(prose).isEqualTo(line);
      assertThat(shown("- " + prose)).as(prose).isEqualTo(line);
      assertThat(shown("**Name**: " + prose + " (" + prose + ")"))
          .as(prose)
          .isEqualTo("Name: " + line + " (" + line + ")");
      String cell = MarkdownEscapes.cell(text);
      assertThat(shown("| a |\n|---|\n| " + cell + " |")).as(cell).isEqualTo("a" + line);
    }
  }

  @Test
  void code_stays_code_and_plain_text_stays_readable() {
    assertThat(Markdown.html(MarkdownEscapes.prose("10**17, `f(*a, **b)` and __eq__")))
        .isEqualTo("<p>10**17, <code>f(*a, **b)</code> and __eq__</p>\n");
    assertThat(Markdown.html("|a|\n|---|\n|" + MarkdownEscapes.codeCell("f `a|*b*` \\n") + "|"))
        .contains("<code>f `a|*b*` \\n</code>");
    assertThat(MarkdownEscapes.prose("compare _step, then self._len of *args; 2 * 3"))
        .isEqualTo("compare _step, then self._len of *args; 2 * 3");
    assertThat(MarkdownEscapes.prose("1. x*y*z")).isEqualTo("1\\. x\\*y\\*z");
    assertThat(Markdown.html(MarkdownEscapes.quote("use __a__\n\n```\nx = __b__ ** 2\n```")))
        .contains("use __a__", "x = __b__ ** 2");
  }

  @Test
  void a_quotation_never_contains_html_or_links() {
    List<String> parts =
        List.of("`", "```", "~~~", "<img src=//evil/x>", "[a](http://evil)", "\n", "\n\n", "    ");
    Random random = new Random(2);
    for (int i = 0; i < 20_000; i++) {
      String text =
          random
              .ints(1 + random.nextInt(14), 0, parts.size())
              .mapToObj(parts::get)
              .collect(Collectors.joining());
      String quote = MarkdownEscapes.quote(text);
      assertThat(HtmlRenderer.builder().build().render(Parser.builder().build().parse(quote)))
          .as(quote)
          .doesNotContain("<img", "<a ");
    }
  }

  @Test
  void backticks_of_a_command_are_kept() {
    String html =
        ViewFilters.prose("runs `make <x>`, not `x`y: grep 'func:`range`'; echo `date`", "tick");

    assertThat(html).contains("<code>", "make &lt;x&gt;", "not `x`y: grep &#39;func:`range`&#39;");
    assertThat(text(html)).contains("runs `make <x>`, not", "echo `date`");
  }

  private static String shown(String markdown) {
    return text(Markdown.html(markdown));
  }

  private static String text(String html) {
    return html.replaceAll("<[^>]*>", "")
        .replace("\n", "")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
  }
}
