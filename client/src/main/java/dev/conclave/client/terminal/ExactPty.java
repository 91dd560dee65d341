package dev.conclave.client.terminal;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jline.nativ.CLibrary;
import org.jline.nativ.CLibrary.Termios;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.impl.AbstractPty;
import org.jline.terminal.spi.Pty;

/**
 * The terminal of standard input, which a shell finds again as it left it. JLine's own writes the
 * modes that it knows and zeros for all others, and its reader sets modes of its own whenever it
 * reads, also while the terminal is lent and when it has been given back.
 */
public final class ExactPty extends AbstractPty implements Lending {
  private static final int INPUT = 0;

  private enum Holder {
    THIS_COMMAND,
    OTHERS,
    /** Given back for good. */
    NOBODY
  }

  private final Pty pty;
  private final Termios foundExactly = new Termios();
  private final Attributes found;
  private Holder holder = Holder.THIS_COMMAND;

  /** What this command wants; written whenever it has the terminal. */
  private Attributes wanted;

  /**
   * A terminal, found as it is now.
   *
   * @param pty by JLine's native library, which is loaded then
   * @throws IOException when standard input is no terminal
   */
  public ExactPty(Pty pty) throws IOException {
    super(pty.getProvider(), pty.getSystemStream());
    this.pty = pty;
    if (CLibrary.tcgetattr(INPUT, foundExactly) != 0) {
      throw new IOException("Standard input is no terminal");
    }
    this.found = pty.getAttr();
    this.wanted = found;
  }

  @Override
  public synchronized void lend() throws IOException {
    if (holder == Holder.THIS_COMMAND) {
      giveBack();
      holder = Holder.OTHERS;
    }
  }

  @Override
  public synchronized void takeBack() throws IOException {
    if (holder == Holder.OTHERS) {
      holder = Holder.THIS_COMMAND;
      write(wanted);
    }
  }

  @Override
  public synchronized void setAttr(Attributes attributes) throws IOException {
    super.setAttr(attributes);
  }

  @Override
  public synchronized Attributes getAttr() {
    return new Attributes(wanted);
  }

  @Override
  protected synchronized void doSetAttr(Attributes attributes) throws IOException {
    wanted = new Attributes(attributes);
    if (holder == Holder.THIS_COMMAND) {
      write(wanted);
    }
  }

  private void write(Attributes attributes) throws IOException {
    if (same(attributes, found)) {
      giveBack();
      return;
    }
    pty.setAttr(attributes);
    Termios written = new Termios();
    if (CLibrary.tcgetattr(INPUT, written) == 0) {
      written.c_cflag = foundExactly.c_cflag;
      written.c_ispeed = foundExactly.c_ispeed;
      written.c_ospeed = foundExactly.c_ospeed;
      CLibrary.tcsetattr(INPUT, CLibrary.TCSANOW, written);
    }
  }

  /** In one call, since this process may end right after it. */
  private void giveBack() {
    CLibrary.tcsetattr(INPUT, CLibrary.TCSANOW, foundExactly);
  }

  private static boolean same(Attributes one, Attributes other) {
    return one.getInputFlags().equals(other.getInputFlags())
        && one.getOutputFlags().equals(other.getOutputFlags())
        && one.getControlFlags().equals(other.getControlFlags())
        && one.getLocalFlags().equals(other.getLocalFlags())
        && one.getControlChars().equals(other.getControlChars());
  }

  @Override
  public InputStream getMasterInput() throws IOException {
    return pty.getMasterInput();
  }

  @Override
  public OutputStream getMasterOutput() throws IOException {
    return pty.getMasterOutput();
  }

  @Override
  protected InputStream doGetSlaveInput() {
    return new FileInputStream(FileDescriptor.in);
  }

  @Override
  public OutputStream getSlaveOutput() throws IOException {
    return pty.getSlaveOutput();
  }

  @Override
  public Size getSize() throws IOException {
    return pty.getSize();
  }

  @Override
  public void setSize(Size size) throws IOException {
    pty.setSize(size);
  }

  /** Gives the terminal back for good: whoever still reads sets no modes any more. */
  @Override
  public synchronized void close() throws IOException {
    if (holder == Holder.THIS_COMMAND) {
      giveBack();
    }
    holder = Holder.NOBODY;
    pty.close();
  }
}
