package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.conclave.workflows.temporal.Cut;
import java.util.Optional;

/** Streams of one JSON object a line; anything else between them is noise and passed over. */
abstract class JsonLines implements OutputReader {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SHORT = 2_000;

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

  /** One event of the stream. */
  protected abstract void event(String type, JsonNode event);

  @Override
  public final void line(String line) {
    if (!line.startsWith("{")) {
      return;
    }
    try {
      JsonNode event = JSON.readTree(line);
      event(event.path("type").asText(), event);
    } catch (JsonProcessingException e) {
      // A line that was cut off when the process died.
    }
  }

  @Override
  public final Heard heard() {
    return new Heard(lastEvent, Math.max(tokensIn, soFarIn), Math.max(tokensOut, soFarOut));
  }

  @Override
  public final boolean hopeless() {
    return hopeless;
  }

  @Override
  public final AgentOutput finish() {
    return new AgentOutput(
        answer.toString(), model, tokensIn, tokensOut, cost, error, status, complete);
  }

  protected final void say(String text) {
    answer.append(text);
    happened("writes its answer, " + answer.length() + " characters");
  }

  protected final void sayInstead(String text) {
    answer.setLength(0);
    say(text);
  }

  protected final void happened(String what) {
    String line = what.replaceAll("\\s+", " ").strip();
    lastEvent = Cut.shown(line, SHORT);
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

  /** What the stream has counted before its final event; never part of a receipt. */
  protected final void tokensSoFar(long in, long out) {
    soFarIn = in;
    soFarOut = out;
  }

  protected final void cost(double usd) {
    cost = Optional.of(cost.orElse(0.0) + usd);
  }

  /** The stream reports a failure; a later one is the truer. */
  protected final void failed(String message, Optional<Integer> httpStatus) {
    error = Optional.of(message.isBlank() ? "the program reports an error" : message);
    status = httpStatus.filter(code -> code >= 400);
    happened("error: " + message);
  }

  /** The agent went on after a failure that it had reported. */
  protected final void recovered() {
    error = Optional.empty();
    status = Optional.empty();
  }

  /** Waiting on makes it no better. */
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
