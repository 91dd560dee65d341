package dev.conclave.workflows.analyze;

import static dev.conclave.workflows.analyze.TaskTable.refuse;
import static dev.conclave.workflows.analyze.TaskTable.row;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.workflows.analyze.AnalysisTask.ExecMode;
import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes and reads tasks as CSV (RFC 4180) without loss. Lists are separated by semicolons. A text
 * that a spreadsheet could interpret as a formula gets an apostrophe, which is removed on reading.
 */
final class TaskCsv {
  static final List<String> COLUMNS =
      List.of(
          ("id title description role perspective dimensions discussion_round discussion_type deps"
                  + " context_from exec_mode wave status findings error")
              .split(" "));

  static final int MOST = 150;

  static final int CELL = 4_000;

  private static final CsvMapper MAPPER =
      CsvMapper.builder()
          .enable(CsvGenerator.Feature.ALWAYS_QUOTE_STRINGS)
          .enable(CsvParser.Feature.WRAP_AS_ARRAY)
          .build();
  private static final ObjectReader TASK =
      WireMapper.get()
          .readerFor(AnalysisTask.class)
          .with(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY);
  private static final String END = "\r\n";
  private static final CsvSchema SCHEMA = CsvSchema.emptySchema().withLineSeparator(END);

  /** A formula may start at a cell, or after a character that is a separator in other dialects. */
  private static final String BEFORE = ";\t\r\n";

  private static final String FORMULA = "=+-@＝＋－＠";

  private static final Pattern SEPARATOR = Pattern.compile("[,;\\t]");
  private static final Set<String> TEXTS =
      Set.of("title", "description", "perspective", "findings", "error");

  private TaskCsv() {}

  static String write(List<AnalysisTask> tasks) {
    try {
      return String.join(",", COLUMNS)
          + END
          + MAPPER.writer(SCHEMA).writeValueAsString(tasks.stream().map(TaskCsv::cells).toList());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write the table of tasks as CSV", e);
    }
  }

  private static List<String> cells(AnalysisTask task) {
    JsonNode fields = WireMapper.get().valueToTree(task);
    return COLUMNS.stream()
        .map(fields::path)
        .map(
            value ->
                value.isArray()
                    ? String.join(";", WireMapper.get().convertValue(value, String[].class))
                    : value.asText())
        .map(text -> guarded(text, true))
        .toList();
  }

  /**
   * Reads a table, also as saved by a spreadsheet: with a byte order mark, semicolons or tabs as
   * separators, reordered columns, empty rows, and extra columns.
   *
   * @throws IllegalArgumentException with a sentence that names the row; rows are numbered as in a
   *     spreadsheet, the header is row 1
   */
  static List<AnalysisTask> read(String csv) {
    String[][] rows = rows(csv.startsWith("\ufeff") ? csv.substring(1) : csv);
    List<String> header =
        rows.length == 0 ? List.of() : Stream.of(rows[0]).map(String::strip).toList();
    String missing =
        COLUMNS.stream().filter(name -> !header.contains(name)).collect(Collectors.joining(", "));
    refuse(!missing.isEmpty(), "the first row must name the columns; missing: " + missing);
    List<AnalysisTask> tasks = new ArrayList<>();
    for (int i = 1; i < rows.length; i++) {
      if (!Stream.of(rows[i]).allMatch(String::isBlank)) {
        tasks.add(task(i + 1, header, rows[i]));
      }
    }
    String many = "the table has %d tasks; the limit is %d";
    refuse(tasks.size() > MOST, many.formatted(tasks.size(), MOST));
    return tasks;
  }

  private static String[][] rows(String csv) {
    Matcher separator = SEPARATOR.matcher(csv);
    char between = separator.find() ? separator.group().charAt(0) : ',';
    CsvSchema schema = CsvSchema.emptySchema().withColumnSeparator(between);
    try {
      return MAPPER.readerFor(String[][].class).with(schema).readValue(csv);
    } catch (JsonProcessingException e) {
      String why = Cut.shorten(e.getOriginalMessage(), 200);
      throw new IllegalArgumentException(
          "invalid CSV from line " + e.getLocation().getLineNr() + " on: " + why, e);
    }
  }

  private static AnalysisTask task(int number, List<String> header, String[] cells) {
    String row = row(number, cell(header, cells, "id").strip()) + " cannot be read: ";
    boolean longer = Stream.of(cells).skip(header.size()).anyMatch(cell -> !cell.isBlank());
    refuse(longer, row + "more cells than the header");
    ObjectNode fields = JsonNodeFactory.instance.objectNode().put("role", "");
    fields.put("exec_mode", Words.of(ExecMode.CSV_WAVE)).put("status", Words.of(Status.PENDING));
    for (String column : COLUMNS) {
      String text = cell(header, cells, column);
      int length = text.codePointCount(0, text.length());
      refuse(
          length > CELL,
          row + "%s has %,d characters; the limit is %,d".formatted(column, length, CELL));
      if (TEXTS.contains(column)) {
        fields.put(column, text);
      } else if (!text.isBlank()) {
        fields.put(column, text.strip());
      }
    }
    try {
      return TASK.readValue(fields);
    } catch (MismatchedInputException e) {
      String column = e.getPath().get(0).getFieldName();
      String said = Cut.shorten(fields.path(column).asText(), 60);
      String expected = Words.expected(e.getTargetType());
      throw new IllegalArgumentException(
          row + "%s is \"%s\"; expected %s".formatted(column, said, expected), e);
    } catch (IOException e) {
      throw new IllegalStateException("texts are numbers, words or texts", e);
    }
  }

  private static String cell(List<String> header, String[] cells, String column) {
    int at = header.indexOf(column);
    return at < cells.length ? guarded(cells[at], false) : "";
  }

  private static String guarded(String text, boolean add) {
    BitSet guards = new BitSet();
    boolean formula = false;
    for (int i = text.length() - 1; i >= 0; i--) {
      char c = text.charAt(i);
      boolean begins = i == 0 || BEFORE.indexOf(text.charAt(i - 1)) >= 0;
      boolean guard = formula && c == '\'';
      formula = FORMULA.indexOf(c) >= 0 || formula && (c == '\'' || Character.isWhitespace(c));
      guards.set(i, begins && (add ? formula : guard));
    }
    StringBuilder guarded = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      if (add || !guards.get(i)) {
        guarded.append(add && guards.get(i) ? "'" : "").append(text.charAt(i));
      }
    }
    return guarded.toString();
  }
}
