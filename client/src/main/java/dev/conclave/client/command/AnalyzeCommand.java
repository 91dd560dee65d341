package dev.conclave.client.command;

import dev.conclave.client.command.TaskCommand.Continuing;
import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.analyze.AnalyzeRequest;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.analyze.TopicConfiguration;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.gate.Answer.AnalysisMode;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.WorkspaceSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave analyze}. */
@Command(
    name = "analyze",
    description = "Analyze a topic from several perspectives and write a report.",
    footer = {
      "",
      "At its gates it asks how to analyze, which tasks to run, how to continue the",
      "discussion, and where to put the results. --yes answers them automatically.",
      "",
      "Examples:",
      "  conclave analyze \"How does session expiry work, and is it safe?\"",
      "  conclave analyze \"Can we drop Java 8?\" --mode deep --perspectives technical,business",
      "  conclave analyze --continue",
      "",
      "Exit codes: as for `conclave plan`."
    })
final class AnalyzeCommand extends TaskCommand {
  @Mixin private Continuing continuing = new Continuing();

  @ArgGroup(validate = false, order = 2, heading = "%nAnalysis:%n")
  private AnalysisOptions analysis = new AnalysisOptions();

  private static final class AnalysisOptions {
    @Option(
        names = "--mode",
        paramLabel = "MODE",
        description = "quick, standard or deep (default: depends on the topic's complexity).")
    private Optional<AnalysisMode> mode = Optional.empty();

    @Option(
        names = "--perspectives",
        split = ",",
        paramLabel = "NAME",
        description =
            "technical, architectural, business, domain_expert (default: depends on the topic).")
    private List<String> perspectives = List.of();

    @Option(
        names = {"-c", "--concurrency"},
        paramLabel = "N",
        description = "At most N agent calls at a time, 1-10 (default: 3).")
    private int concurrency = 3;

    @Option(
        names = "--gate-timeout",
        paramLabel = "DURATION",
        description = "Conclude the discussion if you do not answer within this time.")
    private Optional<Duration> gateTimeout = Optional.empty();
  }

  AnalyzeCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    if (continuing.wanted()) {
      return resume(continuing, AnalyzeState.KIND);
    }
    return input.sendOrKeep(
        () -> {
          Configuration user = context.configuration();
          return begin(user, request(user), Optional.empty());
        });
  }

  private AnalyzeRequest request(Configuration user) {
    String topic = task();
    if (analysis.concurrency < 1 || analysis.concurrency > 10) {
      throw new UsageException("--concurrency takes 1 to 10, not " + analysis.concurrency + ".");
    }
    List<String> perspectives = analysis.perspectives.stream().map(String::strip).toList();
    for (String name : perspectives) {
      if (!TopicConfiguration.PERSPECTIVES.contains(name)) {
        String known = String.join(", ", TopicConfiguration.PERSPECTIVES);
        throw new UsageException(
            "--perspectives: unknown perspective \"%s\".%s Use %s."
                .formatted(
                    name, UsageException.didYouMean(name, TopicConfiguration.PERSPECTIVES), known));
      }
    }
    WorkspaceSpec workspace = workspace(user);
    Configuration configuration = configuration(user, workspace, Optional.empty());
    if (configuration.analysts().equals(List.of(AgentStatus.DIRECT))) {
      throw new UsageException(
          "An analysis needs an agent with a model, and direct has none: choose others with --tools.");
    }
    return new AnalyzeRequest(
        terms(topic, user, configuration, workspace),
        analysis.mode,
        perspectives.stream().distinct().toList(),
        analysis.concurrency,
        analysis.gateTimeout);
  }
}
