package dev.conclave.client.command;

import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.gate.AnalysisMode;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.ExecutionMethod;
import dev.conclave.workflows.plan.DiscussionMode;
import java.util.Iterator;
import java.util.List;

/** What help and shell completion offer for an argument. */
public class Candidates implements Iterable<String> {

  /** Stands for the ids of sessions, which a completion script asks for when it runs. */
  public static final String SESSIONS = "@sessions@";

  /** Stands for the names of the commands, which are known when a script is written. */
  public static final String COMMANDS = "@commands@";

  /** Words that approve with a constraint that planners know. */
  public static final List<String> CONSTRAINTS =
      List.of("performance", "maintainability", "minimal-changes", "full-refactor-ok");

  private final List<String> words;

  public Candidates(List<String> words) {
    this.words = List.copyOf(words);
  }

  @Override
  public Iterator<String> iterator() {
    return words.iterator();
  }

  static final class SessionNames extends Candidates {
    SessionNames() {
      super(List.of(SESSIONS));
    }
  }

  public static final class CommandNames extends Candidates {
    CommandNames() {
      super(List.of(COMMANDS));
    }
  }

  public static final class Agents extends Candidates {
    Agents() {
      super(AgentConfiguration.TYPES.stream().filter(type -> !type.equals("custom")).toList());
    }
  }

  public static final class Modes extends Candidates {
    Modes() {
      super(WordConverter.words(DiscussionMode.class));
    }
  }

  public static final class AnalysisModes extends Candidates {
    AnalysisModes() {
      super(WordConverter.words(AnalysisMode.class));
    }
  }

  public static final class Languages extends Candidates {
    Languages() {
      super(List.of("en", "zh"));
    }
  }

  public static final class Kinds extends Candidates {
    Kinds() {
      super(WordConverter.words(AnswerKind.class));
    }
  }

  public static final class Methods extends Candidates {
    Methods() {
      super(WordConverter.words(ExecutionMethod.class));
    }
  }

  public static final class Reviews extends Candidates {
    Reviews() {
      super(WordConverter.words(CodeReview.class));
    }
  }

  public static final class Constraints extends Candidates {
    Constraints() {
      super(CONSTRAINTS);
    }
  }
}
