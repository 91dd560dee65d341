package dev.conclave.worker.command;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.stack.LocalStack;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.LocalStackProvider;
import dev.conclave.workflows.temporal.LocalStackProvider.StackHandle;
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
    return LocalCommand.stack(new HostContext(environment, folder, configuration))
        .ensureRunning(progress);
  }

  @Override
  public Optional<String> uiUrl(DataFolder folder, ConnectionSettings settings) {
    return LocalStack.uiUrl(folder, settings);
  }
}
