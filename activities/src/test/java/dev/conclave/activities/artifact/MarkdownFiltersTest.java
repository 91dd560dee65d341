package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class MarkdownFiltersTest {
  @Test
  void a_cell_ends_neither_its_row_nor_its_column() {
    assertThat(MarkdownFilters.cell("a | b\nc \\| d")).isEqualTo("a \\| b c \\\\\\| d");
  }

  @Test
  void a_text_opens_no_heading_list_quote_fence_or_tag() {
    for (String text : List.of("# big", "- item", "> said", "```sh")) {
      assertThat(MarkdownFilters.prose(text)).isEqualTo("\\" + text);
    }
    assertThat(MarkdownFilters.prose("<script>")).isEqualTo("&lt;script>");
  }

  @Test
  void a_code_span_holds_backticks_and_pipes() {
    assertThat(MarkdownFilters.code("src/a_b.java")).isEqualTo("`src/a_b.java`");
    assertThat(MarkdownFilters.code("a``b|c")).isEqualTo("``` a``b\\|c ```");
  }

  @Test
  void a_command_can_be_copied_and_a_sentence_stays_one() {
    assertThat(MarkdownFilters.command("grep -E '\\d+' a.log | wc -l"))
        .isEqualTo("`grep -E '\\d+' a.log | wc -l`");
    assertThat(MarkdownFilters.command("Run `mvn test`, then look."))
        .isEqualTo("Run `mvn test`, then look.");
  }

  @Test
  void every_line_of_a_quote_is_quoted() {
    assertThat(MarkdownFilters.quote("one\n\n# two\n")).isEqualTo("> one\n>\n> # two");
  }

  @Property
  void no_text_breaks_a_line(@ForAll String text) {
    assertThat(MarkdownFilters.prose(text)).doesNotContain("\n").doesNotContain("\r");
    assertThat(MarkdownFilters.cell(text).replace("\\\\", "").replace("\\|", ""))
        .doesNotContain("|");
    assertThat(MarkdownFilters.code(text)).doesNotContain("\n");
  }
}
