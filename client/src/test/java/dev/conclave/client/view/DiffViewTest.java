package dev.conclave.client.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.view.DiffView.FileDiff;
import dev.conclave.client.view.DiffView.Row;
import dev.conclave.workflows.discussion.Finding;
import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import dev.conclave.workflows.discussion.ReviewOutcome.Standing;
import dev.conclave.workflows.discussion.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiffViewTest {
  private static final String DIFF =
      """
      diff --git a/src/old name.py b/src/new name.py
      similarity index 90%
      rename from src/old name.py
      rename to src/new name.py
      --- a/src/old name.py
      +++ b/src/new name.py
      @@ -7,3 +7,4 @@ def limit():
           a = 1
      -    b = 2
      +    b = 3
      +    diff --git a/x b/x
           c = 4
      \\ No newline at end of file
      diff --git a/gone.txt b/gone.txt
      deleted file mode 100644
      --- a/gone.txt
      +++ /dev/null
      @@ -1 +0,0 @@
      -bye
      diff --git a/empty b/empty
      new file mode 100644
      """;

  @Test
  void each_file_shows_numbered_lines_with_the_findings_on_them() {
    Finding finding =
        new Finding(Severity.HIGH, true, "src/new name.py", 8, "It leaks", "", "", List.of());
    Judged judged =
        new Judged("P1", Standing.COUNTS, Severity.HIGH, finding, List.of("codex"), List.of());

    DiffView diff = DiffView.of(DIFF, List.of(judged));

    assertThat(diff.files())
        .extracting(FileDiff::path)
        .containsExactly("src/new name.py", "gone.txt", "empty");
    FileDiff changed = diff.files().get(0);
    assertThat(changed.rows())
        .extracting(
            row -> "%s %s %s:%s".formatted(row.look(), row.before(), row.after(), row.text()))
        .containsExactly(
            "hunk  :@@ -7,3 +7,4 @@ def limit():",
            "same 7 7:    a = 1",
            "removed 8 :    b = 2",
            "added  8:    b = 3",
            "added  9:    diff --git a/x b/x",
            "same 9 10:    c = 4");
    assertThat(changed.added()).isEqualTo(2);
    assertThat(changed.rows())
        .filteredOn(row -> !row.findings().isEmpty())
        .singleElement()
        .extracting(Row::after)
        .isEqualTo("8");
    assertThat(diff.files().get(1).removed()).isEqualTo(1);
    assertThat(diff.files().get(2).rows()).isEmpty();
  }
}
