package dev.conclave.client.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.PrintStream;

/**
 * Where a command writes: results on standard output, everything else on standard error.
 *
 * @param results nothing but what was asked for
 * @param progress lines for people
 * @param resultScreen what results are laid out for
 * @param progressScreen what progress is laid out for
 */
public record Output(
    PrintStream results, PrintStream progress, Screen resultScreen, Screen progressScreen) {

  /** A page to be filled with results. */
  public Page resultPage() {
    return new Page(resultScreen);
  }

  /** Prints a result. */
  public void result(Page page) {
    results.print(page);
    results.flush();
  }

  /** Prints a line of result, in words of ours. */
  public void result(String line) {
    quoted(resultScreen.program().in(line));
  }

  /** Prints a result in words of others, as it is. */
  public void quoted(String text) {
    results.println(Printable.text(text));
    results.flush();
  }

  /** Prints the one JSON document of a command. */
  public void json(Object document) {
    try {
      results.println(
          WireMapper.get().writerWithDefaultPrettyPrinter().writeValueAsString(document));
      results.flush();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("our own records are always JSON", e);
    }
  }

  /** Tells people what is going on; never wrapped by us, so that commands in it can be copied. */
  public void say(String line) {
    progress.println(progressScreen.program().in(Printable.text(line)));
    progress.flush();
  }

  /** Tells people something laid out. */
  public void say(Page page) {
    progress.print(page);
    progress.flush();
  }
}
