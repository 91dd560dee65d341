package dev.conclave.client.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import org.jline.nativ.CLibrary;
import org.jline.nativ.CLibrary.Termios;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.spi.Pty;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;

/**
 * The terminal of standard input, whose speed and line settings stay as they are. JLine's own
 * writes the modes that it knows and zeros for all others, so that a shell would never find its
 * terminal as it left it.
 */
public final class ExactPty implements Pty, Lending {
  private static final int INPUT = 0;

  private final Pty pty;

  /** What this command wants while the terminal is lent: a question may begin at that moment. */
  private Optional<Attributes> wanted = Optional.empty();

  /**
   * A terminal.
   *
   * @param pty by JLine's native library, which is loaded then
   */
  public ExactPty(Pty pty) {
    this.pty = pty;
  }

  @Override
  public synchronized void lend(Attributes others) throws IOException {
    Attributes ours = getAttr();
    set(others);
    wanted = Optional.of(ours);
  }

  @Override
  public synchronized void takeBack() throws IOException {
    if (wanted.isPresent()) {
      set(wanted.get());
      wanted = Optional.empty();
    }
  }

  /** Sets the modes; while the terminal is lent they are kept until it is taken back. */
  @Override
  public synchronized void setAttr(Attributes attributes) throws IOException {
    if (wanted.isPresent()) {
      wanted = Optional.of(new Attributes(attributes));
    } else {
      set(attributes);
    }
  }

  private void set(Attributes attributes) throws IOException {
    Termios before = new Termios();
    boolean known = CLibrary.tcgetattr(INPUT, before) == 0;
    pty.setAttr(attributes);
    Termios after = new Termios();
    if (known && CLibrary.tcgetattr(INPUT, after) == 0) {
      after.c_cflag = before.c_cflag;
      after.c_ispeed = before.c_ispeed;
      after.c_ospeed = before.c_ospeed;
      CLibrary.tcsetattr(INPUT, CLibrary.TCSANOW, after);
    }
  }

  @Override
  public synchronized Attributes getAttr() throws IOException {
    return wanted.isPresent() ? new Attributes(wanted.get()) : pty.getAttr();
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
  public InputStream getSlaveInput() throws IOException {
    return pty.getSlaveInput();
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

  @Override
  public SystemStream getSystemStream() {
    return pty.getSystemStream();
  }

  @Override
  public TerminalProvider getProvider() {
    return pty.getProvider();
  }

  @Override
  public void close() throws IOException {
    pty.close();
  }
}
