package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class MarkdownTextTest {
  private final MarkdownText markdown = new MarkdownText();

  @Test
  void a_text_breaks_no_structure() {
    for (String text : List.of("# big", "- item", "> said", "```sh")) {
      assertThat(MarkdownText.prose(text)).isEqualTo("\\" + text);
    }
    assertThat(MarkdownText.prose("<script>")).isEqualTo("&lt;script>");
    assertThat(markdown.cell("a | b\nc \\| d")).hasToString("a \\| b c \\\\\\| d");
    assertThat(markdown.code("src/a_b.java")).hasToString("`src/a_b.java`");
    assertThat(markdown.code("a``b|c")).hasToString("``` a``b\\|c ```");
    assertThat(markdown.quote("one\n\n# two\n")).hasToString("> one\n>\n> # two");
  }

  @Test
  void a_command_can_be_copied_and_a_sentence_stays_one() {
    assertThat(markdown.command("grep -E '\\d+' a.log | wc -l"))
        .hasToString("`grep -E '\\d+' a.log | wc -l`");
    assertThat(markdown.command("Run `mvn test`, then look."))
        .hasToString("Run `mvn test`, then look.");
  }

  @Property
  void no_text_breaks_a_line(@ForAll String text) {
    assertThat(MarkdownText.prose(text)).doesNotContain("\n", "\r");
    assertThat(markdown.cell(text).toString().replace("\\\\", "").replace("\\|", ""))
        .doesNotContain("|");
    assertThat(markdown.code(text).toString()).doesNotContain("\n");
  }
}
