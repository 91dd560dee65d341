package dev.conclave.worker.command;

import java.util.List;

/** {@code conclave worker} as a program of its own, as the local stack starts it. */
public final class WorkerMain {
  private WorkerMain() {}

  /** Main class and arguments of a worker in the background. */
  public static List<String> inBackground() {
    return List.of(WorkerMain.class.getName(), "--background");
  }

  public static void main(String[] arguments) {
    System.exit(LocalCommand.line(new WorkerCommand()).execute(arguments));
  }
}
