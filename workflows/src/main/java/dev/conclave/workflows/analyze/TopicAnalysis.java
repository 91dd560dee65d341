package dev.conclave.workflows.analyze;

import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.AgentQuestion;
import dev.conclave.workflows.session.AgentQuestion.Given;
import dev.conclave.workflows.session.FallbackChain;
import dev.conclave.workflows.session.FallbackChain.Answer;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.text.Bounds;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lets an agent configure the analysis of a topic. */
final class TopicAnalysis {
  private static final String RULES = "rules";

  private final AnalyzeState state;
  private final HostCalls host;
  private final FallbackChain chain;

  TopicAnalysis(AnalyzeState state, HostCalls host, AgentCalls calls) {
    this.state = state;
    this.host = host;
    chain = new FallbackChain(state, calls);
  }

  /** Uses the first agent that replies, else rules; the user's settings take precedence. */
  AnalyzePhase analyze() {
    host.refresh(" again");
    Answer answer =
        chain.ask(
            chain.firstOf(
                state.request().moderators(state.request().analysts(state.roster().agents())),
                said -> said.structured().isPresent()),
            new AgentQuestion(
                "topic",
                0,
                Role.TOPIC_ANALYZER,
                () -> new Given("topic-analyzer-1", Map.of(), Map.of())));
    answer
        .failure("")
        .filter(why -> !why.isEmpty())
        .ifPresent(why -> state.note("no agent could analyze the topic: " + why));
    Optional<Topic> topic = answer.as(Topic.class);
    String why =
        topic
            .map(Topic::why)
            .filter(Optional::isPresent)
            .map(Bounds::message)
            .map(": "::concat)
            .orElse("");
    state.configuredBy = answer.reply().map(said -> said.receipt().agent() + why).orElse(RULES);
    state.configuration =
        topic
            .map(Topic::configuration)
            .orElseGet(() -> TopicConfiguration.fromKeywords(state.request().task()))
            .withUserChoices(state.request().mode(), state.request().perspectives());
    return AnalyzePhase.AWAITING_CONFIGURATION;
  }

  private record Topic(
      List<String> dimensions, List<String> perspectives, int complexity, Optional<String> why) {
    TopicConfiguration configuration() {
      return TopicConfiguration.of(dimensions, perspectives, complexity);
    }
  }
}
