package dev.conclave.worker.stack;

import dev.conclave.worker.HostContext;

/** The worker of {@link Patience} as a process. */
public final class PatienceWorker {
  private PatienceWorker() {}

  public static void main(String[] arguments) throws Exception {
    HostContext host = HostContext.ofThisProcess();
    LocalWorker.untilStopped(host, host.settings(), Patience::registered, System.out::println);
  }
}
