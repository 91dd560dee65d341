package dev.conclave.workflows.analyze;

import static dev.conclave.workflows.analyze.Tasks.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.plan.Requests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskCsvTest {
  private static final String HEADER = String.join(",", TaskCsv.COLUMNS);

  private static TaskTable with(String field, Object value) {
    return new TaskTable(List.of(Requests.with(task("A"), Map.of(field, value))));
  }

  private static String row(String id, String role, String round, String status) {
    return "%s,title,,%s,technical,,%s,,,,csv-wave,1,%s,,".formatted(id, role, round, status);
  }

  @Test
  void header_and_values_are_those_other_programs_read() {
    AnalysisTask task =
        Requests.with(
            task("DISCUSS-002", "A", "B"),
            Map.of(
                "title", "Wer \"ist\" da, 限流",
                "role", "discussant",
                "discussion_round", 2,
                "discussion_type", "direction-adjusted",
                "context_from", List.of("all")));
    assertThat(new TaskTable(List.of(task)).csv().replace("\"", "'"))
        .isEqualTo(
            "id,title,description,role,perspective,dimensions,discussion_round,discussion_type,"
                + "deps,context_from,exec_mode,wave,status,findings,error\r\n"
                + "'DISCUSS-002','Wer ''ist'' da, 限流','','discussant','technical','','2',"
                + "'direction-adjusted','A;B','all','csv-wave','0','pending','',''\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=HYPERLINK(\"http://x\")",
        "+1",
        "-2+3",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        " =1",
        "'=1",
        "''@x",
        "＝1",
        "a;=1",
        "a\n-b",
        "\n\n=1"
      })
  void cells_never_start_a_formula_and_the_text_round_trips(String text) {
    TaskTable table = with("findings", text);
    assertThat(table.csv()).doesNotContainPattern("[\";\\n\\t]\\s*[=+@＝-]");
    assertThat(TaskTable.parse(table.csv())).isEqualTo(table);
  }

  @Test
  void list_items_are_separated_by_semicolons() {
    TaskTable table = with("dimensions", List.of("a;b", "\\", " ", "限流", "=x"));
    assertThat(table.tasks().get(0).dimensions()).containsExactly("a", "b", "\\", "限流", "=x");
    assertThat(table.csv()).contains("\"a;b;\\;限流;'=x\"");
    assertThat(TaskTable.parse(table.csv())).isEqualTo(table);
  }

  @ParameterizedTest
  @ValueSource(strings = {",", ";", "\t"})
  void files_saved_by_a_spreadsheet_are_read(String separator) {
    String csv =
        "\ufeff"
            + (HEADER + ",notes,").replace(",", separator)
            + "\n"
            + (row("A", "Analyst", "", "") + ",my note,").replace(",", separator)
            + "\n"
            + separator.repeat(16)
            + "\n\n"
            + row("B", "EXPLORER", "3", "Pending").replace(",", separator);
    TaskTable table = TaskTable.parse(csv);
    assertThat(table.tasks()).extracting(AnalysisTask::id).containsExactly("A", "B");
    assertThat(table.tasks()).extracting(AnalysisTask::discussionRound).containsExactly(0, 3);
    assertThat(table.tasks().get(0).pending()).isEqualTo(table.tasks().get(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "boss|0|pending|role is \"boss\"; expected one of explorer, analyst, discussant, synthesizer",
        "''|0|pending|role is \"\"; expected one of explorer, analyst, discussant, synthesizer",
        "analyst|two|pending|discussion_round is \"two\"; expected a whole number",
        "analyst|0|done|status is \"done\"; expected one of pending, completed, failed, skipped"
      })
  void an_unreadable_cell_is_reported_with_its_row(
      String role, String round, String status, String why) {
    String csv =
        HEADER + "\n" + row("A", "analyst", "0", "") + "\n" + row("B", role, round, status);
    assertThatThrownBy(() -> TaskTable.parse(csv))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row 3 (B) cannot be read: " + why);
  }

  @Test
  void invalid_tables_are_refused() {
    assertThatThrownBy(() -> TaskTable.parse(""))
        .hasMessageStartingWith("the first row must name the columns; missing: id, title,");
    assertThatThrownBy(() -> TaskTable.parse(HEADER.replace(",deps", "")))
        .hasMessage("the first row must name the columns; missing: deps");
    assertThatThrownBy(() -> TaskTable.parse(HEADER + "\n\"A,b\n"))
        .hasMessageStartingWith("invalid CSV from line ");
    assertThatThrownBy(() -> TaskTable.parse(HEADER + "\n" + row("A", "analyst", "", "") + ",x"))
        .hasMessage("row 2 (A) cannot be read: more cells than the header");
    assertThatThrownBy(TaskTable.parse(HEADER)::withWaves).hasMessage("the table has no tasks");
  }

  @Test
  void a_table_has_size_limits() {
    String rows = (row("A", "analyst", "", "") + "\n").repeat(TaskCsv.MOST);
    assertThat(TaskTable.parse(HEADER + "\n" + rows).tasks()).hasSize(150);
    assertThatThrownBy(() -> TaskTable.parse(HEADER + "\n" + rows + row("B", "analyst", "", "")))
        .hasMessage("the table has 151 tasks; the limit is 150");
    String longest = "限".repeat(TaskCsv.CELL);
    TaskTable fits = with("description", longest);
    assertThat(TaskTable.parse(fits.csv())).isEqualTo(fits);
    assertThatThrownBy(() -> TaskTable.parse(with("description", longest + "流").csv()))
        .hasMessage(
            "row 2 (A) cannot be read: description has 4,001 characters; the limit is 4,000");
  }
}
