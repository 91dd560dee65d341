package dev.conclave.client.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void columns_stand_in_line_beside_ideographs_and_emoji() {
    Table table =
        new Table("Name", "N").right(1).row("令牌桶", 1).row("rocket 🚀", 22).row("plain", 333);

    List<String> lines = table.render(new Screen(80, false), 0);

    assertThat(lines)
        .extracting(line -> new AttributedString(line).columnLength())
        .containsOnly(14);
  }
}
