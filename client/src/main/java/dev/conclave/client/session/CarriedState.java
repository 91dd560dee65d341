package dev.conclave.client.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.temporal.HostId;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The whole state of a session, as the session folder carries it; without the secrets that were
 * taken out of files.
 */
public final class CarriedState {
  private static final String FIELD = "_carried";
  private static final List<String> NEEDED =
      List.of("session", "request", "phase", "resume_at", "created_at", "updated_at");

  private final Surroundings around;
  private final Path folder;

  public CarriedState(Surroundings around, Path folder) {
    this.around = around;
    this.folder = folder;
  }

  /** What can be shown of it; empty when the folder carries none that we understand. */
  public Optional<PlanState> shown() {
    try {
      return Optional.of(read());
    } catch (Refusal e) {
      return Optional.empty();
    }
  }

  /**
   * The state to go on from. A folder can come with a cloned repository: one that was not written
   * here, for this very workspace, is no reason to start agents.
   *
   * @throws Refusal when the folder does not tell enough or belongs elsewhere
   */
  public PlanState toGoOnFrom() {
    PlanState state = read();
    Workspace workspace =
        state.workspace().orElseThrow(() -> notEnough("it names no workspace", Optional.empty()));
    if (!state.session().equals(folder.getFileName().toString())) {
      throw elsewhere("is that of session " + state.session());
    }
    String host = HostId.of(around.dataFolder(), around.environment()).id();
    if (!workspace.host().equals(host)) {
      throw elsewhere(
          "was written on host %s (%s), and the documents are there: resume it there"
              .formatted(workspace.hostName(), workspace.host()));
    }
    if (!folder.startsWith(around.dataFolder().sessions()) && !ofItsWorkspace(state, workspace)) {
      throw elsewhere(
          "was written for " + workspace.path() + ": put the workspace back there to go on");
    }
    return state;
  }

  private boolean ofItsWorkspace(PlanState state, Workspace workspace) {
    try {
      Path root = folder.resolve("../../..").toRealPath();
      return Files.isSameFile(root, Path.of(workspace.path()))
          && state.request().workspace().path().isPresent()
          && Files.isSameFile(root, Path.of(state.request().workspace().path().get()));
    } catch (IOException e) {
      return false;
    }
  }

  private PlanState read() {
    try {
      JsonNode carried =
          WireMapper.get()
              .readTree(Files.readAllBytes(folder.resolve(SessionFolders.STATE)))
              .path(FIELD);
      if (!carried.isObject()) {
        throw notEnough("it carries no state", Optional.empty());
      }
      for (String field : NEEDED) {
        if (!carried.hasNonNull(field)) {
          throw notEnough("it has no " + field, Optional.empty());
        }
      }
      PlanState state = WireMapper.get().treeToValue(carried, PlanState.class);
      requireWhole(state.request());
      return state;
    } catch (JsonProcessingException e) {
      throw notEnough(e.getOriginalMessage(), Optional.of(e));
    } catch (IOException e) {
      throw notEnough(String.valueOf(e.getMessage()), Optional.of(e));
    }
  }

  /** A folder of an older or newer Conclave may lack what a run of this one cannot be without. */
  private void requireWhole(Record part) {
    for (RecordComponent component : part.getClass().getRecordComponents()) {
      try {
        if (component.getAccessor().invoke(part) == null) {
          throw notEnough("it has no " + component.getName(), Optional.empty());
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("a public record's component can be read", e);
      }
    }
  }

  private Refusal notEnough(String reason, Optional<Exception> cause) {
    String message =
        "The server has session %s no more; its folder %s shows what it knew, but not enough to go on (%s). Start anew with `conclave plan` and refer to the folder in the task."
            .formatted(folder.getFileName(), folder, reason);
    return cause.map(e -> new Refusal(message, e)).orElseGet(() -> new Refusal(message));
  }

  private Refusal elsewhere(String reason) {
    return new Refusal(
        "The server has session %s no more, and what its folder %s carries %s."
            .formatted(folder.getFileName(), folder, reason));
  }
}
