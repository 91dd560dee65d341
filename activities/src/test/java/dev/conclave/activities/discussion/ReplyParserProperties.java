package dev.conclave.activities.discussion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.text.WireMapper;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class ReplyParserProperties {

  @Property(tries = 500)
  void any_bytes_parse_to_a_serializable_analysis(@ForAll @Size(max = 400) byte[] bytes)
      throws Exception {
    parsesWhatever(new String(bytes, StandardCharsets.UTF_8));
  }

  @Property(tries = 500)
  void any_text_after_the_start_of_an_analysis_parses(@ForAll @StringLength(max = 200) String tail)
      throws Exception {
    parsesWhatever("{\"findings\": [\"a\", " + tail);
    parsesWhatever("{'findings': ['a'], \"code_locations\": " + tail + "}");
  }

  @Property(tries = 300)
  void a_reply_truncated_after_its_first_finding_keeps_that_finding(
      @ForAll @IntRange(min = 200, max = 2_500) int cut) {
    String example = ReplyParserTest.OWN;
    int length = Math.min(example.length(), cut);
    Analysis analysis = ReplyParser.parse("Here:\n" + example.substring(0, length), "codex", "p");
    assertThat(analysis.fallback()).isFalse();
    assertThat(analysis.findings().get(0)).startsWith("Each request passes through handle()");
    assertThat(analysis.parseNotes().isEmpty())
        .isEqualTo(length >= example.stripTrailing().length());
  }

  private static void parsesWhatever(String text) throws Exception {
    Analysis analysis = ReplyParser.parse(text, "codex", "p");
    assertThat(analysis.feasibilityScore()).isNotNaN();
    String json = WireMapper.get().writeValueAsString(analysis);
    assertThat(WireMapper.get().readValue(json, Analysis.class).findings())
        .isEqualTo(analysis.findings());
  }
}
