package dev.conclave.client.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.WireMapper;
import java.io.PrintStream;

/** Output of a command: results to standard output, everything else to standard error. */
public record Output(
    PrintStream results, PrintStream progress, Screen resultScreen, Screen progressScreen) {

  public void result(Page page) {
    results.print(page);
    results.flush();
  }

  public void result(String line) {
    quoted(resultScreen.typed(line));
  }

  public void quoted(String text) {
    results.println(Printable.text(text));
    results.flush();
  }

  public void json(Object document) {
    try {
      String json = WireMapper.get().writerWithDefaultPrettyPrinter().writeValueAsString(document);
      results.println(ControlCharacters.removed(json));
      results.flush();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records are always serializable", e);
    }
  }

  /** Prints a progress line, unwrapped so that commands in it can be copied. */
  public void say(String line) {
    progress.println(progressScreen.typed(Printable.text(line)));
    progress.flush();
  }
}
