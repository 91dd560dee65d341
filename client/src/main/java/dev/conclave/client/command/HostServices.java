package dev.conclave.client.command;

import dev.conclave.workflows.plan.PlanPreview;
import dev.conclave.workflows.plan.SessionExporter;
import dev.conclave.workflows.temporal.LocalCommands;
import dev.conclave.workflows.temporal.LocalStackProvider;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * What joins the command when the worker is on the class path; empty when the client runs alone.
 *
 * @param commands further subcommands
 * @param stack starts server and worker
 * @param preview foretells what a session would send
 * @param exporter renders session folders
 */
public record HostServices(
    List<Object> commands,
    Optional<LocalStackProvider> stack,
    Optional<PlanPreview> preview,
    Optional<SessionExporter> exporter) {

  /** The client alone. */
  public static final HostServices NONE =
      new HostServices(List.of(), Optional.empty(), Optional.empty(), Optional.empty());

  public static HostServices load() {
    return new HostServices(
        ServiceLoader.load(LocalCommands.class).stream()
            .flatMap(provider -> provider.get().commands().stream())
            .toList(),
        first(LocalStackProvider.class),
        first(PlanPreview.class),
        first(SessionExporter.class));
  }

  private static <T> Optional<T> first(Class<T> service) {
    return ServiceLoader.load(service).findFirst();
  }
}
