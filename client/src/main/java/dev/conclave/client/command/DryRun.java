package dev.conclave.client.command;

import dev.conclave.client.page.Figures;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.plan.PlanPreview.Preview;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.Words;
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
    Optional<Preview> preview = preview(request, configuration);
    context.print(
        json,
        new Documents.DryRun(request, preview),
        page -> {
          asked(page, request);
          preview.ifPresentOrElse(known -> sent(page, known), () -> unknown(page, request));
          page.gap().text("Nothing was started.");
        });
    return ExitCodes.DONE;
  }

  private Optional<Preview> preview(PlanRequest request, Configuration configuration) {
    if (request.workspace().path().isEmpty()) {
      return Optional.empty();
    }
    try {
      return context
          .host()
          .preview()
          .map(
              previewer ->
                  previewer.preview(
                      context.environment(),
                      context.dataFolder(),
                      configuration,
                      request,
                      context::say));
    } catch (IllegalArgumentException e) {
      throw new Refusal(String.valueOf(e.getMessage()), e);
    }
  }

  private static void asked(Page page, PlanRequest request) {
    page.heading("A session would");
    page.item(
        0,
        "-",
        "ask %s in %s, at most %s"
            .formatted(
                String.join(", ", request.tools()),
                Words.of(request.mode()),
                Figures.count(request.maxRounds(), "round")));
    page.item(
        0,
        "-",
        request.fallback().isEmpty()
            ? "let nobody stand in but direct: --fallback names others"
            : "let stand in, in this order: " + String.join(", ", request.fallback()));
    page.item(
        0,
        "-",
        "have %s moderate"
            .formatted(request.moderator().orElse("the first usable agent that has a model")));
    page.item(0, "-", "read " + request.workspace().path().or(request.workspace()::url).orElse(""));
    page.item(
        0,
        "-",
        "make up to %s for analyses, %d to moderate and 1 for the plan; what has to be asked again"
                .formatted(
                    Figures.count((long) request.tools().size() * request.maxRounds(), "call"),
                    request.tools().size() > 1 ? request.maxRounds() : 0)
            + " comes on top");
    request
        .budget()
        .usd()
        .ifPresent(usd -> page.item(0, "-", "stop and ask at a cost of " + Figures.usd(usd)));
    request
        .budget()
        .calls()
        .ifPresent(
            calls -> page.item(0, "-", "stop and ask after " + Figures.count(calls, "call")));
  }

  private static void sent(Page page, Preview preview) {
    Table agents = new Table("Agent", "Usable", "Version", "Why not");
    preview
        .agents()
        .forEach(
            agent ->
                agents.row(
                    agent.agent(),
                    agent.usable() ? "yes" : "no",
                    agent.version().orElse(""),
                    agent.reason().orElse("")));
    page.gap().table(agents);
    if (preview.sentTo().isEmpty()) {
      page.gap().text("Only direct would analyze: it reads here, and sends nothing to anybody.");
    } else {
      prompt(page, preview);
    }
    preview.moderator().ifPresent(agent -> page.gap().text(agent + " would moderate."));
    preview.notes().forEach(note -> page.item(Ink.CAREFUL, 0, "!", note));
  }

  private static void prompt(Page page, Preview preview) {
    page.heading(
        "Each of %s would be sent about %s, with parts of %s"
            .formatted(
                String.join(", ", preview.sentTo()),
                Figures.bytes(preview.promptBytes()),
                Figures.count(preview.files().size(), "file")));
    Table files = new Table("File", "Bytes").right(1);
    preview.files().forEach(file -> files.row(file.path(), file.bytes()));
    page.table(files);
    page.gap()
        .text(
            preview
                .usd()
                .map(usd -> "It may cost about " + Figures.usd(usd) + ".")
                .orElse("What it may cost is unknown: no price is configured for these models."));
  }

  private static void unknown(Page page, PlanRequest request) {
    page.gap()
        .item(
            Ink.CAREFUL,
            0,
            "!",
            request.workspace().path().isEmpty()
                ? "Which files would be sent is not known before a worker has cloned the workspace."
                : "Which agents are usable, which files would be sent and what it may cost is known"
                    + " only where the worker is installed; here is the client alone.");
  }
}
