package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.MarkdownEscapes;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownTextTest {
  private final MarkdownText markdown = new MarkdownText();

  @Test
  void text_cannot_break_the_structure() {
    for (String text : List.of("# big", "- item", "> said")) {
      assertThat(MarkdownEscapes.prose(text)).isEqualTo("\\" + text);
    }
    assertThat(MarkdownEscapes.prose("```sh")).isEqualTo("\\`\\`\\`sh");
    assertThat(MarkdownEscapes.prose("<script>")).isEqualTo("&lt;script>");
    assertThat(markdown.cell("a | b\nc \\| d")).hasToString("a \\| b c \\\\\\| d");
    assertThat(markdown.code("src/a_b.java")).hasToString("`src/a_b.java`");
    assertThat(markdown.code("a``b|c")).hasToString("``` a``b|c ```");
    assertThat(markdown.codeCell("a|b")).hasToString("`a\\|b`");
    assertThat(markdown.quote("one\n\n# two\n")).hasToString("> one\n>\n> # two");
  }

  /** A viewer must not contact a foreign server or show one address and link to another. */
  @Test
  void untrusted_images_links_and_html_are_shown_as_text() {
    assertThat(MarkdownEscapes.prose("![x](http://evil.example/?q=1) and [here](//evil.example)"))
        .isEqualTo("![x]\\(http://evil.example/?q=1) and [here]\\(//evil.example)");
    assertThat(MarkdownEscapes.prose("[x](&#104;ttp://evil.example)"))
        .isEqualTo("[x]\\(\\&#104;ttp://evil.example)");
    assertThat(MarkdownEscapes.prose("[x]: http://evil.example"))
        .isEqualTo("[x]\\: http://evil.example");
    assertThat(MarkdownEscapes.prose("<http://evil.example> <img src=//e>"))
        .isEqualTo("\\<http://evil.example> &lt;img src=//e>");
    assertThat(markdown.quote("see ![x](http://e)\n[x]: http://e\n> [y]: http://e"))
        .hasToString("> see ![x]\\(http://e)\n> [x]\\: http://e\n> > [y]\\: http://e");
    assertThat(MarkdownEscapes.prose("says src/a.c:1 [src/b.c:2], f(a[1]), see http://e"))
        .isEqualTo("says src/a.c:1 [src/b.c:2], f(a[1]), see http://e");
  }

  @Test
  void code_and_comparisons_are_unchanged() {
    assertThat(MarkdownEscapes.prose("Return when n < 1 && m > 2, as `List<String> a\\b` does"))
        .isEqualTo("Return when n < 1 && m > 2, as `List<String> a\\b` does");
    assertThat(MarkdownEscapes.prose("``a ` <b>`` and <b> `<Set>"))
        .isEqualTo("``a ` <b>`` and &lt;b> \\`\\<Set>");
  }

  @ParameterizedTest
  @CsvSource({
    "10**17 and *x*, 10\\*\\*17 and \\*x\\*",
    "__init__ of a_b_c, \\_\\_init\\_\\_ of a_b_c",
    "src/_client.py has 2 * 3, src/_client.py has 2 * 3"
  })
  void emphasis_is_shown_as_written(String text, String markdown) {
    assertThat(MarkdownEscapes.prose(text)).isEqualTo(markdown);
  }

  @Test
  void invisible_characters_are_removed() {
    assertThat(MarkdownEscapes.prose("a\u200b\udb40\udc46b \u001b]8;;http://e\u0007c"))
        .isEqualTo("ab ]8;;http://e c");
  }

  @Test
  void commands_are_quoted_for_copying_and_sentences_are_not() {
    assertThat(markdown.command("grep -E '\\d+' a.log | wc -l"))
        .hasToString("`grep -E '\\d+' a.log | wc -l`");
    assertThat(markdown.command("Run `mvn test`, then look."))
        .hasToString("Run `mvn test`, then look.");
  }

  @Property
  void text_cannot_break_a_line(@ForAll String text) {
    assertThat(MarkdownEscapes.prose(text)).doesNotContain("\n", "\r");
    assertThat(markdown.cell(text).toString().replace("\\\\", "").replace("\\|", ""))
        .doesNotContain("|");
    assertThat(markdown.code(text).toString()).doesNotContain("\n");
  }

  /** A new label of a document needs a row in the catalogue. */
  @ParameterizedTest
  @ValueSource(strings = {"impl-plan", "synthesis", "context", "review"})
  void every_word_of_a_template_has_a_translation(String name) throws IOException {
    String template;
    try (var in = MarkdownText.class.getResourceAsStream("/templates/" + name + ".md.peb")) {
      template = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<String> words = new ArrayList<>();
    Matcher literal = Pattern.compile("(?:row|points)\\(\"([^\"(:]+)").matcher(template);
    while (literal.find()) {
      words.add(literal.group(1).strip());
    }
    Matcher text =
        Pattern.compile("[A-Za-z]+(?:[ '&-]+[A-Za-z]+)*+")
            .matcher(template.replaceAll("\\{\\{[^}]*}}|\\{%[^%]*%}|\\{#[^#]*#}", "\n"));
    while (text.find()) {
      words.add(text.group());
    }
    assertThat(words).hasSizeGreaterThan(15);
    assertThat(words).filteredOn(one -> Language.ZH.sentence(one).equals(one)).isEmpty();
  }

  @Test
  void a_plan_is_in_the_session_s_first_language_apart_from_the_words_of_agents() {
    PlanState english = Sessions.complete();
    ObjectNode state = WireMapper.get().valueToTree(english);
    state.withObject("/request").putArray("languages").add("zh").add("en");
    PlanState chinese = WireMapper.get().convertValue(state, PlanState.class);

    assertThat(PlanFiles.document(english, english.plan().orElseThrow()))
        .contains("## Tasks", "- **Complexity**: Medium");
    assertThat(PlanFiles.document(chinese, chinese.plan().orElseThrow()))
        .contains("## 任务", "- **复杂度**: 中", "### TASK-001: Token bucket", "1. Write the bucket")
        .contains("codex 超时（no reply for 900 s）", "得分 111")
        .doesNotContain("## Tasks", "Steps:", "**Session**");
  }
}
