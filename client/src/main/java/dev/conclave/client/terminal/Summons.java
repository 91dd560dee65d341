package dev.conclave.client.terminal;

import dev.conclave.client.terminal.Prompt.Left.Why;
import org.jspecify.annotations.Nullable;

/**
 * Asks a person as long as the question stands: somebody else may withdraw it at any time, which
 * closes the prompt. Only {@link #withdraw} and {@link #remark} may be called from other threads.
 */
public final class Summons implements Prompt {
  private final Console console;
  private @Nullable Thread asking;
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
      asking = Thread.currentThread();
    }
    try {
      return console.ask(question);
    } catch (Left e) {
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

  /** Tells the person something without taking from what is being typed. */
  public synchronized void remark(String line) {
    if (!withdrawn) {
      console.remark(line);
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
