package dev.conclave.client.command;

import dev.conclave.client.terminal.ProgramName;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * Where help, and commands that join from elsewhere, print: in it the command is called as here.
 */
final class SpokenWriter extends PrintWriter {
  private final ProgramName program;

  SpokenWriter(PrintStream out, ProgramName program) {
    super(out, true, StandardCharsets.UTF_8);
    this.program = program;
  }

  @Override
  public void write(String text, int offset, int length) {
    String spoken = program.in(text.substring(offset, offset + length));
    super.write(spoken, 0, spoken.length());
  }
}
