package dev.conclave.workflows.analyze;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.api.RosterActivities;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Gates.TakenAnswer;
import dev.conclave.workflows.session.AgentOrder;
import dev.conclave.workflows.session.FallbackChain;
import dev.conclave.workflows.session.GateOffer;
import dev.conclave.workflows.session.SessionRun;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.WireMapper;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** {@inheritDoc} */
public class AnalyzeWorkflowImpl extends SessionRun<AnalyzeState, AnalyzePhase>
    implements AnalyzeWorkflow {
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final String RULES = "rules";

  /** State is there before the first message: a signal may be delivered ahead of {@link #run}. */
  @WorkflowInit
  public AnalyzeWorkflowImpl(AnalyzeInput input) {
    this(AnalyzeState.of(input));
  }

  private AnalyzeWorkflowImpl(AnalyzeState state) {
    super(state, new Offer(state));
  }

  @Override
  public AnalyzeState run(AnalyzeInput input) {
    runToEnd(
        input.unsent(),
        unsent -> new AnalyzeInput(session.request(), Optional.of(session), unsent));
    return session;
  }

  @Override
  protected Supplier<AnalyzePhase> work(AnalyzePhase phase) {
    return switch (phase) {
      case INITIALIZING -> this::open;
      case ANALYZING_TOPIC -> this::analyzeTopic;
      case AWAITING_CONFIGURATION -> this::awaitConfiguration;
      case COMPLETE, SAVED, CANCELLED, FAILED -> () -> phase;
    };
  }

  private AnalyzePhase open() {
    host.open();
    listAgents();
    host.nameTree("");
    return AnalyzePhase.ANALYZING_TOPIC;
  }

  private void listAgents() {
    session
        .roster()
        .listed(
            host.call(
                RosterActivities.class,
                ActivityProfile.LIST_AGENTS,
                "look for the agents",
                roster -> roster.list(AgentOrder.all(session.request()))));
  }

  /** By the first agent that says it, else by rules; what the user set stands. */
  private AnalyzePhase analyzeTopic() {
    if (session.roster().stale()) {
      listAgents();
    }
    FallbackChain chain = new FallbackChain(session, agents.ofNewPhase());
    Optional<TopicConfiguration> found = Optional.empty();
    List<String> tools = AgentOrder.analysts(session.request(), session.roster().agents());
    for (String agent : AgentOrder.moderators(session.request(), tools)) {
      if (found.isEmpty() && session.roster().mayBeAsked(agent)) {
        found =
            chain
                .askAlone(agent, this::question)
                .reply()
                .flatMap(AskReply::structured)
                .map(reply -> WireMapper.get().convertValue(reply, Topic.class).configuration());
        session.configuredBy = found.map(any -> agent);
      }
    }
    session.configuration =
        Optional.of(
            wished(
                found.orElseGet(
                    () -> {
                      session.configuredBy = Optional.of(RULES);
                      return host.call(
                          AnalyzeActivities.class,
                          ActivityProfile.RULES,
                          "configure the topic by rules",
                          rules -> rules.configure(session.request().task()));
                    })));
    return AnalyzePhase.AWAITING_CONFIGURATION;
  }

  /** What an agent says of a topic. */
  private record Topic(List<String> dimensions, List<String> perspectives, int complexity) {
    TopicConfiguration configuration() {
      return new TopicConfiguration(
          dimensions, perspectives, complexity, TopicConfiguration.modeFor(complexity));
    }
  }

  private TopicConfiguration wished(TopicConfiguration found) {
    AnalyzeRequest request = session.request();
    return new TopicConfiguration(
        found.dimensions(),
        request.perspectives().isEmpty() ? found.perspectives() : request.perspectives(),
        found.complexity(),
        request.mode().orElse(found.mode()));
  }

  private AskRequest question(String agent, int attempt) {
    return new AskRequest(
        "topic-" + agent + "-" + attempt,
        session.session(),
        0,
        agent,
        Role.TOPIC_ANALYZER,
        Mode.ANALYSIS,
        "topic-analyzer-1",
        session.opened(),
        session.named().id(),
        session.request().task(),
        Map.of(),
        Map.of(),
        List.of(),
        Optional.empty(),
        session.request().languages(),
        session.roster().find(agent).map(AgentStatus::analysisTimeout).orElse(TIMEOUT),
        session.request().contextBytes());
  }

  private AnalyzePhase awaitConfiguration() {
    Optional<TakenAnswer> taken = gates.answer(GateType.CONFIGURATION, this::shown);
    if (taken.isEmpty()) {
      return session.phase();
    }
    session.record(taken.get());
    taken
        .get()
        .answer()
        .mode()
        .ifPresent(mode -> session.configuration = session.configuration.map(set -> set.as(mode)));
    session.ending("the configuration is kept; this version does not go on to its tasks");
    return AnalyzePhase.SAVED;
  }

  private GateContent shown() {
    return new GateContent(
        "Is the topic to be analyzed so?",
        List.of(),
        List.of(),
        List.of(
            session.configuration.orElseThrow().sentence(),
            "configured by " + session.configuredBy.orElseThrow()),
        List.of(),
        List.of());
  }

  @Override
  protected void relocate(Workspace from, Workspace to, Duration patience) {
    String queue = TaskQueues.host(to.host());
    List<AgentStatus> found =
        Workflow.newActivityStub(
                RosterActivities.class,
                ActivityProfile.LIST_AGENTS.on(queue, "look for the agents", patience))
            .list(AgentOrder.all(session.request()));
    Tree tree =
        Workflow.newActivityStub(
                WorkspaceActivities.class,
                ActivityProfile.TREE.on(queue, "name the tree", patience))
            .nameTree(to);
    session.settleIn(to);
    session.roster().listed(found);
    session.name(tree);
    session.note("host " + from.hostName() + " is gone: host " + to.hostName() + " goes on");
    session.touch();
  }

  @Override
  public AnalyzeState carried() {
    return session;
  }

  private record Offer(AnalyzeState session) implements GateOffer {
    @Override
    public List<AnswerKind> kinds(GateType type) {
      return type.kinds();
    }

    @Override
    public Optional<AnswerKind> automatic(GateType type) {
      return session.request().yes()
          ? Optional.of(type == GateType.BUDGET ? AnswerKind.DECIDE : AnswerKind.APPROVE)
          : Optional.empty();
    }

    @Override
    public GateContent budget(String agent) {
      return new GateContent(
          "The budget does not allow the next call of " + agent + ".",
          List.of(),
          List.of(),
          List.of(session.budget().sentence()),
          List.of(),
          List.of(agent),
          Optional.of(session.budget().needed(agent)),
          Optional.of(session.budget().enough(agent, 1)));
    }
  }
}
