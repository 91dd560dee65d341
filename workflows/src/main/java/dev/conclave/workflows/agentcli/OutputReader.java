package dev.conclave.workflows.agentcli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.temporal.Cut;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads one program's stdout as it grows: one JSON object a line; anything else between them is
 * noise and passed over. For one call and one thread.
 */
public abstract class OutputReader {
  private static final int LONGEST_EVENT = 2_000;
  private static final int PATH_SEGMENTS = 3;

  /** Parts of tool names, over all programs, each with its verb; the first that fits. */
  private static final List<String> VERBS =
      List.of(
          "grep searches",
          "search searches",
          "glob lists",
          "list lists",
          "ls lists",
          "read reads",
          "write writes",
          "edit edits",
          "replace edits",
          "patch edits",
          "shell runs",
          "bash runs",
          "command runs",
          "fetch fetches");

  /** Where a tool's input says what it is about, the most telling first. */
  private static final List<String> OBJECTS =
      List.of(
          "command",
          "pattern",
          "query",
          "file_path",
          "filePath",
          "absolute_path",
          "path",
          "dir_path",
          "url",
          "description");

  private final StringBuilder answer = new StringBuilder();
  private Optional<String> model = Optional.empty();
  private long tokensIn;
  private long tokensOut;
  private long soFarIn;
  private long soFarOut;
  private Optional<Double> cost = Optional.empty();
  private Optional<String> error = Optional.empty();
  private Optional<Integer> status = Optional.empty();
  private boolean complete;
  private boolean hopeless;
  private String lastEvent = "started";

  /**
   * What a program's output says, whatever its exit code says.
   *
   * @param answer empty when it gave none
   * @param model that answered, when it is named
   * @param tokensIn read, cached ones included
   * @param tokensOut written
   * @param costUsd when the program reports it
   * @param error what is reported as failed
   * @param status HTTP status of that failure
   * @param complete whether the final event came
   */
  public record Output(
      String answer,
      Optional<String> model,
      long tokensIn,
      long tokensOut,
      Optional<Double> costUsd,
      Optional<String> error,
      Optional<Integer> status,
      boolean complete) {}

  /**
   * What the output has told so far, for people who watch.
   *
   * @param lastEvent in a few words
   * @param tokensIn read; 0 while none are told
   * @param tokensOut written; 0 while none are told
   */
  public record Activity(String lastEvent, long tokensIn, long tokensOut) {}

  /** The next line of stdout; a reader never fails on one. */
  public void line(String line) {
    if (line.startsWith("{")) {
      try {
        JsonNode event = AgentCli.JSON.readTree(line);
        event(event.path("type").asText(), event);
      } catch (JsonProcessingException e) {
        // A line that was cut off when the process died.
      }
    }
  }

  /** One event of the stream. */
  protected abstract void event(String type, JsonNode event);

  public final Activity activity() {
    return new Activity(lastEvent, Math.max(tokensIn, soFarIn), Math.max(tokensOut, soFarOut));
  }

  /**
   * Whether the program waits for something that waiting does not change, such as the end of a rate
   * limit: it is then ended and judged by what it said.
   */
  public final boolean hopeless() {
    return hopeless;
  }

  /** What has been said so far; all of it once the program has ended. */
  public Output output() {
    return new Output(answer.toString(), model, tokensIn, tokensOut, cost, error, status, complete);
  }

  /** A further part of the answer. */
  protected final void say(String text) {
    answer.append(text);
    happened("writes its answer, " + answer.length() + " characters");
  }

  /** The whole answer, in place of what was said before. */
  protected final void answer(String text) {
    answer.setLength(0);
    say(text);
  }

  protected final void happened(String what) {
    lastEvent = Cut.shown(what.replaceAll("\\s+", " ").strip(), LONGEST_EVENT);
  }

  /** A tool is used; people are shown, for example, {@code reads src/server.py}. */
  protected final void uses(String tool, JsonNode input) {
    String lower = tool.toLowerCase(Locale.ROOT);
    String verb =
        VERBS.stream()
            .map(entry -> entry.split(" "))
            .filter(entry -> lower.contains(entry[0]))
            .map(entry -> entry[1])
            .findFirst()
            .orElse("tool " + tool);
    happened(
        OBJECTS.stream()
            .map(name -> input.path(name).asText().strip())
            .filter(object -> !object.isEmpty())
            .map(object -> verb + " " + shortened(object))
            .findFirst()
            .orElse(verb));
  }

  /** Agents name files by their place in a snapshot, whose folder tells nobody anything. */
  private static String shortened(String object) {
    List<String> names = List.of(object.split("/", -1));
    return object.startsWith("/") && !object.contains(" ") && names.size() > PATH_SEGMENTS + 1
        ? "…/" + String.join("/", names.subList(names.size() - PATH_SEGMENTS, names.size()))
        : object;
  }

  protected final void model(String name) {
    if (!name.isBlank() && !name.startsWith("<")) {
      model = Optional.of(name);
    }
  }

  protected final void tokens(long in, long out) {
    tokensIn += in;
    tokensOut += out;
  }

  /** What was counted before the final event; never part of a receipt. */
  protected final void tokensSoFar(long in, long out) {
    soFarIn = in;
    soFarOut = out;
  }

  protected final void cost(double usd) {
    cost = Optional.of(cost.orElse(0.0) + usd);
  }

  /** The stream reports a failure; a later one replaces it. */
  protected final void failed(String message, Optional<Integer> httpStatus) {
    error = Optional.of(message.isBlank() ? "the program reports an error" : message);
    status = httpStatus.filter(code -> code >= 400);
    happened("error: " + message);
  }

  /** The program is done; it has recovered from failures that it reported before. */
  protected final void succeeded() {
    error = Optional.empty();
    status = Optional.empty();
    happened("done");
  }

  protected final void giveUp() {
    hopeless = true;
  }

  protected final void completed() {
    complete = true;
  }

  /** Statuses that a program's own retries within minutes do not mend. */
  protected static boolean lasting(int httpStatus) {
    return httpStatus == 429 || httpStatus == 401 || httpStatus == 403;
  }
}
