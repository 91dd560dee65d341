package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import dev.conclave.workflows.text.Cut;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads one program's stdout as it grows: one JSON object a line; other lines are noise. For one
 * call and one thread.
 */
public abstract class OutputReader {
  private static final int LONGEST_EVENT = 2_000;
  private static final int MOST_NOISE = 4_000;
  private static final int BRACES_TRIED = 4;

  /** Parts of tool names, over all programs, each with its verb; the first that fits. */
  private static final String VERBS =
      "grep searches,search searches,glob lists,list lists,ls lists,read reads,write writes,edit edits,"
          + "replace edits,patch edits,shell runs,bash runs,command runs,fetch fetches";

  private static final String OBJECTS =
      "command pattern query file_path filePath absolute_path path dir_path url description";

  private final StringBuilder answer = new StringBuilder();
  private final StringBuilder noise = new StringBuilder();
  private String model = "";
  private long tokensIn;
  private long tokensOut;
  private double cost;
  private String error = "";
  private int status;

  protected boolean complete;

  /**
   * Whether the program waits for something that waiting does not change, such as the end of a rate
   * limit: it is then ended and judged by what it said.
   */
  protected boolean hopeless;

  /** Control codes of terminals: titles, colours, and what else moves a cursor. */
  private static final Pattern CONTROLS =
      Pattern.compile(
          "\\x1b\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)?|\\x1b\\[[0-9;?]*[A-Za-z]|[\\x00-\\x1f\\x{feff}]");

  private String lastEvent = "started";
  private boolean writing;

  /**
   * The content of a program's output, whatever its exit code says.
   *
   * @param model empty where it does not say
   * @param tokensIn read, cached ones included
   * @param costUsd 0 where the program has no price
   * @param error the failure that it reports; empty without one
   * @param status HTTP status of that failure; 0 when it is not told
   * @param noise the last lines that are no events, where a program that cannot go on says why
   */
  public record CliOutput(
      String answer,
      String model,
      long tokensIn,
      long tokensOut,
      double costUsd,
      String error,
      int status,
      boolean complete,
      String noise) {

    /** Returns whether the program has told its whole answer, and that it is one. */
    public boolean succeeded() {
      return complete && error.isEmpty() && !answer.isBlank();
    }
  }

  /** The next line of stdout; a reader never fails on one. */
  public void line(String line) {
    JsonNode event = json(line);
    if (event == null) {
      noise(line);
    } else {
      event(event.path("type").asText(), event);
    }
  }

  /** JSON, or the JSON object behind a banner, a terminal's title or {@code data:}. */
  static @Nullable JsonNode json(String text) {
    boolean whole = text.startsWith("{") || text.startsWith("[") || text.startsWith("\"");
    int at = whole ? 0 : text.indexOf('{');
    for (int tried = 0; at >= 0 && tried < (whole ? 1 : BRACES_TRIED); tried++) {
      try {
        return AgentCli.JSON.readTree(text.substring(at));
      } catch (JsonProcessingException e) {
        // Noise, or an event that was cut off when the process died.
        at = text.indexOf('{', at + 1);
      }
    }
    return null;
  }

  protected final void noise(String line) {
    String plain = CONTROLS.matcher(Cut.shown(line, LONGEST_EVENT)).replaceAll("").strip();
    if (!plain.isEmpty()) {
      noise.append(noise.isEmpty() ? "" : "\n").append(plain);
      noise.delete(0, Math.max(0, noise.length() - MOST_NOISE));
    }
  }

  protected abstract void event(String type, JsonNode event);

  /** Returns what has been said so far; all of it once the program has ended. */
  public CliOutput output() {
    return new CliOutput(
        answer.toString(),
        model,
        tokensIn,
        tokensOut,
        cost,
        error,
        status,
        complete,
        noise.toString());
  }

  /** The last event, in a few words for people who watch. */
  public final String lastEvent() {
    return writing ? "writing its answer, " + answer.length() + " characters" : lastEvent;
  }

  public final long tokensIn() {
    return tokensIn;
  }

  public final long tokensOut() {
    return tokensOut;
  }

  public final boolean hopeless() {
    return hopeless;
  }

  public final boolean answered() {
    return complete && output().succeeded();
  }

  protected final void say(String text) {
    answer.append(text);
    writing = true;
  }

  /** The whole answer, in place of what was said before. */
  protected final void answer(String text) {
    answer.setLength(0);
    say(text);
  }

  protected final void happened(String what) {
    writing = false;
    lastEvent = Cut.shown(what.replaceAll("\\s+", " ").strip(), LONGEST_EVENT);
  }

  /** A tool is used; people are shown, for example, {@code reads src/server.py}. */
  protected final void uses(String tool, JsonNode input) {
    String verb =
        Stream.of(VERBS.split(","))
            .filter(entry -> tool.toLowerCase(Locale.ROOT).contains(entry.split(" ")[0]))
            .map(entry -> entry.split(" ")[1])
            .findFirst()
            .orElse("tool " + tool);
    String object =
        Stream.of(OBJECTS.split(" "))
            .map(name -> input.path(name).asText().strip())
            .filter(text -> !text.isEmpty())
            .findFirst()
            .orElse("");
    // Agents name files by their place in a snapshot, whose folder tells nobody anything.
    happened(verb + " " + object.replaceFirst("^/\\S+/(?=[^/ ]+/[^/ ]+/[^/ ]+$)", "…/"));
  }

  protected final void model(String name) {
    if (!name.isBlank() && !name.startsWith("<")) {
      model = name;
    }
  }

  /** Tokens of a part of the call. */
  protected final void tokens(long in, long out) {
    used(tokensIn + in, tokensOut + out, 0);
  }

  /** What a part of the call cost; 0 where the program has no price. */
  protected final void cost(double usd) {
    used(tokensIn, tokensOut, cost + usd);
  }

  /** What all of the call used until now; 0 USD where the program has no price. */
  protected final void used(long in, long out, double usd) {
    tokensIn = in;
    tokensOut = out;
    cost = usd > 0 ? usd : cost;
  }

  /**
   * The stream reports a failure; a later one replaces it.
   *
   * @param httpStatus less than 400 when it is not told
   */
  protected final void failed(String message, int httpStatus) {
    error = message.isBlank() ? "the program reported an error" : message;
    status = httpStatus >= 400 ? httpStatus : 0;
    happened("error: " + message);
  }

  /** The program is done; it has recovered from failures that it reported before. */
  protected final void succeeded() {
    error = "";
    status = 0;
    happened("done");
  }

  /** Returns whether a program's own retries within minutes do not mend a status. */
  protected static boolean isLasting(int httpStatus) {
    return httpStatus == 429 || httpStatus == 401 || httpStatus == 403;
  }
}
