package dev.conclave.client.terminal;

import dev.conclave.client.terminal.Prompt.Left.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks a person as long as the question stands: somebody else may withdraw it at any time, which
 * closes the prompt. Only {@link #withdraw} and {@link #remark} may be called from other threads.
 */
public final class Summons implements Prompt {
  /** A number, a letter or one word: typed again as fast as read. */
  private static final Pattern CHOICE = Pattern.compile("\\p{ASCII}{1,3}|[a-z-]+( \\d+)?");

  private final Console console;
  private @Nullable Thread asking;
  private final List<String> words = new ArrayList<>();
  private Optional<String> remark = Optional.empty();
  private boolean withdrawn;

  public Summons(Console console) {
    this.console = console;
  }

  @Override
  public String ask(String question) throws Left {
    synchronized (this) {
      if (withdrawn) {
        throw new Left(Why.WITHDRAWN);
      }
      remark.ifPresent(console::remark);
      remark = Optional.empty();
      asking = Thread.currentThread();
    }
    try {
      String said = console.ask(question);
      keep(said);
      return said;
    } catch (Left e) {
      keep(e.typed());
      synchronized (this) {
        throw withdrawn && e.why() == Why.INTERRUPTED ? new Left(Why.WITHDRAWN) : e;
      }
    } finally {
      synchronized (this) {
        asking = null;
        if (withdrawn) {
          Thread.interrupted(); // it may have come when the line was read already
        }
      }
    }
  }

  @Override
  public void show(Page page) {
    console.show(page);
  }

  /** Keeps words that the person wrote elsewhere, in an editor. */
  public void keep(String said) {
    if (!said.isBlank() && !CHOICE.matcher(said).matches()) {
      words.add(said);
    }
  }

  /** What the person has written beside choices, for when it is not sent. */
  public List<String> words() {
    return List.copyOf(words);
  }

  /**
   * Tells the person something without taking from what is being typed; in an editor or a pager, as
   * soon as they are back.
   */
  public synchronized void remark(String line) {
    if (asking != null) {
      console.remark(line);
    } else {
      remark = Optional.of(line);
    }
  }

  /** Closes the prompt; every further question ends at once. */
  public synchronized void withdraw() {
    if (!withdrawn) {
      withdrawn = true;
      if (asking != null) {
        asking.interrupt();
      }
    }
  }
}
