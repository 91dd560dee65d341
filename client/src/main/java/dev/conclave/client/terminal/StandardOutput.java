package dev.conclave.client.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Standard output, which notices what is lost: a print stream would swallow it, and a command whose
 * document went to a full disk would end as if all were well. Thread-safe.
 */
public final class StandardOutput extends OutputStream {
  private static final Path OURS = Path.of("/proc/self/fd/1");
  private static final Pattern PIPE = Pattern.compile("(pipe|socket):.*");

  private final OutputStream out;
  private final Runnable abandoned;
  private Optional<IOException> lost = Optional.empty();

  /**
   * An output.
   *
   * @param abandoned is run when whoever read along reads no more, as {@code head} after its lines
   */
  public StandardOutput(OutputStream out, Runnable abandoned) {
    this.out = out;
    this.abandoned = abandoned;
  }

  /** Why something that was written got nowhere; empty while nothing was lost. */
  public synchronized Optional<IOException> lost() {
    return lost;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      lose(e);
      throw e;
    }
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  private void lose(IOException e) {
    synchronized (this) {
      lost = Optional.of(lost.orElse(e));
    }
    if (brokenPipe(e)) {
      abandoned.run();
    }
  }

  /** In a pipe nothing else can go wrong; elsewhere the system's words have to do. */
  private static boolean brokenPipe(IOException e) {
    try {
      return PIPE.matcher(Files.readSymbolicLink(OURS).toString()).matches();
    } catch (IOException | InvalidPathException | UnsupportedOperationException unknown) {
      return String.valueOf(e.getMessage()).contains("Broken pipe");
    }
  }
}
