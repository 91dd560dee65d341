package dev.conclave.workflows.agentcli;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.config.AgentConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Any program, as the configuration describes it. */
final class CustomCli extends AgentCli {
  private final AgentConfiguration configuration;

  private CustomCli(AgentConfiguration configuration) {
    super(AgentClis.CUSTOM, "a program of your own", "alternative-analysis", "");
    this.configuration = configuration;
  }

  static CustomCli of(String agent, AgentConfiguration configuration) {
    if (configuration.argv().isEmpty()) {
      throw new IllegalArgumentException(
          "agent \"" + agent + "\" is custom; set agents." + agent + ".argv to its command line");
    }
    if (!configuration.output().matches("text|jsonl?:(/.*)?")) {
      throw new IllegalArgumentException(
          "agents.%s: output \"%s\" is not one of text, json:/pointer, jsonl:/pointer"
              .formatted(agent, configuration.output()));
    }
    return new CustomCli(configuration);
  }

  @Override
  public String program(Mode mode) {
    return line(mode).get(0);
  }

  private List<String> line(Mode mode) {
    return mode == Mode.WRITE && canWrite() ? configuration.writeArgv() : configuration.argv();
  }

  @Override
  protected Set<String> variables() {
    return Set.of();
  }

  @Override
  public CommandLine commandLine(Call call) {
    List<String> arguments = new ArrayList<>(line(call.mode()));
    arguments.remove(0);
    arguments.addAll(configuration.extraArgs());
    return new CommandLine(arguments, Map.of());
  }

  @Override
  protected String handOff(Mode mode) {
    return String.join(" ", line(mode)) + " %s";
  }

  @Override
  public Login login(Login.Search search, AgentConfiguration settings) {
    return Login.unknown("a program of your own");
  }

  @Override
  public boolean endsWithEvent() {
    return false;
  }

  @Override
  public boolean tellsVersion() {
    return false;
  }

  @Override
  public boolean canWrite() {
    return !configuration.writeArgv().isEmpty();
  }

  @Override
  public OutputReader reader() {
    return new Reader(configuration.output());
  }

  /**
   * All of the output as {@code text}, one value of a document ({@code json:/pointer}), or the last
   * value among lines ({@code jsonl:/pointer}).
   */
  private static final class Reader extends OutputReader {
    private final String format;
    private final JsonPointer pointer;
    private final StringBuilder text = new StringBuilder();
    private long lines;

    Reader(String output) {
      int colon = output.indexOf(':');
      format = colon < 0 ? output : output.substring(0, colon);
      pointer = JsonPointer.compile(colon < 0 ? "" : output.substring(colon + 1));
      happened("0 lines");
    }

    @Override
    public void line(String line) {
      lines++;
      if (format.equals("jsonl")) {
        value(line).ifPresent(this::answer);
      } else {
        text.append(line).append('\n');
      }
      happened(lines == 1 ? "1 line" : lines + " lines");
    }

    @Override
    public Output output() {
      if (!format.equals("jsonl")) {
        String all = text.toString();
        answer(format.equals("json") ? value(all).orElse("") : all.strip());
      }
      return super.output();
    }

    @Override
    protected void event(String type, JsonNode event) {
      // It writes no events.
    }

    private Optional<String> value(String json) {
      try {
        JsonNode value = JSON.readTree(json).at(pointer);
        return value.isMissingNode() || value.isNull()
            ? Optional.empty()
            : Optional.of((value.isTextual() ? value.asText() : value.toString()).strip());
      } catch (JsonProcessingException e) {
        return Optional.empty();
      }
    }
  }
}
