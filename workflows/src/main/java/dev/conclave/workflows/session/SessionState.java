package dev.conclave.workflows.session;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.api.WorkspaceActivities.Opened;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.GateState;
import dev.conclave.workflows.gate.GateState.TakenAnswer;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Language;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The state of a session, as serialized by Jackson: carried over to the next run and returned at
 * the end. Only workflow threads change it.
 */
@JsonAutoDetect(
    fieldVisibility = Visibility.ANY,
    getterVisibility = Visibility.NONE,
    isGetterVisibility = Visibility.NONE,
    setterVisibility = Visibility.NONE)
public abstract class SessionState<P extends Enum<P> & SessionPhase> {
  /** Folder of archived sessions, next to the folders of the kinds. */
  public static final String ARCHIVE = "archive";

  private static final int MOST_NOTES = 50;

  /** Longest note, in characters. */
  private static final int NOTE = 2_000;

  private final String session;
  private SessionRequest request;
  private final Instant createdAt;
  private P phase;
  private P resumeAt;
  private long revision;
  private Instant updatedAt;
  private @Nullable Workspace workspace;
  private @Nullable Tree tree;
  private transient boolean treeIsFresh;
  private int movesMade;

  /** Rounds before the last move; their documents are on lost hosts. */
  private int roundsElsewhere;

  private Roster roster = new Roster();
  private GateState gates = new GateState();
  private List<Decision> decisions = List.of();
  private Budget budget;
  private CallLog calls = new CallLog(List.of());
  private List<Note> notes = new ArrayList<>();
  private @Nullable Instant deadlineAt;
  private boolean deadlineServed;
  private @Nullable String ending;
  private transient @Nullable String hindrance;

  /** Creates the state before the first phase; Jackson sets the rest of a carried state. */
  protected SessionState(String session, SessionRequest request, Instant createdAt, P first) {
    this.session = session;
    this.request = request;
    this.createdAt = createdAt;
    updatedAt = createdAt;
    phase = first;
    resumeAt = first;
    budget = new Budget(request.terms().budget());
  }

  public abstract KindSpec kind();

  /** Returns the request of the start or the resume. */
  public SessionRequest request() {
    return request;
  }

  /** Returns the running round, else the last one; 0 before the first. */
  public abstract int round();

  public abstract SessionView view();

  /** Returns the ledger of its last discussion; empty before the first. */
  public Ledger ledger() {
    return Ledger.EMPTY;
  }

  /** Returns a copy for people, whose sentences name statements in place of their ids. */
  public final SessionState<?> named() {
    return StatementNames.of(ledger()).in(this, kind().state());
  }

  /** Returns why this kind of session refuses an answer, in a sentence. */
  public Optional<String> refusal(GateAnswer answer) {
    return Optional.empty();
  }

  /** Returns the id of the child session that it waits for; empty when there is none. */
  public Optional<String> waitsFor() {
    return Optional.empty();
  }

  /** Returns the current status in Markdown, for the Temporal UI. */
  public abstract String details();

  /** Returns the current status with sentences of this kind of session. */
  protected final String details(List<String> paragraphs) {
    return details(paragraphs, List.of());
  }

  protected final String details(List<String> paragraphs, List<String> items) {
    return CurrentDetails.of(this, paragraphs, items);
  }

  /**
   * Prepares the state of an earlier run for this one.
   *
   * @param now request of this run
   * @param resumed whether a human resumes an ended session; continue-as-new keeps gate and
   *     deadline
   */
  protected void restore(SessionRequest now, boolean resumed) {
    request = now;
    // A terminated run leaves an open phase behind.
    phase = phase.closed() ? resumeAt : phase;
    gates.forgetPending();
    if (workspace != null) {
      roster.markStale();
    }
    if (resumed) {
      gates.close();
      movesMade = 0;
      deadlineAt = null;
      deadlineServed = false;
      ending = null;
    }
  }

  void startDeadline() {
    if (deadlineAt == null) {
      deadlineAt =
          request().terms().deadline().map(deadline -> now().plus(deadline.after())).orElse(null);
    }
  }

  /** Returns the workflow's time, the same in replay. */
  public static Instant now() {
    return Instant.ofEpochMilli(Workflow.currentTimeMillis());
  }

  public String session() {
    return session;
  }

  public P phase() {
    return phase;
  }

  /** Returns the phase in which a resume continues. */
  public P resumeAt() {
    return resumeAt;
  }

  public void enter(P next) {
    resumeAt = next.closed() ? resumeAt : next;
    setPhase(next);
    touch();
  }

  /** Sets the phase outside a running session. */
  public void setPhase(P there) {
    phase = there;
  }

  public boolean closed() {
    return phase.closed();
  }

  /** Records a change that is visible in files. */
  public void touch() {
    revision++;
    updatedAt = now();
  }

  public long revision() {
    return revision;
  }

  public Instant createdAt() {
    return createdAt;
  }

  public Instant updatedAt() {
    return updatedAt;
  }

  public Optional<Workspace> workspace() {
    return Optional.ofNullable(workspace);
  }

  public Workspace requireWorkspace() {
    return Objects.requireNonNull(workspace);
  }

  public void setWorkspace(Workspace opened) {
    workspace = opened;
  }

  /**
   * Returns the parent folder of the session's folder on its host; empty before the workspace is
   * open.
   */
  public Optional<Path> sessionsFolder() {
    return workspace().map(kind()::folder);
  }

  /** Returns the session's folder on its host; empty before the workspace is open. */
  public final Optional<Path> folder() {
    return sessionsFolder().map(sessions -> sessions.resolve(kind().place(session)));
  }

  public Optional<Tree> tree() {
    return Optional.ofNullable(tree);
  }

  public Tree requireTree() {
    return Objects.requireNonNull(tree);
  }

  public void setTree(Tree named) {
    tree = named;
    treeIsFresh = true;
  }

  /** Returns whether the tree was named just now. */
  public boolean treeIsFresh() {
    return treeIsFresh;
  }

  public void setTreeFresh(boolean now) {
    treeIsFresh = now;
  }

  /** Changes everything that depends on the host at once. */
  public void moveTo(Opened there, HostRoster agents) {
    workspace = there.workspace();
    setTree(there.tree());
    updateRoster(agents);
  }

  /** Returns the number of moves to another host since the start or the resume. */
  public int moves() {
    return movesMade;
  }

  void countMove() {
    movesMade++;
  }

  public int roundsElsewhere() {
    return roundsElsewhere;
  }

  /** Records that the current host has no documents of the rounds so far. */
  public void setRoundsElsewhere(int rounds) {
    roundsElsewhere = rounds;
  }

  public Roster roster() {
    return roster;
  }

  public void updateRoster(HostRoster agents) {
    roster.update(agents);
  }

  /** Returns the usable analysts with a model; if there are none, the usable fallbacks. */
  public final List<String> modelAnalysts() {
    List<String> usable = withModel(request().analysts(roster.agents()));
    return usable.isEmpty() ? withModel(request().chain()) : usable;
  }

  private List<String> withModel(List<String> names) {
    return names.stream()
        .filter(agent -> !agent.equals(AgentStatus.DIRECT) && roster.mayBeAsked(agent))
        .toList();
  }

  public GateState gates() {
    return gates;
  }

  public Budget budget() {
    return budget;
  }

  public CallLog callLog() {
    return calls;
  }

  /** Returns finished calls that are in no record of a round, oldest first. */
  public List<AgentCall> calls() {
    return calls.kept();
  }

  /** Returns the notes since the human's last answer, as lines. */
  public List<String> notes() {
    return notes.stream().map(Note::line).toList();
  }

  /** Returns the language of texts for the human. */
  public Language language() {
    return Language.of(request().languages());
  }

  /** Returns the summary of an activity or timer in the language of the session. */
  String summary(String english) {
    return Stream.of(english.split(" · "))
        .map(language()::sentence)
        .collect(Collectors.joining(" · "));
  }

  /** Returns the options of a timer with a summary in the Temporal UI. */
  TimerOptions timer(String summary) {
    return TimerOptions.newBuilder().setSummary(summary(summary)).build();
  }

  /** Returns the session's handle, else its id. */
  public String handle() {
    String own = request().terms().handle();
    return own.isEmpty()
        ? session()
        : own + session().substring(KindSpec.folderName(session()).length());
  }

  public List<Note> noteEntries() {
    return List.copyOf(notes);
  }

  /** Returns the content of a gate: its notes, then those of the session. */
  public GateContent gate(
      String title, List<Option> options, List<Question> questions, List<Note> notes) {
    List<Note> all = new ArrayList<>(notes);
    all.addAll(noteEntries());
    roster.sandboxNote().ifPresent(all::add);
    return new GateContent(title, options, questions, all, List.of(), List.of());
  }

  /** Adds a warning for the human. */
  public void note(String sentence) {
    add(Note.warning(NoteKind.SESSION, Cut.shorten(sentence, NOTE)));
  }

  /** Adds information for the human. */
  public void tell(String sentence) {
    add(Note.of(NoteKind.SESSION, Cut.shorten(sentence, NOTE)));
  }

  /** Duplicates are ignored; beyond the limit the oldest are dropped. */
  private void add(Note note) {
    if (notes.contains(note)) {
      return;
    }
    notes.add(note);
    if (notes.size() > MOST_NOTES) {
      notes.remove(0);
    }
  }

  public void forgetNotes() {
    notes.clear();
  }

  public Optional<Instant> deadlineAt() {
    return Optional.ofNullable(deadlineAt);
  }

  /**
   * Returns whether the deadline's policy has answered a gate: the session then runs until its next
   * one.
   */
  public boolean deadlineServed() {
    return deadlineServed;
  }

  public void serveDeadline() {
    deadlineServed = true;
  }

  public Optional<String> ending() {
    return Optional.ofNullable(ending);
  }

  public void setEnding(String sentence) {
    ending = sentence;
  }

  public Optional<String> hindrance() {
    return Optional.ofNullable(hindrance);
  }

  public void setHindrance(@Nullable String why) {
    hindrance = why == null ? null : Bounds.message(Optional.of(why));
  }

  /** Shows the status in the Temporal UI; adds nothing to history. */
  public void showDetails() {
    Workflow.setCurrentDetails(details());
  }

  public List<Decision> decisions() {
    return decisions;
  }

  public void record(TakenAnswer taken) {
    List<Decision> all = new ArrayList<>(decisions);
    all.add(Decision.of(taken, now(), round()));
    decisions = Decision.fitted(all);
    touch();
  }

  /** Closes the gates. Records an answer that was accepted while the session was being stopped. */
  public void closeGates() {
    gates.next().filter(taken -> !gates.pending(taken.key())).ifPresent(this::record);
    gates.close();
  }
}
