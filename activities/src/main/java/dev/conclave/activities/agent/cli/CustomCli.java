package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.model.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A program that the configuration describes. */
final class CustomCli extends AgentCli {
  private final AgentConfiguration configuration;

  CustomCli(AgentConfiguration configuration) {
    super(AgentProgram.CUSTOM, "alternative-analysis", "");
    this.configuration = configuration;
  }

  private List<String> line(Mode mode) {
    return mode == Mode.WRITE && canWrite() ? configuration.writeArgv() : configuration.argv();
  }

  @Override
  public String program(Mode mode) {
    return line(mode).get(0);
  }

  @Override
  public List<String> arguments(CliCall call) {
    List<String> arguments = new ArrayList<>(line(call.mode()));
    arguments.remove(0);
    arguments.addAll(configuration.extraArgs());
    return arguments;
  }

  @Override
  public Login login(Login.Search search, AgentConfiguration settings) {
    return Login.unknown("a custom program");
  }

  @Override
  public boolean isKnown() {
    return false;
  }

  @Override
  protected boolean canWrite() {
    return !configuration.writeArgv().isEmpty();
  }

  /**
   * Reads all of the output as {@code text}, a value of one document ({@code json:/pointer}), or
   * the last value among lines ({@code jsonl:/pointer}).
   */
  @Override
  public OutputReader reader() {
    String[] output = configuration.output().split(":", 2);
    JsonPointer pointer = JsonPointer.compile(output.length < 2 ? "" : output[1]);
    return new OutputReader() {
      private final StringBuilder text = new StringBuilder();
      private long lines;

      @Override
      public void line(String line) {
        lines++;
        if (output[0].equals("jsonl")) {
          value(line, pointer).ifPresentOrElse(this::answer, () -> noise(line));
        } else {
          text.append(line).append('\n');
          noise(line);
        }
        setLastEvent(lines == 1 ? "1 line" : lines + " lines");
      }

      @Override
      public CliOutput output() {
        if (!output[0].equals("jsonl")) {
          String all = text.toString();
          answer(output[0].equals("json") ? value(all, pointer).orElse("") : all.strip());
        }
        return super.output();
      }

      @Override
      protected void event(String type, JsonNode event) {
        // Not called: line() handles all output.
      }
    };
  }

  private static Optional<String> value(String text, JsonPointer pointer) {
    return Optional.ofNullable(OutputReader.json(text))
        .map(json -> json.at(pointer))
        .filter(value -> !value.isMissingNode() && !value.isNull())
        .map(value -> (value.isTextual() ? value.asText() : value.toString()).strip());
  }
}
