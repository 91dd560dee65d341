package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import dev.conclave.workflows.text.Cut;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a program's stdout as it grows: one JSON object per line; other lines are noise. Used for
 * one call, by one thread.
 */
public abstract class OutputReader {
  private static final int LONGEST_EVENT = 2_000;
  private static final int MOST_NOISE = 4_000;
  private static final int BRACES_TRIED = 4;

  /** Substrings of tool names with the verb to display; the first match counts. */
  private static final String VERBS =
      "grep searching,search searching,glob listing,list listing,ls listing,read reading,write writing,"
          + "edit editing,replace editing,patch editing,shell running,bash running,command running,fetch fetching";

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
   * Whether the program waits for something that will not change in time, such as a rate limit.
   * Conclave then ends it and judges its output.
   */
  protected boolean hopeless;

  private static final Pattern CONTROLS =
      Pattern.compile(
          "\\x1b\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)?|\\x1b\\[[0-9;?]*[A-Za-z]|[\\x00-\\x1f\\x{feff}]");

  private String lastEvent = "started";
  private boolean writing;

  /**
   * A program's output, whatever its exit code.
   *
   * @param model empty if unknown
   * @param tokensIn including cached ones
   * @param costUsd 0 if unknown
   * @param error the failure that it reports; empty if none
   * @param status HTTP status of that failure; 0 if unknown
   * @param noise the last lines that are not events, which may say why the program stopped
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

    /** Returns whether the answer is complete and the program reported no error. */
    public boolean succeeded() {
      return complete && error.isEmpty() && !answer.isBlank();
    }
  }

  /** Reads the next line of stdout; never fails. */
  public void line(String line) {
    JsonNode event = json(line);
    if (event == null) {
      noise(line);
    } else {
      event(event.path("type").asText(), event);
    }
  }

  /** Parses JSON, skipping a banner, terminal title or {@code data:} before an object. */
  static @Nullable JsonNode json(String text) {
    boolean whole = text.startsWith("{") || text.startsWith("[") || text.startsWith("\"");
    int at = whole ? 0 : text.indexOf('{');
    for (int tried = 0; at >= 0 && tried < (whole ? 1 : BRACES_TRIED); tried++) {
      try {
        return AgentCli.JSON.readTree(text.substring(at));
      } catch (JsonProcessingException e) {
        // Noise, or an event truncated when the process died.
        at = text.indexOf('{', at + 1);
      }
    }
    return null;
  }

  protected final void noise(String line) {
    String plain = CONTROLS.matcher(Cut.shorten(line, LONGEST_EVENT)).replaceAll("").strip();
    if (!plain.isEmpty()) {
      noise.append(noise.isEmpty() ? "" : "\n").append(plain);
      noise.delete(0, Math.max(0, noise.length() - MOST_NOISE));
    }
  }

  protected abstract void event(String type, JsonNode event);

  /** Returns the output so far; complete once the program has ended. */
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

  /** Returns the last event in a few words for people. */
  public final String lastEvent() {
    return writing ? "writing its answer, " + answer.length() + " characters" : lastEvent;
  }

  public final long tokensIn() {
    return tokensIn;
  }

  public final long tokensOut() {
    return tokensOut;
  }

  public final boolean hasGivenUp() {
    return hopeless;
  }

  public final boolean answered() {
    return complete && output().succeeded();
  }

  protected final void say(String text) {
    answer.append(text);
    writing = true;
  }

  /** Replaces the answer so far. */
  protected final void answer(String text) {
    answer.setLength(0);
    say(text);
  }

  protected final void setLastEvent(String what) {
    writing = false;
    lastEvent = Cut.shorten(what.replaceAll("\\s+", " ").strip(), LONGEST_EVENT);
  }

  /** Records a tool call, displayed as {@code reading src/server.py}, for example. */
  protected final void recordToolUse(String tool, JsonNode input) {
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
    // Drop the snapshot's folder from paths.
    setLastEvent(verb + " " + object.replaceFirst("^/\\S+/(?=[^/ ]+/[^/ ]+/[^/ ]+$)", "…/"));
  }

  protected final void model(String name) {
    if (!name.isBlank() && !name.startsWith("<")) {
      model = name;
    }
  }

  protected final void tokens(long in, long out) {
    setTotals(tokensIn + in, tokensOut + out, 0);
  }

  /** Adds the cost of a part of the call; 0 if unknown. */
  protected final void cost(double usd) {
    setTotals(tokensIn, tokensOut, cost + usd);
  }

  /** Sets what the whole call has used so far; 0 USD if unknown. */
  protected final void setTotals(long in, long out, double usd) {
    tokensIn = in;
    tokensOut = out;
    cost = usd > 0 ? usd : cost;
  }

  /**
   * Records a failure, which replaces an earlier one.
   *
   * @param httpStatus less than 400 if unknown
   */
  protected final void failed(String message, int httpStatus) {
    error = message.isBlank() ? "the program reported an error" : message;
    status = httpStatus >= 400 ? httpStatus : 0;
    setLastEvent("error: " + message);
  }

  /** Records success, which clears earlier failures. */
  protected final void succeeded() {
    error = "";
    status = 0;
    setLastEvent("done");
  }

  /** Returns whether a program's own retries are unlikely to succeed within minutes. */
  protected static boolean isLasting(int httpStatus) {
    return httpStatus == 429 || httpStatus == 401 || httpStatus == 403;
  }
}
