package dev.conclave.client.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void columns_align_with_ideographs_and_emoji() {
    Table table =
        new Table("Name", "N").right(1).row("令牌桶", 1).row("rocket 🚀", 22).row("plain", 333);

    List<String> lines = table.render(new Screen(80, false), 0);

    assertThat(lines)
        .extracting(line -> new AttributedString(line).columnLength())
        .containsOnly(14);
  }

  @Test
  void words_are_broken_only_as_a_last_resort() {
    Table table =
        new Table("Role", "What it said", "Digest")
            .row("topic-analyzer", "three perspectives, two of them new", "e1d02007ac13");

    assertThat(table.render(new Screen(50, false), 0).get(1))
        .startsWith("topic-analyzer  three perspectives, ")
        .endsWith("e1d02007ac13");
    table.row("a-word-that-is-wider-than-its-column", "", "");
    assertThat(table.render(new Screen(60, false), 0)).allMatch(line -> line.length() <= 60);
  }
}
