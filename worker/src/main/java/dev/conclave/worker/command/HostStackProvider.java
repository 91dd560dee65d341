package dev.conclave.worker.command;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.stack.LocalStack;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.LocalStackProvider;
import dev.conclave.workflows.temporal.LocalStackProvider.StackHandle;
import dev.conclave.workflows.temporal.ServerException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The local stack, as {@code plan} asks for it. */
public final class HostStackProvider implements LocalStackProvider {

  @Override
  public StackHandle ensureRunning(
      Map<String, String> environment,
      DataFolder folder,
      Configuration configuration,
      Consumer<String> progress) {
    return stack(environment, folder, configuration).ensureRunning(progress);
  }

  @Override
  public Optional<String> fallen(DataFolder folder, ConnectionSettings settings) {
    return LocalStack.died(folder, settings);
  }

  @Override
  public void raise(
      Map<String, String> environment,
      DataFolder folder,
      Configuration configuration,
      Consumer<String> progress) {
    if (stack(environment, folder, configuration).bringUp(progress).isEmpty()) {
      throw new ServerException("The program of the Temporal server cannot be had any more.");
    }
  }

  private static LocalStack stack(
      Map<String, String> environment, DataFolder folder, Configuration configuration) {
    return LocalCommand.stack(new HostContext(environment, folder, configuration));
  }

  @Override
  public Optional<String> uiUrl(DataFolder folder, ConnectionSettings settings) {
    return LocalStack.uiUrl(folder, settings);
  }
}
