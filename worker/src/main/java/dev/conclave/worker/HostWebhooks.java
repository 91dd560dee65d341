package dev.conclave.worker;

import dev.conclave.activities.notification.Webhooks;
import dev.conclave.worker.stack.LocalStack;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.UiPages;
import java.time.Clock;
import java.util.Map;

/** The webhooks of a host, as its worker and its command use them. */
public final class HostWebhooks {
  private HostWebhooks() {}

  static Webhooks of(WorkerHost host, SecretFilter secrets) {
    return of(
        host.configuration(),
        host.environment(),
        host.folder(),
        host.connection().settings(),
        secrets);
  }

  /** Webhooks that name the pages of the Temporal UI as this host knows them. */
  public static Webhooks of(
      Configuration configuration,
      Map<String, String> environment,
      DataFolder folder,
      ConnectionSettings settings,
      SecretFilter secrets) {
    return new Webhooks(
        configuration.notifications(),
        environment,
        () -> UiPages.of(settings, LocalStack.uiUrl(folder, settings), environment),
        secrets::redact,
        Clock.systemUTC());
  }
}
