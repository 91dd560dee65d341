package dev.conclave.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.client.page.Figures;
import dev.conclave.client.session.CarriedState;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.SessionFolders;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A session that no server tells of, read from its folder. */
final class FolderView {
  private final Surroundings around;
  private final boolean json;
  private final String how;

  /**
   * A view.
   *
   * @param how the workflow stands: {@code forgotten} by its server, or {@code unreachable}
   */
  FolderView(Surroundings around, boolean json, String how) {
    this.how = how;
    this.around = around;
    this.json = json;
  }

  /** Shows what was asked for, as far as files tell. */
  void show(
      Path folder, Optional<String> raw, Optional<Integer> round, boolean plan, boolean receipts) {
    JsonNode state = read(folder.resolve(SessionFolders.STATE));
    if (raw.isPresent()) {
      int last = Math.max(1, state.path("current_round").asInt(1));
      new RawOutput(around, json).print(folder, raw.get(), round.orElse(last));
      return;
    }
    Optional<PlanState> carried = new CarriedState(around, folder).shown();
    if (carried.isPresent()) {
      known(carried.get(), round, plan, receipts);
    } else if (plan || receipts || round.isPresent()) {
      throw new Refusal(
          "The folder was written by another version, which kept it elsewhere: read its files in "
              + folder
              + ".");
    } else if (json) {
      around.output().json(state);
    } else {
      around.output().result(page(state));
    }
  }

  private void known(PlanState state, Optional<Integer> round, boolean plan, boolean receipts) {
    ShowParts parts = new ShowParts(around, json);
    if (plan) {
      parts.plan(state);
    } else if (receipts) {
      parts.receipts(state, List.of());
    } else if (round.isPresent()) {
      parts.round(state, round.get());
    } else {
      parts.session(
          Snapshot.over(SessionView.of(state), how),
          Optional.empty(),
          state.decisions(),
          page -> {});
    }
  }

  private Page page(JsonNode state) {
    Page page = around.output().resultPage();
    page.heading(state.path("session_id").asText());
    page.field("Task", state.path("task_description").asText());
    page.field("Status", state.path("status").asText() + ", " + state.path("phase").asText());
    page.field("Agents", String.join(", ", texts(state.path("tools"))));
    page.field("Started", state.path("created_at").asText());
    page.field("Changed", state.path("updated_at").asText());
    Table rounds = new Table("Round", "Agents", "Solutions", "Score", "Leads to").right(0, 2, 3);
    for (JsonNode round : state.path("rounds")) {
      rounds.row(
          round.path("number").asInt(),
          String.join(", ", texts(round.path("cli_tools_used"))),
          round.path("solutions_identified").asInt(),
          Figures.score(round.path("convergence_score").asDouble()),
          round.path("recommendation").asText());
    }
    if (!rounds.isEmpty()) {
      page.gap().table(rounds);
    }
    int number = 1;
    page.gap();
    for (JsonNode solution : state.path("solutions")) {
      page.item(Ink.STRONG, 0, number++ + ".", solution.path("name").asText());
    }
    if (state.path("final_plan").isTextual()) {
      page.gap().field("Plan", state.path("final_plan").asText());
    }
    return page;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(node -> texts.add(node.asText()));
    return texts;
  }

  private static JsonNode read(Path file) {
    try {
      return WireMapper.get().readTree(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new Refusal("Cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
