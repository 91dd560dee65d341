package dev.conclave.client.command;

import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.api.ChangeSpec;
import dev.conclave.workflows.api.ChangeSpec.ChangeKind;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.discussion.Severity;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.review.ReviewRequest;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code conclave review}. */
@Command(
    name = "review",
    description = "Have several agents review a change and vote on the findings.",
    footer = {
      "",
      "Without RANGE it reviews the working tree against HEAD, including untracked",
      "files. A..B compares two revisions, A...B starts at their merge base, and a",
      "single revision is compared with its parent. In your repository it writes only",
      "the session's folder, .workflow/.review/SESSION.",
      "",
      "Examples:",
      "  conclave review",
      "  conclave review main...HEAD --fail-on high",
      "  conclave review --staged --reviewers gemini,claude --max-rounds 1",
      "  conclave review --pr 12 --sarif review.sarif",
      "",
      "Exit codes: as for `conclave plan`; 2 also for an empty change; 4 if a finding",
      "that counts is at least as severe as --fail-on."
    })
final class ReviewCommand extends StartCommand {
  private static final int MOST_ROUNDS = 3;
  private static final int TASK = 200;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "[RANGE]",
      hideParamSyntax = true,
      description = "The change: A..B, A...B, or one commit (default: the working tree).")
  private Optional<String> range = Optional.empty();

  @Option(names = "--staged", description = "Review the index against HEAD.")
  private boolean staged;

  @Option(names = "--pr", paramLabel = "N|URL", description = "Review a pull request (needs gh).")
  private Optional<String> pull = Optional.empty();

  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      description =
          "Exit with 4 if a finding of this severity or above counts: critical, high or medium.")
  private Optional<Severity> failOn = Optional.empty();

  @Option(
      names = "--sarif",
      paramLabel = "FILE",
      description = "Write the findings as SARIF 2.1.0, for code scanning and editors.")
  private Optional<Path> sarif = Optional.empty();

  @ArgGroup(validate = false, order = 1, heading = Agents.HEADING)
  private Reviewers asked = new Reviewers();

  private static final class Reviewers extends Agents {
    @Option(
        names = "--reviewers",
        order = -2,
        split = ",",
        paramLabel = "AGENT",
        description = "Reviewers, in order (default: the configured analysts, at least two).")
    private List<String> reviewers = List.of();

    @Option(
        names = "--moderator",
        paramLabel = "AGENT",
        description = "The agent that finds duplicate findings.")
    private Optional<String> moderator = Optional.empty();

    @Option(
        names = "--max-rounds",
        paramLabel = "N",
        description = "At most N rounds, 1-3 (default: 2); they vote from the second round on.")
    private int maxRounds = 2;

    @Option(names = "--rounds", hidden = true)
    private Optional<Integer> rounds = Optional.empty();

    @Override
    List<String> named() {
      return reviewers;
    }

    @Override
    String option() {
      return "--reviewers";
    }
  }

  ReviewCommand(CommandContext context) {
    super(context);
  }

  @Override
  Agents asked() {
    return asked;
  }

  @Override
  public Integer call() {
    Configuration user = context.configuration();
    ReviewRequest request = request(user);
    return begin(user, request, Optional.empty(), this::write);
  }

  private ReviewRequest request(Configuration user) {
    int rounds = asked.rounds.orElse(asked.maxRounds);
    if (rounds < 1 || rounds > MOST_ROUNDS) {
      throw new UsageException("--max-rounds takes 1 to 3, not " + rounds + ".");
    }
    if (failOn.filter(Severity.LOW::equals).isPresent()) {
      throw new UsageException("--fail-on takes critical, high or medium.");
    }
    if (sarif.isPresent() && freedom.detach) {
      throw new UsageException("--sarif is written when the review ends: omit --detach.");
    }
    Optional<Path> folder = sarif.map(this::resolved).map(Path::getParent);
    if (folder.filter(one -> !Files.isDirectory(one)).isPresent()) {
      throw new UsageException("--sarif: folder " + folder.get() + " does not exist.");
    }
    ChangeSpec change = change();
    WorkspaceSpec workspace = workspace(user);
    List<String> moderator = agents("--moderator", asked.moderator.stream().toList(), user);
    Configuration configuration = configuration(user, workspace, moderator.stream().findFirst());
    if (asked.reviewers.stream().map(String::strip).anyMatch(AgentStatus.DIRECT::equals)
        || moderator.contains(AgentStatus.DIRECT)) {
      throw new UsageException("direct has no model and cannot review: choose another agent.");
    }
    String task = "Review " + change.named();
    return new ReviewRequest(
        terms(task, user, configuration, workspace),
        configuration.moderator(),
        change,
        rounds,
        failOn.orElse(null));
  }

  private ChangeSpec change() {
    if ((range.isPresent() ? 1 : 0) + (staged ? 1 : 0) + (pull.isPresent() ? 1 : 0) > 1) {
      throw new UsageException("Choose one change: a RANGE, --staged or --pr.");
    }
    String of = range.or(() -> pull).map(String::strip).orElse("");
    if ((range.isPresent() || pull.isPresent()) && (of.isEmpty() || of.length() > TASK)) {
      throw new UsageException("RANGE and --pr take 1 to " + TASK + " characters.");
    }
    if (pull.isPresent() && !of.matches("[1-9][0-9]*|https://\\S+/pull/[1-9][0-9]*/?")) {
      throw new UsageException(
          "--pr takes the number of a pull request or its URL, not \"" + of + "\".");
    }
    return new ChangeSpec(
        staged
            ? ChangeKind.STAGED
            : range.isPresent()
                ? ChangeKind.RANGE
                : pull.isPresent() ? ChangeKind.PULL_REQUEST : ChangeKind.WORKING_TREE,
        of);
  }

  private Path resolved(Path file) {
    return context.directory().resolve(file).normalize();
  }

  private void write(SessionView view) {
    if (sarif.isPresent() && view.review() != null && view.complete()) {
      Path file = resolved(sarif.get());
      try {
        Files.writeString(file, SarifLog.of(view.review()));
        context.say(
            "SARIF: " + Words.counted(SarifLog.results(view.review()), "result") + " in " + file);
      } catch (IOException e) {
        throw new UsageException("--sarif: cannot write " + file + ": " + e.getMessage(), e);
      }
    }
  }
}
