package dev.conclave.worker.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** {@code --json}, the same for every command of this host. */
final class JsonOutput {
  @Option(
      names = "--json",
      description = "Print one JSON document on standard output, and nothing else there.")
  private boolean wanted;

  /** Whether it was asked for. */
  boolean wanted() {
    return wanted;
  }

  /** Prints the one document. */
  void print(PrintWriter out, Object document) throws JsonProcessingException {
    out.println(WireMapper.get().writerWithDefaultPrettyPrinter().writeValueAsString(document));
  }
}
