package dev.conclave.client.command;

import dev.conclave.client.page.Figures;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.plan.PlanPreview.Preview;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says what a session would do, and starts nothing. */
final class DryRun {
  private final CommandContext context;
  private final boolean json;

  DryRun(CommandContext context, boolean json) {
    this.context = context;
    this.json = json;
  }

  int tell(PlanRequest request, Configuration configuration) {
    Optional<Preview> preview;
    try {
      preview =
          context
              .host()
              .preview()
              .filter(host -> request.workspace().path().isPresent())
              .map(
                  host ->
                      host.preview(
                          context.environment(),
                          context.dataFolder(),
                          configuration,
                          request,
                          context::say));
    } catch (IllegalArgumentException e) {
      throw new Refusal(String.valueOf(e.getMessage()), e);
    }
    context.print(
        json,
        new Documents.DryRun(request, preview),
        page -> {
          asked(page, request);
          preview.ifPresentOrElse(
              known -> sent(page, known),
              () ->
                  page.gap()
                      .item(
                          Ink.CAREFUL,
                          0,
                          "!",
                          request.workspace().path().isEmpty()
                              ? "Which files would be sent is not known before a worker has cloned"
                                  + " the workspace."
                              : "Which agents are usable, which files would be sent and what it may"
                                  + " cost is known only where the worker is installed; here is the"
                                  + " client alone."));
          page.gap().text("Nothing was started.");
        });
    return ExitCodes.DONE;
  }

  private static void asked(Page page, PlanRequest request) {
    int tools = request.tools().size();
    List<String> would = new ArrayList<>();
    would.add(
        "ask %s in %s, at most %s"
            .formatted(
                String.join(", ", request.tools()),
                Words.of(request.mode()),
                Figures.count(request.maxRounds(), "round")));
    would.add(
        request.fallback().isEmpty()
            ? "let nobody stand in but direct: --fallback names others"
            : "let stand in, in this order: " + String.join(", ", request.fallback()));
    would.add(
        "have %s moderate"
            .formatted(request.moderator().orElse("the first usable agent that has a model")));
    would.add("read " + request.workspace().path().or(request.workspace()::url).orElse(""));
    would.add(
        "make up to %s for analyses, %d to moderate and 1 for the plan; what has to be asked again comes on top"
            .formatted(
                Figures.count((long) tools * request.maxRounds(), "call"),
                tools > 1 ? request.maxRounds() : 0));
    request.budget().usd().ifPresent(usd -> would.add("stop and ask at " + Figures.usd(usd)));
    request
        .budget()
        .calls()
        .ifPresent(calls -> would.add("stop and ask after " + Figures.count(calls, "call")));
    page.heading("A session would");
    would.forEach(line -> page.item(0, "-", line));
  }

  private static void sent(Page page, Preview preview) {
    Table agents = new Table("Agent", "Usable", "Version", "Why not");
    for (AgentStatus agent : preview.agents()) {
      agents.row(
          agent.agent(),
          agent.usable() ? "yes" : "no",
          agent.version().orElse(""),
          agent.reason().orElse(""));
    }
    page.gap().table(agents);
    if (preview.sentTo().isEmpty()) {
      page.gap().text("Only direct would analyze: it reads here, and sends nothing to anybody.");
    } else {
      page.heading(
          "Each of %s would be sent about %s, with parts of %s"
              .formatted(
                  String.join(", ", preview.sentTo()),
                  Figures.bytes(preview.promptBytes()),
                  Figures.count(preview.files().size(), "file")));
      Table files = new Table("File", "Sent of it").right(1);
      preview.files().forEach(file -> files.row(file.path(), Figures.bytes(file.bytes())));
      page.table(files)
          .gap()
          .text(
              preview
                  .usd()
                  .map(usd -> "It may cost about " + Figures.usd(usd) + ".")
                  .orElse("What it may cost is unknown: no price is configured for these models."));
    }
    preview.moderator().ifPresent(agent -> page.gap().text(agent + " would moderate."));
    preview.notes().forEach(note -> page.item(Ink.CAREFUL, 0, "!", note));
  }
}
