package dev.conclave.client.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.WireMapper;
import java.io.PrintStream;

/**
 * Output of a command: results to standard output, everything else to standard error. Speaks the
 * language of its screen, then that of the session. Thread-safe.
 */
public final class Output {
  private final PrintStream results;
  private final PrintStream progress;
  private final Screen resultScreen;
  private final Screen progressScreen;
  private volatile Language language;

  public Output(
      PrintStream results, PrintStream progress, Screen resultScreen, Screen progressScreen) {
    this.results = results;
    this.progress = progress;
    this.resultScreen = resultScreen;
    this.progressScreen = progressScreen;
    this.language = progressScreen.language();
  }

  public PrintStream results() {
    return results;
  }

  public PrintStream progress() {
    return progress;
  }

  public Screen resultScreen() {
    return resultScreen.in(language);
  }

  public Screen progressScreen() {
    return progressScreen.in(language);
  }

  /** Continues in the language of a session. */
  public void speak(Language other) {
    language = other;
  }

  public void result(Page page) {
    results.print(page);
    results.flush();
  }

  public void result(String line) {
    quoted(resultScreen().ours(line));
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
    progress.println(progressScreen().console(Printable.text(line)));
    progress.flush();
  }

  /** Prints a line about a session, which can be the words of agents. */
  public void tell(String line) {
    progress.println(progressScreen().ours(Printable.text(line)));
    progress.flush();
  }
}
